import type { JoinRequest, JoinRequestBox } from '@dolph/contract/join-requests/join-requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CloudOff, Inbox, RotateCw, Send } from 'lucide-react'
import { getErrorMessage, getLoadAdvice, isNotFound } from '../../lib/api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ToggleGroup } from '../../ui/forms/toggle-group.tsx'
import { InfiniteScrollTrigger } from '../../ui/infinite-scroll-trigger.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { joinRequestListQuery, type AnswerKind, type ListedState } from './data.ts'
import { JoinRequestRow } from './join-request-row.tsx'
import { WithdrawOthers } from './withdraw-others.tsx'

/** The request that a link leads to. */
interface LinkedRequest {
  /** Undefined until it is loaded. */
  target: JoinRequest | undefined
  error: Error | null
  prepared: AnswerKind | undefined
}

interface Props {
  me: string
  box: JoinRequestBox
  state: ListedState
  onStateChange: (state: ListedState) => void
  linked: LinkedRequest | undefined
}

const FAILED = 'Failed to load your join requests'

export function JoinRequestList({ me, box, state, onStateChange, linked }: Props) {
  const list = useInfiniteQuery(joinRequestListQuery(me, box, state))
  const listed = list.data?.pages.flatMap(({ data }) => data)
  const target = linked?.target
  // The linked row stands first, as it may be on no page that is loaded.
  const rows = target
    ? [target, ...(listed?.filter(({ _id }) => _id !== target._id) ?? [])]
    : removeDuplicates(listed)

  return (
    <div className="grid gap-4">
      <ToggleGroup
        label="Which requests"
        options={[
          { value: 'waiting', label: 'Open' },
          { value: 'all', label: 'All' },
        ]}
        value={state}
        onChange={onStateChange}
        className="justify-self-start"
      />
      {linked?.error && (
        <Banner kind="info">
          {isNotFound(linked.error)
            ? 'This request no longer exists.'
            : getErrorMessage(linked.error, 'This request could not be loaded.')}
        </Banner>
      )}
      <WithdrawOthers me={me} />
      {rows === undefined && list.isPending && <ListSkeleton />}
      {listed === undefined && list.error && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      )}
      {rows?.length === 0 && !list.hasNextPage && <NoRequests box={box} state={state} />}
      {rows && rows.length > 0 && (
        <ul
          aria-label={box === 'received' ? 'Received' : 'Sent'}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
        >
          {rows.map((request) => (
            <JoinRequestRow
              key={request._id}
              request={request}
              me={me}
              isTarget={request === target}
              prepared={request === target ? linked?.prepared : undefined}
            />
          ))}
        </ul>
      )}
      {list.isFetchNextPageError && (
        <Button className="justify-self-center" onClick={() => void list.fetchNextPage()}>
          Older requests could not be loaded. Try again
        </Button>
      )}
      {list.hasNextPage && (
        <InfiniteScrollTrigger
          onReach={() => void list.fetchNextPage()}
          disabled={list.isFetching || list.isFetchNextPageError}
        />
      )}
    </div>
  )
}

/** A request that moved while a later page was fetched is shown once. */
function removeDuplicates(requests: JoinRequest[] | undefined): JoinRequest[] | undefined {
  return requests && [...new Map(requests.map((request) => [request._id, request])).values()]
}

function NoRequests({ box, state }: { box: JoinRequestBox; state: ListedState }) {
  const isOpen = state === 'waiting'
  if (box === 'received') {
    return (
      <EmptyState
        icon={Inbox}
        tone="mint"
        title={isOpen ? 'You’re all caught up' : 'Nobody has asked to join yet'}
        action={<ButtonLink to="/my-posts">My Posts</ButtonLink>}
        className="rounded-card border border-dashed border-line py-12!"
      >
        Add a role to one of your projects, and people can ask to join.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Send}
      tone="sky"
      title={isOpen ? 'You have no open requests' : 'You have not asked to join yet'}
      action={
        <ButtonLink to="/roles" variant="primary">
          Find a role
        </ButtonLink>
      }
      className="rounded-card border border-dashed border-line py-12!"
    >
      Find a role that fits you, and say what you would bring.
    </EmptyState>
  )
}

function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={FAILED}
        className="rounded-card border border-line py-12!"
        action={
          <Button icon={RotateCw} onClick={onRetry}>
            Try Again
          </Button>
        }
      >
        {getLoadAdvice(error)}
      </EmptyState>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status" className="grid animate-arrive-late gap-8 p-4 sm:p-5">
      <span className="sr-only">Loading your join requests</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton round className="size-9 shrink-0" />
          <div className="grid flex-1 gap-3 py-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
