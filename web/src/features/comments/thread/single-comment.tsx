import type { FlatComment } from '@dolph/contract/comments/comments'
import { CornerDownRight, MessageSquareX, Reply } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyHiddenNotice } from '../../moderation/lazy-hidden-notice.tsx'
import { CommentBody } from './comment-body.tsx'
import { CommentFrame } from './comment-frame.tsx'
import { CommentHead, CommentTime, OwnCommentMenu } from './comment-head.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { FoldedHead, FoldedIcon } from './folded-comment.tsx'
import { useCommentActions } from '../comment-actions.ts'
import { EditComment } from '../writing/edit-comment.tsx'
import { ReplyForm } from '../writing/reply-form.tsx'
import type { CommentNode } from './comment-tree.ts'

interface Props {
  node: CommentNode
  /** The comment that this one replies to, shown where the indentation does not tell. */
  repliedTo: FlatComment | undefined
  onReplied: () => void
  /** The line that leads down to the replies. */
  threadLine: ReactNode
  /** Further buttons beside Reply. */
  children: ReactNode
}

/** One comment without its replies: its text or edit form and the reply form, or its tombstone. */
export function SingleComment({ node, repliedTo, onReplied, threadLine, children }: Props) {
  const { comment } = node
  const { viewer, requestDelete } = useCommentActions()
  const [mode, setMode] = useState<'reading' | 'replying' | 'editing'>('reading')
  const replyButton = useRef<HTMLButtonElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)

  const closeAndFocus = (button: RefObject<HTMLButtonElement | null>) => {
    setMode('reading')
    button.current?.focus({ preventScroll: true })
  }
  const isOwn = viewer !== null && comment.user?._id === viewer._id
  const isHiddenByModerator = comment.withheld === 'hidden'
  const isFolded = comment.withheld === 'ignored'
  const isTombstone = comment.isDeleted || isFolded || (isHiddenByModerator && !isOwn)

  return (
    <CommentFrame
      avatar={
        isTombstone ? <TombstoneIcon comment={comment} /> : <AuthorAvatar comment={comment} />
      }
      head={isTombstone ? <TombstoneHead comment={comment} /> : <CommentHead comment={comment} />}
      aside={
        (!isTombstone || isFolded) &&
        (isOwn ? (
          <OwnCommentMenu
            comment={comment}
            buttonRef={menuButton}
            onEdit={() => setMode('editing')}
            onDelete={() => requestDelete(comment)}
          />
        ) : (
          <CommentMenu comment={comment} />
        ))
      }
      threadLine={threadLine}
    >
      {repliedTo && !isTombstone && <RepliedTo comment={repliedTo} />}
      {!isTombstone &&
        (mode === 'editing' ? (
          <EditComment comment={comment} onClose={() => closeAndFocus(menuButton)} />
        ) : (
          <CommentBody content={comment.content} mentions={comment.mentions} />
        ))}
      {isHiddenByModerator && isOwn && (
        <div className="my-2">
          <LazyHiddenNotice subject={comment._id} />
        </div>
      )}
      <div className="mt-0.5 -ml-2 flex flex-wrap empty:hidden">
        {!isTombstone && mode !== 'editing' && (
          <Button
            ref={replyButton}
            size="sm"
            variant="ghost"
            icon={Reply}
            aria-expanded={mode === 'replying'}
            onClick={() => (mode === 'replying' ? closeAndFocus(replyButton) : setMode('replying'))}
            className="px-2!"
          >
            Reply
            <span className="sr-only"> to {comment.user?.userName ?? 'Unknown User'}</span>
          </Button>
        )}
        {children}
      </div>
      {/* Stays open when the comment becomes a tombstone, so that the typed reply is not lost. */}
      {mode === 'replying' && (
        <ReplyForm
          node={node}
          onSent={() => {
            onReplied()
            closeAndFocus(replyButton)
          }}
          onCancel={() => closeAndFocus(replyButton)}
        />
      )}
    </CommentFrame>
  )
}

function AuthorAvatar({ comment }: { comment: FlatComment }) {
  return (
    <Avatar
      name={comment.user?.userName ?? '?'}
      picture={comment.user?.profilePicture}
      size="sm"
      className="size-full! sm:text-xs"
    />
  )
}

/** The author of the parent comment, for phones: deep replies are not indented there. */
function RepliedTo({ comment: { user, isDeleted } }: { comment: FlatComment }) {
  return (
    <p className="mb-1 flex min-w-0 items-center gap-1 text-xs text-faint sm:hidden">
      <CornerDownRight className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="truncate">
        to {user?.userName ?? (isDeleted ? 'a deleted comment' : 'Unknown User')}
      </span>
    </p>
  )
}

function TombstoneIcon({ comment }: { comment: FlatComment }) {
  if (comment.withheld === 'ignored') return <FoldedIcon />
  return (
    <span className="grid size-full place-items-center rounded-full border border-dashed border-edge text-faint">
      <MessageSquareX className="size-3.5 sm:size-4" aria-hidden="true" />
    </span>
  )
}

function TombstoneHead({ comment }: { comment: FlatComment }) {
  if (comment.withheld === 'ignored') return <FoldedHead comment={comment} />
  return (
    <>
      <span className="text-muted italic">
        {comment.isDeleted ? 'This comment was deleted' : 'A moderator hid this comment'}
      </span>
      <CommentTime comment={comment} />
    </>
  )
}
