import { formatExactTime } from '../../../ui/exact-time.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { DisplayedMessage } from './displayed-messages.ts'
import { MessageMenu } from '../changes/message-menu.tsx'
import { ReactionList } from '../changes/reaction-list.tsx'
import type { MessageActions } from '../changes/use-message-actions.tsx'
import { formatMessageTime } from '../message-time.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { MessageAboutCard } from './message-about.tsx'
import { MessageBody } from '../message-text/message-body.tsx'
import { isOnlyEmoji } from '../message-text/is-only-emoji.ts'
import { QuotedMessage } from '../replies/quoted-message.tsx'
import type { Quote } from '../replies/use-quotes.ts'
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
  /** The earlier message that this one answers. */
  quote?: Quote | undefined
  onOpenQuote?: ((messageId: string) => void) | undefined
  onRetry: () => void
  actions: MessageActions
  /** Of all menus in a conversation, the newest is reached by the tab key, and only in view: focus would scroll to it. */
  isTabStop: boolean
}

export function MessageItem(props: Props) {
  const { row, name, now, isNewestOwn, searchTerm, quote, onRetry, actions, isTabStop } = props
  const { message, isFirst, isLast } = row
  const { isMine, label, isGone = false, reactions = [] } = message
  const isFailed = label === 'Failed'
  const hasMetaBelow = !isFailed && (isLast || label === 'Waiting to send')
  const isMatch = searchTerm !== undefined
  const isLargeEmoji = !isFailed && !isGone && !quote && isOnlyEmoji(message.content)

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
            !isLargeEmoji && getBubbleColors(message),
            getBubbleCorners(row),
            isFailed && 'bg-danger-soft! text-ink! ring-1 ring-danger/30 ring-inset',
            isMatch && 'outline-2 outline-offset-2 outline-warning',
          )}
        >
          {quote && !isGone && <QuotedMessage quote={quote} onOpen={props.onOpenQuote} />}
          <MessageBody
            isMarkdown={message.isMarkdown === true && !isGone}
            content={message.content}
            mentions={message.mentions}
            q={searchTerm}
          />
        </div>
        <MessageMenu message={message} actions={actions} isTabStop={isTabStop} />
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
      {reactions.length > 0 && (
        <ReactionList reactions={reactions} onReact={actions.react} isMine={isMine} />
      )}
      {hasMetaBelow && (
        <p className="mt-1 flex items-center gap-1.5 px-1 text-xs text-faint">
          <MessageMeta message={message} now={now} isLabelVisible={isNewestOwn} />
        </p>
      )}
      {isFailed && <SendFailure message={message} onRetry={onRetry} />}
    </li>
  )
}

const BUBBLE = 'px-3.5 py-2 text-base/6 md:text-sm/5.5'

function getBubbleColors({ isGone, isMine }: DisplayedMessage): string {
  if (isGone) return 'border border-dashed border-edge text-muted italic'
  return isMine ? 'bg-bubble text-on-bubble' : 'bg-hover text-ink'
}

interface MessageMetaProps {
  message: DisplayedMessage
  now: Date
  isLabelVisible: boolean
}

function MessageMeta({
  message: { createdAt, isMine, label, readers, isEdited },
  now,
  isLabelVisible,
}: MessageMetaProps) {
  return (
    <>
      <time dateTime={createdAt} title={formatExactTime(createdAt)} className="tabular-nums">
        {formatMessageTime(createdAt, now)}
      </time>
      {isEdited && <span>edited</span>}
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
