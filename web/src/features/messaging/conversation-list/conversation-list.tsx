import type { Participant } from '@dolph/contract/messaging/messaging'
import type { Person } from '@dolph/contract/people/people'
import { CloudOff, MessagesSquare, RotateCw, UsersRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PeopleSearch } from '../../accounts/people-search/people-search.tsx'
import { TeamRooms } from '../../rooms/team-rooms.tsx'
import { ConnectionBadge } from '../presence/connection-badge.tsx'
import { ConversationEntry } from './conversation-entry.tsx'
import { useConversations } from './use-conversations.ts'
import { useCachePeer } from '../peer.ts'
import { SoundSwitch } from '../receiving/sound-switch.tsx'
import { useConnectionState } from '../../../realtime/use-connection-state.ts'

interface Props {
  /** The peer of the open conversation. */
  openId: string | undefined
  openRoomId: string | undefined
  onDelete: (peer: Participant) => void
  headingId: string
}

/** The member's conversations, newest first, with a people search to start a new one. */
export function ConversationList({ openId, openRoomId, onDelete, headingId }: Props) {
  const navigate = useNavigate()
  const { state } = useConnectionState()
  const cachePeer = useCachePeer()
  const open = (person: Person) => {
    cachePeer(person)
    void navigate(`/messages/${person._id}`, { preventScrollReset: true })
  }
  return (
    <>
      <div className="grid gap-3 border-b border-line p-4 pb-2.5">
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 id={headingId} tabIndex={-1} className="text-xl font-semibold outline-none">
            Messages
          </h1>
          <span className="order-1 -my-1 -mr-2 ml-auto flex">
            <ButtonLink to="/people" variant="ghost" size="sm" icon={UsersRound} className="h-10!">
              People
            </ButtonLink>
            <SoundSwitch />
          </span>
          {/* Beside the heading while the page connects, so that nothing moves when it opens; a problem has a line of its own. */}
          <ConnectionBadge className={state === 'connecting' ? undefined : 'order-2 basis-full'} />
        </div>
        <PeopleSearch
          label="Find people"
          placeholder="Find people by username"
          onChoose={open}
          className="[&>label]:sr-only"
        />
      </div>
      <TeamRooms openId={openRoomId} />
      <ConversationEntries openId={openId} onDelete={onDelete} />
    </>
  )
}

function ConversationEntries({ openId, onDelete }: Omit<Props, 'headingId' | 'openRoomId'>) {
  const list = useConversations()
  if (list.isPending) return <EntriesSkeleton />
  if (list.conversations.length === 0) {
    return list.failure === null ? (
      <NoConversations />
    ) : (
      <ConversationsFailed failure={list.failure} onRetry={list.retry} />
    )
  }
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
      <ul aria-label="Conversations" className="grid grid-cols-1 gap-px">
        {list.conversations.map((conversation) => (
          <ConversationEntry
            key={conversation.peer._id}
            conversation={conversation}
            isOpen={conversation.peer._id === openId}
            onDelete={() => onDelete(conversation.peer)}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button
          variant="ghost"
          size="sm"
          busy={list.isLoadingMore}
          onClick={list.loadMore}
          className="my-1 w-full"
        >
          Show more conversations
        </Button>
      )}
    </div>
  )
}

function NoConversations() {
  return (
    <EmptyState icon={MessagesSquare} title="No conversations yet" className="py-12!">
      Find someone by their username above, or write to the author of a project you like.
    </EmptyState>
  )
}

function ConversationsFailed({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={failure}
        className="py-12!"
        action={
          <Button icon={RotateCw} onClick={onRetry}>
            Retry
          </Button>
        }
      >
        Please check your connection, or try again in a moment.
      </EmptyState>
    </div>
  )
}

const SKELETON_WIDTHS = ['w-24', 'w-32', 'w-20', 'w-28', 'w-24', 'w-32']

function EntriesSkeleton() {
  return (
    <div role="status" className="grid content-start gap-px overflow-hidden p-2">
      <span className="sr-only">Loading conversations</span>
      {SKELETON_WIDTHS.map((width, index) => (
        <div key={index} className="flex animate-arrive-late items-center gap-3 px-3 py-2.5">
          <Skeleton round className="size-10 shrink-0" />
          <div className="grid flex-1 gap-0.5 *:flex *:h-5 *:items-center">
            <div>
              <Skeleton className={`h-3.5 ${width}`} />
            </div>
            <div>
              <Skeleton className="h-3 w-full" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
