import type { FlatComment } from '@dolph/contract/comments/comments'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useCommentActions } from '../comment-actions.ts'
import { SingleComment } from './single-comment.tsx'
import { getBranchClass, MOBILE_INDENT_MAX, getRepliesClass } from './thread-lines.ts'
import { countReplies, type CommentNode } from './comment-tree.ts'
import { UnsentCommentItem } from '../writing/unsent-comment-item.tsx'

interface Props {
  node: CommentNode
  className?: string
  /** The comment that this one replies to, shown where the indentation does not tell. */
  repliedTo?: FlatComment | undefined
  /** The index of the page of threads it came with; only for the root of a thread. */
  page?: number
  /** The button that loads further replies. */
  more?: ReactNode
}

/** A comment with its replies. */
export function CommentItem({ node, className, repliedTo, page, more }: Props) {
  const { comment, depth, replies, unsent } = node
  const { linkedId } = useCommentActions()
  const [isOpen, setIsOpen] = useState(true)
  const repliesId = useId()
  const id = `comment-${comment._id}`
  const hasReplies = replies.length > 0 || unsent.length > 0 || Boolean(more)

  return (
    <li id={id} tabIndex={-1} data-page={page} className={cx('outline-none', className)}>
      <div
        data-linked={linkedId === id || undefined}
        className="relative data-linked:before:absolute data-linked:before:-inset-x-2 data-linked:before:-top-2 data-linked:before:-bottom-1 data-linked:before:rounded-card data-linked:before:bg-primary-soft"
      >
        <SingleComment
          node={node}
          repliedTo={repliedTo}
          onReplied={() => setIsOpen(true)}
          threadLine={hasReplies && isOpen && <ThreadLine onClick={() => setIsOpen(false)} />}
        >
          {hasReplies && (
            <RepliesToggle
              count={countReplies(node) + unsent.length}
              orMore={Boolean(more)}
              isOpen={isOpen}
              controls={repliesId}
              onToggle={() => setIsOpen(!isOpen)}
            />
          )}
        </SingleComment>
      </div>
      {hasReplies && (
        <ul id={repliesId} hidden={!isOpen} className={getRepliesClass(depth)}>
          {replies.map((reply) => (
            <CommentItem
              key={reply.comment._id}
              node={reply}
              repliedTo={depth < MOBILE_INDENT_MAX ? undefined : comment}
              className={getBranchClass(depth)}
            />
          ))}
          {more}
          {unsent.map((each) => (
            <UnsentCommentItem key={each.tempId} unsent={each} className={getBranchClass(depth)} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface RepliesToggleProps {
  count: number
  orMore: boolean
  isOpen: boolean
  controls: string
  onToggle: () => void
}

function RepliesToggle({ count, orMore, isOpen, controls, onToggle }: RepliesToggleProps) {
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

/** The line under an avatar. A click on it collapses the thread; keyboard users have the replies button. */
function ThreadLine({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onClick}
      className="group/line absolute top-[calc(var(--avatar)+0.375rem)] bottom-0 left-[calc(var(--avatar)/2)] w-5 -translate-x-1/2 max-sm:hidden"
    >
      <span className="mx-auto block h-full w-px bg-line transition-colors group-hover/line:bg-edge" />
    </button>
  )
}
