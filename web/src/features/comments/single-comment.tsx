import type { FlatComment } from '@dolph/contract/comments'
import { CornerDownRight, MessageSquareX, Reply } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CommentBody } from './comment-body.tsx'
import { CommentFrame } from './comment-frame.tsx'
import { CommentHead, CommentTime, OwnCommentMenu } from './comment-head.tsx'
import { useCommentActions } from './comment-actions.ts'
import { EditComment } from './edit-comment.tsx'
import { ReplyForm } from './reply-form.tsx'
import type { CommentNode } from './comment-tree.ts'

interface Props {
  node: CommentNode
  /** What it answers, where the place alone does not show it. */
  repliedTo: FlatComment | undefined
  onReplied: () => void
  /** The line that leads down to the replies. */
  stem: ReactNode
  /** What can be done with the replies. */
  children: ReactNode
}

/** A comment by itself: read, answered, changed, or the stone that is left of it. */
export function SingleComment({ node, repliedTo, onReplied, stem, children }: Props) {
  const { comment } = node
  const { viewer, requestDelete } = useCommentActions()
  const [doing, setDoing] = useState<'reading' | 'replying' | 'editing'>('reading')
  const replyButton = useRef<HTMLButtonElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)

  const backTo = (button: RefObject<HTMLButtonElement | null>) => {
    setDoing('reading')
    button.current?.focus({ preventScroll: true })
  }
  const isStone = comment.isDeleted
  const isOwn = viewer !== null && comment.user?._id === viewer._id

  return (
    <CommentFrame
      avatar={isStone ? <TombstoneIcon /> : <AuthorAvatar comment={comment} />}
      head={isStone ? <TombstoneHead comment={comment} /> : <CommentHead comment={comment} />}
      aside={
        isOwn &&
        !isStone && (
          <OwnCommentMenu
            buttonRef={menuButton}
            onEdit={() => setDoing('editing')}
            onDelete={() => requestDelete(comment)}
          />
        )
      }
      stem={stem}
    >
      {repliedTo && !isStone && <RepliedTo comment={repliedTo} />}
      {!isStone &&
        (doing === 'editing' ? (
          <EditComment comment={comment} onClose={() => backTo(menuButton)} />
        ) : (
          <CommentBody content={comment.content} />
        ))}
      <div className="mt-0.5 -ml-2 flex flex-wrap empty:hidden">
        {!isStone && doing !== 'editing' && (
          <Button
            ref={replyButton}
            size="sm"
            variant="ghost"
            icon={Reply}
            aria-expanded={doing === 'replying'}
            onClick={() => (doing === 'replying' ? backTo(replyButton) : setDoing('replying'))}
            className="px-2!"
          >
            Reply
            <span className="sr-only"> to {comment.user?.userName ?? 'Unknown User'}</span>
          </Button>
        )}
        {children}
      </div>
      {/* Stays where it is when the comment becomes a stone, with what was typed in it. */}
      {doing === 'replying' && (
        <ReplyForm
          node={node}
          onSent={() => {
            onReplied()
            backTo(replyButton)
          }}
          onCancel={() => backTo(replyButton)}
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

/** On a phone deep replies stand no further to the right than what they answer. */
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

function TombstoneIcon() {
  return (
    <span className="grid size-full place-items-center rounded-full border border-dashed border-edge text-faint">
      <MessageSquareX className="size-3.5 sm:size-4" aria-hidden="true" />
    </span>
  )
}

function TombstoneHead({ comment }: { comment: FlatComment }) {
  return (
    <>
      <span className="text-muted italic">This comment was deleted</span>
      <CommentTime comment={comment} />
    </>
  )
}
