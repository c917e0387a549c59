import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { Id } from '@dolph/contract/primitives'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { z } from 'zod/mini'
import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { joinRequestQuery } from '../../features/join-requests/data.ts'
import { WithdrawOthers } from '../../features/join-requests/withdraw-others.tsx'
import { createAboutState } from '../../features/messaging/use-message-about.ts'
import { postQuery } from '../../features/posts/data.ts'
import { PostLinks } from '../../features/posts/post-page/post-links.tsx'
import { teamQuery } from '../../features/projects/team/team-data.ts'
import { useRoomList } from '../../features/rooms/use-rooms.ts'
import { isNotFound } from '../../lib/api/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FinScene } from '../../ui/brand/fin-scene.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { LoadError } from '../../ui/load-error.tsx'

/** Welcomes a member to the team that they have just joined. */
export function WelcomePage() {
  const { id = '' } = useParams()
  const me = useViewer()?._id ?? ''
  const isId = z.safeParse(Id, id).success
  const request = useQuery({ ...joinRequestQuery(me, id), enabled: me !== '' && isId })

  if (!isId || isNotFound(request.error)) return <Navigate to="/join-requests" replace />
  if (request.data) {
    const { person, state, post } = request.data
    const hasJoined = person._id === me && state === 'accepted'
    if (!hasJoined || post._id === null) return <Navigate to={`/join-requests?id=${id}`} replace />
    return <Welcome me={me} request={request.data} postId={post._id} />
  }
  return (
    <div className="page min-h-dvh flex-1 py-10">
      {request.error && (
        <div role="alert">
          <LoadError
            title="Failed to load your team"
            titleAs="h1"
            error={request.error}
            onRetry={() => void request.refetch()}
          />
        </div>
      )}
    </div>
  )
}

interface WelcomeProps {
  me: string
  request: JoinRequest
  postId: string
}

function Welcome({ me, request, postId }: WelcomeProps) {
  const { data: post } = useQuery(postQuery(useQueryClient(), postId))
  const { data: team } = useQuery(teamQuery(me, postId))
  const { counterpart, fromOwner, note, answer, role } = request
  const words = fromOwner ? note : answer

  return (
    <div className="page flex min-h-dvh max-w-2xl! flex-1 flex-col gap-8 py-8 sm:py-12">
      <header className="grid gap-4">
        <FinScene className="-ml-6 w-44 text-primary" />
        <div className="grid gap-1.5">
          <h1 className="text-2xl font-semibold sm:text-3xl">Welcome to the team</h1>
          <p className="text-muted wrap-anywhere">
            You are on the team of{' '}
            <TextLink to={`/posts/${postId}`}>
              <bdi>{request.post.title}</bdi>
            </TextLink>{' '}
            as <bdi className="font-medium text-ink">{role.title}</bdi>.
          </p>
        </div>
      </header>
      {words !== '' && counterpart && (
        <figure className="flex gap-3 rounded-card border border-line bg-surface p-4">
          <Avatar name={counterpart.userName} picture={counterpart.profilePicture} />
          <div className="grid min-w-0 gap-1 text-sm">
            <figcaption className="font-medium">{counterpart.userName} writes</figcaption>
            <blockquote dir="auto" className="whitespace-pre-line wrap-anywhere">
              {words}
            </blockquote>
          </div>
        </figure>
      )}
      <Section title="What to do first">
        <ol className="grid list-decimal gap-2 pl-5 marker:text-faint">
          <li>Say hello to the team, and ask where to begin.</li>
          <li>Say when you have time: on which days, and at what hours.</li>
        </ol>
        <WriteLink request={request} postId={postId} />
      </Section>
      <Section title="The team">
        {/* Two rows are kept until the team has loaded. */}
        <ul className="grid min-h-24 content-start gap-x-6 gap-y-3 sm:min-h-10 sm:grid-cols-2">
          {team?.map(({ person, role: title, isAuthor }) => (
            <li key={person._id} className="flex min-w-0 items-center gap-3">
              <Avatar name={person.userName} picture={person.profilePicture} />
              <div className="grid min-w-0 gap-0.5 text-sm">
                <Link
                  to={`/profile/${person.userName}`}
                  className="min-w-0 truncate rounded-sm font-medium hover:text-link hover:underline"
                >
                  {person.userName}
                </Link>
                <span className="text-muted wrap-anywhere">
                  {isAuthor ? 'Author' : <bdi>{title}</bdi>}
                </span>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Links">
        {post && <PostLinks post={post} />}
        <ButtonLink to={`/posts/${postId}`} className="justify-self-start">
          Open the project
        </ButtonLink>
      </Section>
      <WithdrawOthers me={me} />
    </div>
  )
}

/** Leads to the team's room, or to the owner's conversation if the room cannot be written in. */
function WriteLink({ request: { counterpart, role }, postId }: Omit<WelcomeProps, 'me'>) {
  const { data, isPending } = useRoomList()
  const room = data?.rooms.find(({ post, state }) => post?._id === postId && state === 'open')
  const style = {
    variant: 'primary',
    icon: MessageCircle,
    className: 'max-w-full justify-self-start',
  } as const
  // As high as the button, so that nothing moves when the rooms have loaded.
  if (isPending) return <div className="h-10" />
  if (room) {
    return (
      <ButtonLink to={`/messages/rooms/${room._id}`} {...style}>
        Write to the team
      </ButtonLink>
    )
  }
  return counterpart ? (
    <ButtonLink
      to={`/messages/${counterpart._id}`}
      state={createAboutState({ post: postId, role: role._id, title: role.title })}
      {...style}
    >
      <span className="truncate">Write to {counterpart.userName}</span>
    </ButtonLink>
  ) : null
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
