import type { OpenRoom } from '@dolph/contract/rooms/rooms'
import { ArrowLeft, BellOff, Search, Users } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { getButtonClass } from '../../ui/buttons/button-class.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConnectionBadge } from '../messaging/presence/connection-badge.tsx'
import { RoomPeopleDialog } from './room-people-dialog.tsx'

const FACES_SHOWN = 3

interface Props {
  room: OpenRoom | undefined
  onlineIds: ReadonlySet<string>
  isWide: boolean
  searchRef: RefObject<HTMLButtonElement | null>
  isSearching: boolean
  onToggleSearch: () => void
}

/** The project, who reads the room, and its settings. */
export function RoomHeader(props: Props) {
  const { room, onlineIds, isWide, searchRef, isSearching, onToggleSearch } = props
  const [isOpen, setOpen] = useState(false)
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
      {room ? (
        <>
          <RoomFaces room={room} />
          <div className="ml-2 grid min-w-0 flex-1">
            <Heading className="truncate text-base/5 font-semibold">
              {room.post ? (
                <Link
                  to={`/posts/${room.post._id}`}
                  className="block w-fit max-w-full truncate rounded-sm hover:text-link hover:underline"
                >
                  <bdi>{room.name}</bdi>
                </Link>
              ) : (
                <bdi>{room.name}</bdi>
              )}
            </Heading>
            <div className="flex min-w-0 items-center gap-2 text-xs text-muted">
              <span className="truncate">
                {room.memberCount === 1 ? '1 person' : `${room.memberCount} people`}
                {onlineIds.size > 0 && `, ${onlineIds.size} online`}
              </span>
              {room.isMuted && (
                <span className="flex items-center gap-1">
                  <BellOff className="size-3" aria-hidden="true" />
                  Muted
                </span>
              )}
              {!isWide && <ConnectionBadge />}
            </div>
          </div>
          <IconButton
            ref={searchRef}
            label="Search in conversation"
            icon={Search}
            aria-expanded={isSearching}
            onClick={onToggleSearch}
            className="aria-expanded:bg-primary-soft aria-expanded:text-link"
          />
          <IconButton label="People and settings" icon={Users} onClick={() => setOpen(true)} />
          <RoomPeopleDialog
            room={room}
            onlineIds={onlineIds}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </>
      ) : (
        <div className="flex flex-1 animate-arrive-late items-center gap-3">
          <Skeleton round className="size-10 shrink-0" />
          <Skeleton className="h-4 w-40" />
        </div>
      )}
    </header>
  )
}

function RoomFaces({ room: { members } }: { room: OpenRoom }) {
  return (
    <span className="flex shrink-0 -space-x-3 *:ring-2 *:ring-surface max-[26rem]:hidden">
      {members.slice(0, FACES_SHOWN).map(({ person }) => (
        <Avatar key={person._id} name={person.userName} picture={person.profilePicture} />
      ))}
    </span>
  )
}
