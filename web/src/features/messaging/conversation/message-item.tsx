import { Flag } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { formatExactTime } from '../../../ui/exact-time.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { DisplayedMessage } from './displayed-messages.ts'
import { formatMessageTime } from '../message-time.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { MessageAboutCard } from './message-about.tsx'
import { MessageText } from './message-text/message-text.tsx'
import { isOnlyEmoji } from './message-text/is-only-emoji.ts'
import type { MessageRow } from './message-rows.ts'

interface Props {
  row: MessageRow
  /** The sender's name, if it is not the viewer. */
  name: string
  now: Date
  /** The viewer's newest message shows its delivery status as text. */
  isNewestOwn: boolean
  /** The search text, if this message is the selected match. */
  searchTerm: string | undefined
  onRetry: () => void
  /** Without it the message cannot be reported. */
  onReport?: (messageId: string) => void
}

export function MessageItem(props: Props) {
  const { row, name, now, isNewestOwn, searchTerm, onRetry, onReport } = props
  const { message, isFirst, isLast } = row
  const { _id: id, isMine, label } = message
  const isFailed = label === 'Failed'
  const hasMetaBelow = !isFailed && (isLast || label === 'Waiting to send')
  const isMatch = searchTerm !== undefined
  const isLargeEmoji = !isFailed && isOnlyEmoji(message.content)

  return (
    <li
      data-message={message._id ?? message.key}
      className={cx(
        'group/message flex flex-col',
        isMine ? 'items-end' : 'items-start',
        isFirst ? 'mt-3' : 'mt-0.5',
      )}
    >
      <span className="sr-only">{isMine ? 'You' : name}</span>
      {message.about && <MessageAboutCard about={message.about} />}
      <div className="relative max-w-[min(85%,36rem)]">
        <div
          className={cx(
            'rounded-sheet',
            isLargeEmoji ? 'p-1 text-3xl' : BUBBLE,
            !isLargeEmoji && (isMine ? 'bg-bubble text-on-bubble' : 'bg-hover text-ink'),
            getBubbleCorners(row),
            isFailed && 'bg-danger-soft! text-ink! ring-1 ring-danger/30 ring-inset',
            isMatch && 'outline-2 outline-offset-2 outline-warning',
          )}
        >
          <MessageText content={message.content} mentions={message.mentions} q={searchTerm} />
        </div>
        {!isMine && id && onReport && <ReportButton onClick={() => onReport(id)} />}
        {!isLast && !hasMetaBelow && (
          <p
            className={cx(
              'absolute inset-y-0 flex items-center gap-1.5 px-2 text-xs whitespace-nowrap text-faint',
              'opacity-0 transition-opacity group-hover/message:opacity-100 max-md:sr-only',
              isMine ? 'right-full' : 'left-full',
            )}
          >
            <MessageMeta message={message} now={now} isLabelVisible={false} />
          </p>
        )}
      </div>
      {hasMetaBelow && (
        <p className="mt-1 flex items-center gap-1.5 px-1 text-xs text-faint">
          <MessageMeta message={message} now={now} isLabelVisible={isNewestOwn} />
        </p>
      )}
      {isFailed && <SendFailure message={message} onRetry={onRetry} />}
    </li>
  )
}

/**
 * Shown while the pointer is on the message. It is no tab stop, as a conversation would have hundreds: by keyboard, the menu
 * of the conversation reports the newest messages.
 */
function ReportButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      label="Report message"
      icon={Flag}
      size="sm"
      tabIndex={-1}
      onClick={onClick}
      className="absolute -top-3 -right-3 border! border-line! bg-raised! opacity-0 shadow-soft group-hover/message:opacity-100 focus-visible:opacity-100"
    />
  )
}

const BUBBLE = 'px-3.5 py-2 text-base/6 md:text-sm/5.5'

interface MessageMetaProps {
  message: DisplayedMessage
  now: Date
  isLabelVisible: boolean
}

function MessageMeta({
  message: { createdAt, isMine, label, readers },
  now,
  isLabelVisible,
}: MessageMetaProps) {
  return (
    <>
      <time dateTime={createdAt} title={formatExactTime(createdAt)} className="tabular-nums">
        {formatMessageTime(createdAt, now)}
      </time>
      {isMine && <DeliveryStatus label={label} readers={readers} isLabelVisible={isLabelVisible} />}
    </>
  )
}

function SendFailure({ message, onRetry }: { message: DisplayedMessage; onRetry: () => void }) {
  return (
    <div className="mt-1 mb-2 grid justify-items-end px-1 text-xs text-muted">
      <div className="flex items-center gap-1">
        <DeliveryStatus label="Failed" isLabelVisible />
        <Button
          size="sm"
          variant="ghost"
          className="h-6! px-2! text-xs! text-link! pointer-coarse:h-9! pointer-coarse:text-sm!"
          onClick={onRetry}
        >
          Retry
        </Button>
      </div>
      {message.failure && <p role="alert">{message.failure}</p>}
    </div>
  )
}

/** Corners between messages of one group are less rounded, so that the group reads as one. */
function getBubbleCorners({ message, isFirst, isLast }: MessageRow): string {
  return message.isMine
    ? cx(!isFirst && 'rounded-tr-sm', !isLast && 'rounded-br-sm')
    : cx(!isFirst && 'rounded-tl-sm', !isLast && 'rounded-bl-sm')
}
