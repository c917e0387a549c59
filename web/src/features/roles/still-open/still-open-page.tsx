import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarX, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { getErrorMessage, getLoadAdvice, isNotFound } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AccountPageLayout } from '../../accounts/account-page-layout.tsx'
import { stillOpenQuery, useAnswerStillOpen, type StillOpenRole } from './still-open-data.ts'

const TITLE = 'Are you still looking?'

/** Target of the link in a mail to owners. Only a button answers: mail scanners open links, but press nothing. */
export function StillOpenPage() {
  const { token = '' } = useParams()
  const { data: roles, error, refetch } = useQuery(stillOpenQuery(token))

  if (isNotFound(error)) return <UnknownToken />
  if (roles) return <Question token={token} roles={roles} />
  return (
    <AccountPageLayout title={TITLE} icon={HeartHandshake}>
      {error ? (
        <>
          <Banner kind="error">{getLoadAdvice(error)}</Banner>
          <Button onClick={() => void refetch()}>Try Again</Button>
        </>
      ) : (
        <div role="status" className="grid animate-arrive-late gap-4">
          <span className="sr-only">Loading your roles</span>
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-10" />
        </div>
      )}
    </AccountPageLayout>
  )
}

function Question({ token, roles }: { token: string; roles: readonly StillOpenRole[] }) {
  const { data: answer, error, isPending, mutate } = useAnswerStillOpen(token)
  const [isChoosing, setIsChoosing] = useState(false)
  const ids = roles.map(({ _id }) => _id)
  const isOne = ids.length === 1
  const [openIds, setOpenIds] = useState(ids)

  if (answer) return <Answered {...answer} />
  if (roles.length === 0) {
    return (
      <AccountPageLayout
        title="You have no open roles"
        icon={CalendarX}
        lead="There is nothing to answer. You can add a role to a project at any time."
      />
    )
  }
  const failure = error && (
    <Banner kind="error">
      {getErrorMessage(error, 'Your answer could not be sent. Please try again in a moment.')}
    </Banner>
  )
  if (isChoosing) {
    return (
      <AccountPageLayout
        title={TITLE}
        icon={HeartHandshake}
        lead="Unchecked roles will be closed. We’ll let everyone know who is waiting for an answer."
      >
        <div className="grid gap-3">
          {roles.map(({ _id, title, post }) => (
            <Checkbox
              key={_id}
              label={title}
              hint={post.title}
              checked={openIds.includes(_id)}
              onChange={(isOpen) =>
                setOpenIds(isOpen ? [...openIds, _id] : openIds.filter((id) => id !== _id))
              }
            />
          ))}
        </div>
        {failure}
        <Button
          variant="primary"
          className="w-full max-sm:h-11"
          busy={isPending}
          onClick={() =>
            mutate({ open: openIds, closed: ids.filter((id) => !openIds.includes(id)) })
          }
        >
          Save
        </Button>
      </AccountPageLayout>
    )
  }
  return (
    <AccountPageLayout
      title={TITLE}
      icon={HeartHandshake}
      lead={`We haven’t heard from you in a while. ${isOne ? 'If you don’t confirm this role, it' : 'Roles you don’t confirm'} will be closed.`}
    >
      <ul className="grid gap-2">
        {roles.map(({ _id, title, post }) => (
          <li key={_id} className="min-w-0 wrap-anywhere">
            <bdi className="font-medium">{title}</bdi>
            <bdi className="block text-sm text-muted">{post.title}</bdi>
          </li>
        ))}
      </ul>
      {failure}
      <div className="grid gap-2">
        <Button
          variant="primary"
          className="w-full max-sm:h-11"
          busy={isPending}
          onClick={() => mutate({ open: ids, closed: [] })}
        >
          {isOne ? 'Still open' : 'All still open'}
        </Button>
        {isOne ? (
          <Button
            className="w-full max-sm:h-11"
            disabled={isPending}
            onClick={() => mutate({ open: [], closed: ids })}
          >
            Close this role
          </Button>
        ) : (
          <Button className="w-full max-sm:h-11" onClick={() => setIsChoosing(true)}>
            Choose
          </Button>
        )}
      </div>
    </AccountPageLayout>
  )
}

function Answered({ confirmed, closed }: { confirmed: number; closed: number }) {
  return (
    <AccountPageLayout
      title="Thank you"
      icon={CalendarCheck}
      lead={
        <p role="status">
          {[describe(confirmed, 'still open'), describe(closed, 'closed')]
            .filter(Boolean)
            .join(' ')}
        </p>
      }
    >
      <p className="text-sm text-muted">
        You can change the roles of a project on its page, under{' '}
        <TextLink to="/my-posts">My Posts</TextLink>.
      </p>
    </AccountPageLayout>
  )
}

/** '2 roles are still open.' */
function describe(count: number, state: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 role is ${state}.` : `${count} roles are ${state}.`
}

function UnknownToken() {
  return (
    <AccountPageLayout
      title="This link does not work"
      icon={CalendarX}
      lead={
        <p role="alert">Links work for 30 days. This one may have expired, or be incomplete.</p>
      }
    >
      <p className="text-sm text-muted">
        Find your roles on your projects, under <TextLink to="/my-posts">My Posts</TextLink>.
      </p>
    </AccountPageLayout>
  )
}
