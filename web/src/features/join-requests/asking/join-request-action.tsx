import type { Person } from '@dolph/contract/people/people'
import type { Role } from '@dolph/contract/roles/roles'
import { CircleCheck, MessageCircle, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { IconType } from '../../../ui/icon.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { formatDueDay } from '../describe-join-request.ts'
import { AskLoginLink } from './ask-login-link.tsx'

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
  /** Where many roles stand below each other, no button stands out. */
  variant?: 'primary' | 'secondary'
}

/** What the viewer can do about a role: ask to join, answer an invitation, or see how their request stands. */
export function JoinRequestAction({ role, owner, variant = 'primary' }: Props) {
  const viewer = useViewer()
  if (viewer && viewer._id === owner?._id) return null
  if (!viewer) {
    return role.state === 'open' ? <AskLoginLink role={role} /> : null
  }
  return <MemberAction role={role} variant={variant} />
}

type ActionProps = Required<Pick<Props, 'role' | 'variant'>>

function MemberAction({ role, variant }: ActionProps) {
  const now = useNow()
  const request = role.joinRequest
  if (!request || request.state === 'withdrawn') return <AskButton role={role} variant={variant} />
  const path = `/join-requests?id=${request._id}`
  if (request.state === 'waiting') {
    if (request.fromOwner)
      return <LazyPart part={lazyInvitationAnswer} props={{ id: request._id }} />
    const day = formatDueDay(request.dueAt, now)
    return (
      <StateLink to={path}>
        {/* Two lines are no wider than the button that they follow, so the state keeps its place beside the title. */}
        <span className="grid text-right max-sm:text-left">
          Asked to join<span className="sr-only"> · </span>
          <span className="text-xs font-normal text-muted">{`answer by ${day}`}</span>
        </span>
      </StateLink>
    )
  }
  if (request.state === 'talking') {
    const { counterpart } = request
    return (
      <StateLink to={counterpart ? `/messages/${counterpart._id}` : path} icon={MessageCircle}>
        Talking
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
      <AskButton role={role} variant={variant} label="Ask again" />
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

function AskButton({ role, variant, label = 'Ask to join' }: ActionProps & { label?: string }) {
  const dialog = useLazyDialog(lazyAskToJoinDialog)
  if (role.state !== 'open') return null

  return (
    <>
      <Button
        size="sm"
        variant={variant}
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
