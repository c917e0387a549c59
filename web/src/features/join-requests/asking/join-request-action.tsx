import type { Person } from '@dolph/contract/people'
import type { Role } from '@dolph/contract/roles'
import { CircleCheck, MessageCircle, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import type { IconType } from '../../../ui/icon.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { buildLoginPath } from '../../accounts/sign-in/login-path.ts'
import { formatDueDay } from '../describe-join-request.ts'

const lazyAskToJoinDialog = createLazyModule(
  async () => (await import('./ask-to-join-dialog.tsx')).AskToJoinDialog,
)

const lazyInvitationAnswer = createLazyModule(
  async () => (await import('./invitation-answer.tsx')).InvitationAnswer,
)

interface Props {
  role: Role
  /** The author of the post; null if their account is deleted. */
  owner: Person | null
}

/** What the viewer can do about a role: ask to join, answer an invitation, or see how their request stands. */
export function JoinRequestAction({ role, owner }: Props) {
  const viewer = useViewer()
  const location = useLocation()
  if (viewer && viewer._id === owner?._id) return null
  if (!viewer) {
    return role.state === 'open' ? (
      <ButtonLink to={buildLoginPath(location)} size="sm" variant="primary" icon={UserPlus}>
        Ask to join
      </ButtonLink>
    ) : null
  }
  return <MemberAction role={role} />
}

function MemberAction({ role }: { role: Role }) {
  const now = useNow()
  const request = role.joinRequest
  if (!request || request.state === 'withdrawn') return <AskButton role={role} />
  const path = `/join-requests?id=${request._id}`
  if (request.state === 'waiting') {
    if (request.fromOwner)
      return <LazyPart part={lazyInvitationAnswer} props={{ id: request._id }} />
    const day = formatDueDay(request.dueAt, now)
    return <StateLink to={path}>{`Asked to join · answer by ${day}`}</StateLink>
  }
  if (request.state === 'talking') {
    const { counterpart } = request
    return (
      <StateLink to={counterpart ? `/messages/${counterpart._id}` : path} icon={MessageCircle}>
        In talks
      </StateLink>
    )
  }
  if (request.state === 'accepted') {
    return (
      <p className="flex items-center gap-1.5 text-sm font-medium text-success">
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
        You are on the team
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateLink to={path}>{request.state === 'ended' ? 'Ended' : 'Not this time'}</StateLink>
      <AskButton role={role} label="Ask again" />
    </div>
  )
}

interface StateLinkProps {
  to: string
  icon?: IconType
  children: ReactNode
}

function StateLink({ to, icon: Icon, children }: StateLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-sm text-sm font-medium text-link hover:underline"
    >
      {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </Link>
  )
}

function AskButton({ role, label = 'Ask to join' }: { role: Role; label?: string }) {
  const dialog = useLazyDialog(lazyAskToJoinDialog)
  if (role.state !== 'open') return null

  return (
    <>
      <Button
        size="sm"
        variant="primary"
        icon={UserPlus}
        aria-label={`${label}: ${role.title}`}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <LazyPart
        part={lazyAskToJoinDialog}
        isEnabled={dialog.wasOpened}
        props={{ role, isOpen: dialog.isOpen, onClose: dialog.close }}
      />
    </>
  )
}
