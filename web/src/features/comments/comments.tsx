import type { FlatComment } from '@dolph/contract/comments'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { getErrorMessage } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { COMMENT_SIZE_VARIABLES } from './comment-frame.tsx'
import { CommentList, CommentsFailed, NoComments } from './comment-list.tsx'
import { CommentsSkeleton } from './comments-skeleton.tsx'
import {
  discussionQuery,
  useDeleteComment,
  useLoadMoreThreads,
  useLoadMoreReplies,
} from './data.ts'
import { CommentActionsContext, type CommentActions } from './comment-actions.ts'
import { useLinkedComment } from './use-linked-comment.ts'
import { NewComment } from './new-comment.tsx'
import { useCommentOutbox } from './use-comment-outbox.ts'
import { WriteButton } from './write-button.tsx'

interface Props {
  postId: string
  /** All comments with replies, as the server counts them. */
  count: number
  /** The count is another one, because of something done here. */
  onCountChange?: (count: number) => void
}

/** What members say about a post, and the place to join in. */
export function Comments({ postId, count, onCountChange }: Props) {
  const viewer = useViewer()
  const headingId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, announce] = useState('')
  const [toDelete, setToDelete] = useState<FlatComment | null>(null)
  const focusOn = useFocusAfterRender()
  const tellCount = useCommentCount(count, onCountChange)

  const { data, isPending, isFetching, refetch } = useQuery(discussionQuery(postId))
  const linked = useLinkedComment(data !== undefined)
  const readOn = useLoadMoreThreads(postId)
  const readReplies = useLoadMoreReplies(postId)
  const deletion = useDeleteComment(postId)
  const outbox = useCommentOutbox(postId, (_, isNews) => {
    announce('Comment posted')
    if (isNews) tellCount((known) => known + 1)
  })

  const remove = (comment: FlatComment) =>
    deletion.mutate(comment._id, {
      onSuccess: ({ commentCount }) => {
        tellCount(() => commentCount)
        announce('Comment deleted')
        focusOn(comment.parent === null ? headingId : `comment-${comment.parent}`)
      },
      onError: (error) =>
        toast.error(getErrorMessage(error, 'Failed to delete comment. Please try again.')),
      onSettled: () => setToDelete(null),
    })

  const deeds: CommentActions = {
    viewer,
    ...outbox,
    send: (content, to) => {
      announce('')
      outbox.send(content, to)
    },
    requestDelete: setToDelete,
    loadReplies: (thread, start) =>
      readReplies.mutate(
        { thread, start },
        { onSuccess: ({ replies }) => replies[0] && focusOn(`comment-${replies[0]._id}`) },
      ),
    loadingRepliesOf: readReplies.isPending ? readReplies.variables.thread : undefined,
    failedRepliesOf: readReplies.isError ? readReplies.variables.thread : undefined,
    announce,
    linkedId: linked,
  }
  const isEmpty = data ? data.threads.length === 0 && outbox.unsent.length === 0 : count === 0

  return (
    <section
      aria-labelledby={headingId}
      className={cx(COMMENT_SIZE_VARIABLES, 'grid min-w-0 gap-6')}
    >
      <h2 id={headingId} tabIndex={-1} className="text-xl font-semibold outline-none">
        Comments <span className="font-normal text-faint tabular-nums">({count})</span>
      </h2>
      <CommentActionsContext value={deeds}>
        {!isPending && <WriteButton field={field} />}
        {isPending && (isEmpty ? <NoComments /> : <CommentsSkeleton count={count} />)}
        {!isPending && !data && (
          <CommentsFailed onRetry={() => void refetch()} isBusy={isFetching} />
        )}
        {data && isEmpty && <NoComments />}
        {data && !isEmpty && (
          <CommentList
            discussion={data}
            unsent={outbox.unsent}
            onLoadMore={() =>
              data.nextPage &&
              readOn.mutate(data.nextPage, {
                onSuccess: ({ threads }) => threads[0] && focusOn(`comment-${threads[0]._id}`),
              })
            }
            isLoadingMore={readOn.isPending}
            hasLoadMoreFailed={readOn.isError}
          />
        )}
        {!isPending && <NewComment postId={postId} fieldRef={field} />}
      </CommentActionsContext>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ConfirmDialog
        open={toDelete !== null}
        danger
        title="Delete comment"
        message="Are you sure you want to delete this comment?"
        confirmLabel="Delete"
        busy={deletion.isPending}
        onConfirm={() => toDelete && remove(toDelete)}
        onCancel={() => setToDelete(null)}
      />
    </section>
  )
}

/** Several replies may come back before the page is drawn anew, and each counts from the one before. */
function useCommentCount(count: number, onCountChange: Props['onCountChange']) {
  const known = useRef(count)
  useEffect(() => {
    known.current = count
  }, [count])
  return (by: (known: number) => number) => {
    known.current = by(known.current)
    onCountChange?.(known.current)
  }
}

/** The focus goes to an element that is about to appear, or to be left over. */
function useFocusAfterRender() {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const element = wanted.current === undefined ? null : document.getElementById(wanted.current)
    if (!element) return
    wanted.current = undefined
    element.focus({ preventScroll: true })
  })
  return (id: string) => {
    wanted.current = id
  }
}
