import type { IgnoredMember } from '@dolph/contract/safety/safety'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye, RotateCw } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMemberSession } from '../accounts/session/member-session.ts'
import { IgnoredMemberRow } from './ignored-member-row.tsx'
import { ignoredMembersQuery } from './ignored-members-query.ts'

const FAILED = 'The list could not be loaded.'

/** The members whom the viewer blocked or muted. */
export function IgnoredMembersPage() {
  const me = useMemberSession()?.memberId
  return (
    <div className="page flex min-h-dvh max-w-4xl! flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="grid justify-items-start gap-1.5">
        <ButtonLink to="/settings" variant="ghost" size="sm" icon={ArrowLeft} className="-ml-2.5">
          Account Settings
        </ButtonLink>
        <h1 className="text-2xl font-semibold sm:text-3xl">Blocked and muted</h1>
        <p className="max-w-[65ch] text-pretty text-muted">
          You do not see the posts and comments of these members. Those you blocked cannot message
          you or comment on your posts either. We tell none of them.
        </p>
      </header>
      {me !== undefined && <IgnoredMembers me={me} />}
    </div>
  )
}

function IgnoredMembers({ me }: { me: string }) {
  const list = useInfiniteQuery(ignoredMembersQuery(me))
  const frame = useRef<HTMLDivElement>(null)
  if (list.isPending) return <ListSkeleton />
  if (!list.data) {
    return (
      <div role="alert">
        <LoadError
          title={FAILED}
          error={list.error}
          onRetry={() => void list.refetch()}
          retryIcon={RotateCw}
          className="rounded-card border border-line py-12!"
        />
      </div>
    )
  }
  const members = list.data.pages.flatMap((page) => page.data)
  return (
    // Gets the focus when the row that had it is gone.
    <div ref={frame} tabIndex={-1} className="grid gap-5 outline-none">
      {members.length === 0 && !list.hasNextPage && <NobodyIgnored />}
      {members.length > 0 && <MemberList members={members} frame={frame} />}
      <ListStatus list={list} failure={FAILED} />
    </div>
  )
}

interface MemberListProps {
  members: readonly IgnoredMember[]
  frame: RefObject<HTMLElement | null>
}

function MemberList({ members, frame }: MemberListProps) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {members.map((member) => (
        <IgnoredMemberRow
          key={member._id}
          member={member}
          onRemoved={() => frame.current?.focus({ preventScroll: true })}
        />
      ))}
    </ul>
  )
}

function NobodyIgnored() {
  return (
    <EmptyState
      icon={Eye}
      title="You have not blocked or muted anybody"
      className="rounded-card border border-dashed border-line py-12!"
    >
      You can do both from the ⋯ menu of a post, a comment, a conversation or a profile.
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div role="status" className="grid animate-arrive-late gap-6 px-4 py-3 sm:px-5">
      <span className="sr-only">Loading members</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton round className="size-10 shrink-0" />
          <div className="grid flex-1 gap-2.5 py-1">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      ))}
    </div>
  )
}
