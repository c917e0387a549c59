import type { Conversation } from '@dolph/contract/messaging/messaging'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '../../../lib/now.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { getPlainText } from '../message-text/get-plain-text.ts'
import { formatMessageTime } from '../message-time.ts'
import { getPeerName } from '../peer.ts'
import { PersonAvatar } from '../person-avatar.tsx'
import { UnreadCount } from './unread-count.tsx'
import { usePresence } from '../presence/use-presence.ts'

interface Props {
  conversation: Conversation
  isOpen: boolean
  onDelete: () => void
}

/** A conversation in the list: the peer, the last message and the unread count. */
export function ConversationEntry({ conversation, isOpen, onDelete }: Props) {
  const { peer, lastMessage, unreadCount } = conversation
  const { isOnline } = usePresence(peer)
  const now = useNow()
  const isNew = unreadCount > 0
  const isMine = lastMessage.sender._id !== peer._id

  return (
    <li className="group relative">
      <Link
        id={getConversationEntryId(peer._id)}
        to={`/messages/${peer._id}`}
        preventScrollReset
        aria-current={isOpen ? 'page' : undefined}
        className={cx(
          'flex items-center gap-3 rounded-control px-3 py-2.5 transition-colors',
          'hover:bg-hover active:bg-pressed aria-[current=page]:bg-primary-soft',
          'focus-visible:-outline-offset-2',
        )}
      >
        <PersonAvatar participant={peer} />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline gap-2">
            <span
              className={cx(
                'min-w-0 flex-1 truncate text-sm',
                isNew ? 'font-semibold' : 'font-medium',
                peer.userName === undefined && 'text-muted',
              )}
            >
              {getPeerName(peer)}
              {isOnline && <span className="sr-only">, online</span>}
            </span>
            <time
              dateTime={lastMessage.createdAt}
              className={cx(
                'shrink-0 text-xs tabular-nums',
                isNew ? 'font-medium text-link' : 'text-faint',
              )}
            >
              {formatMessageTime(lastMessage.createdAt, now)}
            </time>
          </span>
          <span className={cx('flex h-5 items-center gap-2 text-sm', DELETE_BUTTON_SPACE)}>
            <span className={cx('min-w-0 flex-1 truncate', isNew ? 'text-ink' : 'text-muted')}>
              {isMine && 'You: '}
              <bdi>{getPlainText(lastMessage.content, lastMessage.format === 'markdown')}</bdi>
            </span>
            {isNew && <UnreadCount count={unreadCount} />}
          </span>
        </span>
      </Link>
      <IconButton
        size="sm"
        label="Delete conversation"
        fullLabel={`Delete conversation with ${getPeerName(peer)}`}
        icon={Trash2}
        onClick={onDelete}
        className={cx(
          'absolute! right-2 bottom-1.5 size-7! text-faint! opacity-0 hover:text-danger! [&_svg]:size-4',
          'pointer-coarse:right-1 pointer-coarse:bottom-0.5 pointer-coarse:size-9!',
          'group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        )}
      />
    </li>
  )
}

const DELETE_BUTTON_SPACE = 'group-focus-within:pr-7 group-hover:pr-7 pointer-coarse:pr-7'
export function getConversationEntryId(peerId: string): string {
  return `conversation-${peerId}`
}
