import type { FlatComment } from '@dolph/contract/comments/comments'
import { Ellipsis, Pencil, PenLine, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { formatExactTime } from '../../../ui/exact-time.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { useCommentActions } from '../comment-actions.ts'
import { getCommentExcerpt } from './comment-excerpt.ts'

/** The author of a comment, its time and whether it was edited. */
export function CommentHead({ comment }: { comment: FlatComment }) {
  const { user, editedAt } = comment
  const { postAuthorId } = useCommentActions()
  return (
    <>
      {user ? (
        <Link
          to={`/profile/${user.userName}`}
          className="min-w-0 truncate font-medium text-ink hover:text-link hover:underline"
        >
          {user.userName}
        </Link>
      ) : (
        <span className="font-medium text-muted">Unknown User</span>
      )}
      {user && user._id === postAuthorId && (
        <Badge tone="iris" icon={PenLine} className="h-5! px-1.5!">
          Author
        </Badge>
      )}
      <CommentTime comment={comment} />
      {editedAt !== null && (
        <Tooltip label={`Edited ${formatExactTime(editedAt)}`}>
          <span className="text-faint">edited</span>
        </Tooltip>
      )}
    </>
  )
}

/** The time of a comment, which is also its permalink. */
export function CommentTime({ comment }: { comment: FlatComment }) {
  return (
    <Link
      to={{ hash: `comment-${comment._id}` }}
      replace
      preventScrollReset
      className="shrink-0 text-faint hover:text-ink hover:underline"
    >
      <RelativeTime at={comment.createdAt} />
    </Link>
  )
}

interface MenuProps {
  comment: FlatComment
  onEdit: () => void
  onDelete: () => void
  buttonRef: RefObject<HTMLButtonElement | null>
}

export function OwnCommentMenu({ comment, onEdit, onDelete, buttonRef }: MenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          ref={buttonRef}
          label="Comment options"
          fullLabel={`Comment options: ${getCommentExcerpt(comment)}`}
          icon={Ellipsis}
          size="sm"
          className="-my-1 -mr-1.5"
        />
      }
    >
      <MenuItem icon={Pencil} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
