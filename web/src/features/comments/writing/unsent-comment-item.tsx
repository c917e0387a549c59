import { CircleAlert, Clock3 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CommentBody } from '../thread/comment-body.tsx'
import { CommentFrame } from '../thread/comment-frame.tsx'
import { useCommentActions } from '../comment-actions.ts'
import type { UnsentComment } from './unsent-comments.ts'

interface Props {
  unsent: UnsentComment
  className: string
}

/** The member's own comment while it is being sent, waits to be sent, or was refused. */
export function UnsentCommentItem({ unsent, className }: Props) {
  const { viewer, retry, discard } = useCommentActions()
  const name = viewer?.userName ?? '?'
  const item = useRef<HTMLLIElement>(null)
  const { failure, isRetryable: isWaiting = false } = unsent
  const isNewlySent = useRef(failure === null)

  useEffect(() => {
    if (!isNewlySent.current) return
    // The comment appears below its older siblings, possibly off-screen, and may push the form off-screen too.
    item.current?.scrollIntoView({ block: 'nearest' })
    document.activeElement?.closest('form')?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <li
      ref={item}
      aria-busy={failure === null}
      data-replying-to={unsent.under}
      className={className}
    >
      <CommentFrame
        avatar={
          <Avatar
            name={name}
            picture={viewer?.profilePicture}
            size="sm"
            className="size-full! sm:text-xs"
          />
        }
        head={
          <>
            <span className="min-w-0 truncate font-medium">{name}</span>
            {failure === null && <span className="text-faint">Sending...</span>}
            {isWaiting && (
              <span role="status" className="flex items-center gap-1 text-warning">
                <Clock3 className="size-3.5 shrink-0" aria-hidden="true" />
                Waiting to send
              </span>
            )}
          </>
        }
      >
        <div className={failure === null ? 'opacity-70' : undefined}>
          <CommentBody content={unsent.content} />
        </div>
        {isWaiting && (
          <Button size="sm" variant="ghost" className="mt-1 -ml-3" onClick={() => discard(unsent)}>
            Discard
          </Button>
        )}
        {failure !== null && !isWaiting && (
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-danger/30 bg-danger-soft py-1.5 pr-1.5 pl-3 text-sm">
            <p role="alert" className="flex min-w-0 flex-1 basis-52 gap-2">
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
              {failure}
            </p>
            <div className="ml-auto flex gap-1.5">
              <Button size="sm" variant="ghost" onClick={() => discard(unsent)}>
                Discard
              </Button>
              <Button size="sm" onClick={() => retry(unsent)}>
                Retry
              </Button>
            </div>
          </div>
        )}
      </CommentFrame>
    </li>
  )
}
