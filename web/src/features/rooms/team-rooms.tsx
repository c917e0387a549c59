import type { Room } from '@dolph/contract/rooms/rooms'
import { AtSign, BellOff, Users } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../lib/now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { getPlainText } from '../messaging/message-text/get-plain-text.ts'
import { UnreadCount } from '../messaging/conversation-list/unread-count.tsx'
import { formatMessageTime } from '../messaging/message-time.ts'
import { getPeerName } from '../messaging/peer.ts'
import { FOLDED_MESSAGE } from './folded-message.ts'
import { useRoomList } from './use-rooms.ts'

const ROOMS_SHOWN = 5

/** The rooms of the member's teams, above the conversations. Without a team, nothing. */
export function TeamRooms({ openId }: { openId: string | undefined }) {
  const { data } = useRoomList()
  const [isExpanded, setExpanded] = useState(false)
  const headingId = useId()
  const rooms = data?.rooms ?? []
  if (rooms.length === 0) return null
  const shown = isExpanded ? rooms : rooms.slice(0, ROOMS_SHOWN)
  return (
    <section aria-labelledby={headingId} className="border-b border-line p-2">
      <h2 id={headingId} className="px-3 pt-1 pb-1.5 text-xs font-medium text-muted">
        Teams
      </h2>
      <ul className="grid grid-cols-1 gap-px">
        {shown.map((room) => (
          <RoomEntry key={room._id} room={room} isOpen={room._id === openId} />
        ))}
      </ul>
      {rooms.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setExpanded(true)} className="mt-1 w-full">
          {`Show all ${rooms.length} teams`}
        </Button>
      )}
    </section>
  )
}

function RoomEntry({ room, isOpen }: { room: Room; isOpen: boolean }) {
  const { lastMessage, unreadCount, mentionCount, isMuted } = room
  const now = useNow()
  const isNew = unreadCount > 0 && !isMuted
  return (
    <li>
      <Link
        id={`conversation-${room._id}`}
        to={`/messages/rooms/${room._id}`}
        preventScrollReset
        aria-current={isOpen ? 'page' : undefined}
        className={cx(
          'flex items-center gap-3 rounded-control px-3 py-2.5 transition-colors',
          'hover:bg-hover active:bg-pressed aria-[current=page]:bg-primary-soft',
          'focus-visible:-outline-offset-2',
        )}
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-link">
          <Users className="size-5" aria-hidden="true" />
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline gap-2">
            <span
              className={cx(
                'min-w-0 flex-1 truncate text-sm',
                isNew ? 'font-semibold' : 'font-medium',
              )}
            >
              <bdi>{room.name}</bdi>
            </span>
            {lastMessage && (
              <time
                dateTime={lastMessage.createdAt}
                className={cx(
                  'shrink-0 text-xs tabular-nums',
                  isNew ? 'font-medium text-link' : 'text-faint',
                )}
              >
                {formatMessageTime(lastMessage.createdAt, now)}
              </time>
            )}
          </span>
          <span className="flex h-5 items-center gap-2 text-sm">
            <span className={cx('min-w-0 flex-1 truncate', isNew ? 'text-ink' : 'text-muted')}>
              <bdi>{describeLast(room)}</bdi>
            </span>
            {isMuted && <BellOff aria-label="Muted" className="size-3.5 shrink-0 text-faint" />}
            {mentionCount > 0 && <MentionCount count={mentionCount} />}
            {isNew && <UnreadCount count={unreadCount} />}
          </span>
        </span>
      </Link>
    </li>
  )
}

function MentionCount({ count }: { count: number }) {
  return (
    <span className="grid size-5 shrink-0 place-items-center rounded-full bg-primary-soft text-link">
      <AtSign className="size-3.5" aria-hidden="true" />
      <span className="sr-only">{count === 1 ? '1 mention' : `${count} mentions`}</span>
    </span>
  )
}

function describeLast({ lastMessage, ignoredIds }: Room): string {
  if (!lastMessage) return 'No messages yet'
  const name = getPeerName(lastMessage.sender)
  if (lastMessage.line === 'joined' || lastMessage.line === 'left')
    return `${name} ${lastMessage.line}`
  if (!lastMessage.line && ignoredIds.includes(lastMessage.sender._id)) return FOLDED_MESSAGE
  return lastMessage.line
    ? `${name} changed the history`
    : `${name}: ${getPlainText(lastMessage.content, lastMessage.format === 'markdown')}`
}
