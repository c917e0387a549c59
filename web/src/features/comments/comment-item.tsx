import type { FlatComment } from '@dolph/contract/comments'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useDeeds } from './deeds.ts'
import { OneComment } from './one-comment.tsx'
import { branchLook, PHONE_STEPS, repliesLook } from './thread-lines.ts'
import { countReplies, type Entry } from './threads.ts'
import { UnsentItem } from './unsent-item.tsx'

interface Props {
  entry: Entry
  className?: string
  /** What it answers, where the place alone does not show it. */
  answered?: FlatComment | undefined
  /** The page of threads in which it stands; only for the first of a thread. */
  page?: number
  /** Leads to replies that are not here yet. */
  more?: ReactNode
}

/** A comment with everything below it. */
export function CommentItem({ entry, className, answered, page, more }: Props) {
  const { comment, depth, replies, unsent } = entry
  const { linked } = useDeeds()
  const [isOpen, setIsOpen] = useState(true)
  const repliesId = useId()
  const id = `comment-${comment._id}`
  const hasReplies = replies.length > 0 || unsent.length > 0 || Boolean(more)

  return (
    <li id={id} tabIndex={-1} data-page={page} className={cx('outline-none', className)}>
      <div
        data-linked={linked === id || undefined}
        className="relative data-linked:before:absolute data-linked:before:-inset-x-2 data-linked:before:-top-2 data-linked:before:-bottom-1 data-linked:before:rounded-card data-linked:before:bg-primary-soft"
      >
        <OneComment
          entry={entry}
          answered={answered}
          onAnswered={() => setIsOpen(true)}
          stem={hasReplies && isOpen && <Stem onClick={() => setIsOpen(false)} />}
        >
          {hasReplies && (
            <Toggle
              count={countReplies(entry) + unsent.length}
              orMore={Boolean(more)}
              isOpen={isOpen}
              controls={repliesId}
              onToggle={() => setIsOpen(!isOpen)}
            />
          )}
        </OneComment>
      </div>
      {hasReplies && (
        <ul id={repliesId} hidden={!isOpen} className={repliesLook(depth)}>
          {replies.map((reply) => (
            <CommentItem
              key={reply.comment._id}
              entry={reply}
              answered={depth < PHONE_STEPS ? undefined : comment}
              className={branchLook(depth)}
            />
          ))}
          {more}
          {unsent.map((each) => (
            <UnsentItem key={each.tempId} unsent={each} className={branchLook(depth)} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface ToggleProps {
  count: number
  orMore: boolean
  isOpen: boolean
  controls: string
  onToggle: () => void
}

function Toggle({ count, orMore, isOpen, controls, onToggle }: ToggleProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      className={cx('px-2!', !isOpen && 'text-link!')}
    >
      <ChevronDown
        className={cx('size-4 transition-transform', !isOpen && '-rotate-90')}
        aria-hidden="true"
      />
      {orMore ? `${count}+ replies` : count === 1 ? '1 reply' : `${count} replies`}
    </Button>
  )
}

/** The line under an avatar. Closing a thread by it is for pointers; the keyboard has the button. */
function Stem({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onClick}
      className="group/stem absolute top-[calc(var(--avatar)+0.375rem)] bottom-0 left-[calc(var(--avatar)/2)] w-5 -translate-x-1/2 max-sm:hidden"
    >
      <span className="mx-auto block h-full w-px bg-line transition-colors group-hover/stem:bg-edge" />
    </button>
  )
}
