import type { Participant } from '@dolph/contract/messaging/messaging'
import { ArrowLeft, Search, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { getButtonClass } from '../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConnectionBadge } from '../presence/connection-badge.tsx'
import { useConnectionState } from '../../../realtime/use-connection-state.ts'
import { getPeerName } from '../peer.ts'
import { PersonAvatar } from '../person-avatar.tsx'
import { usePresence } from '../presence/use-presence.ts'
import { ConversationMenu } from './conversation-menu.tsx'

interface Props {
  peer: Participant | undefined
  isWide: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  searchRef: RefObject<HTMLButtonElement | null>
  /** There are no messages to search or delete. */
  isEmpty: boolean
  isSearching: boolean
  onToggleSearch: () => void
  onDelete: () => void
  onReport: () => void
}

/** The peer, and the actions on the conversation. */
export function ThreadHeader(props: Props) {
  const { peer, isWide, headingRef, searchRef, isEmpty, isSearching, onToggleSearch, onDelete } =
    props
  const { onReport } = props
  // A phone shows either the presence or the connection state here: the list with its own badge is hidden.
  const { state } = useConnectionState()
  const Heading = isWide ? 'h2' : 'h1'
  return (
    <header className="flex h-16 shrink-0 items-center gap-1 border-b border-line px-2 md:pl-4">
      {!isWide && (
        <Link
          to="/messages"
          preventScrollReset
          aria-label="Back"
          className={getButtonClass({ variant: 'ghost', className: 'size-10 px-0!' })}
        >
          <ArrowLeft className="size-4.5" aria-hidden="true" />
        </Link>
      )}
      {peer ? (
        <>
          <PersonAvatar participant={peer} />
          <div className="ml-2 grid min-w-0 flex-1">
            <Heading
              ref={headingRef}
              tabIndex={-1}
              className="truncate text-base/5 font-semibold outline-none"
            >
              <PeerName peer={peer} />
            </Heading>
            <div className="flex min-w-0 items-center gap-2 text-xs text-muted empty:hidden">
              {(isWide || state === 'connected') && <PresenceStatus peer={peer} />}
              {!isWide && <ConnectionBadge />}
            </div>
          </div>
        </>
      ) : (
        <PeerSkeleton />
      )}
      {!isEmpty && (
        <>
          <IconButton
            ref={searchRef}
            label="Search in conversation"
            icon={Search}
            aria-expanded={isSearching}
            onClick={onToggleSearch}
            className="aria-expanded:bg-primary-soft aria-expanded:text-link"
          />
          <IconButton
            label="Delete conversation"
            fullLabel={peer && `Delete conversation with ${getPeerName(peer)}`}
            icon={Trash2}
            onClick={onDelete}
          />
        </>
      )}
      {peer && <ConversationMenu peer={peer} onReport={onReport} />}
    </header>
  )
}

function PeerName({ peer }: { peer: Participant }) {
  if (peer.userName === undefined) return <span className="text-muted">{getPeerName(peer)}</span>
  return (
    <Link
      to={`/profile/${peer.userName}`}
      className="block w-fit max-w-full truncate rounded-sm hover:text-link hover:underline"
    >
      {peer.userName}
    </Link>
  )
}

function PresenceStatus({ peer }: { peer: Participant }) {
  const { isOnline, lastSeen } = usePresence(peer)
  if (isOnline) return <span className="font-medium text-success">Online</span>
  if (lastSeen === null) return null
  return (
    <span className="min-w-0 truncate">
      {'Last seen '}
      <RelativeTime at={lastSeen} />
    </span>
  )
}

function PeerSkeleton() {
  return (
    <div className="flex flex-1 animate-arrive-late items-center gap-3">
      <Skeleton round className="size-10 shrink-0" />
      <Skeleton className="h-4 w-28" />
    </div>
  )
}
