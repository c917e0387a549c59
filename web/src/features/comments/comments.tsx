import type { FlatComment } from '@dolph/contract/comments/comments'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { useLinkedElement } from '../../lib/url/use-linked-element.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { LazyLimitNotice } from '../moderation/lazy-limit-notice.tsx'
import { COMMENT_SIZE_VARIABLES } from './thread/comment-frame.tsx'
import { CommentList, CommentsFailed, NoComments } from './thread/comment-list.tsx'
import { CommentsSkeleton } from './comments-skeleton.tsx'
import {
  discussionQuery,
  useDeleteComment,
  useLoadMoreThreads,
  useLoadMoreReplies,
} from './data.ts'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'
import { CommentActionsContext, type CommentActions } from './comment-actions.ts'
import { NewComment } from './writing/new-comment.tsx'
import { useCommentOutbox } from './writing/use-comment-outbox.ts'
import { WriteButton } from './writing/write-button.tsx'

interface Props {
  postId: string
  /** The author of the post, whose comments are marked; undefined if their account is gone. */
  postAuthorId: string | undefined
  /** The number of comments including replies, as counted by the server. */
  count: number
  /** Called when the member's own comment or deletion changes the count. */
  onCountChange?: (count: number) => void
}

/** The comments of a post and the form for a new one. */
export function Comments({ postId, postAuthorId, count, onCountChange }: Props) {
  const viewer = useViewer()
  const headingId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [announcement, announce] = useState('')
  const [commentToDelete, setCommentToDelete] = useState<FlatComment | null>(null)
  const focusAfterRender = useFocusAfterRender()
  const updateCount = useCommentCount(count, onCountChange)

  const { data, isPending, isFetching, refetch } = useQuery(discussionQuery(postId))
  const linkedId = useLinkedElement('comment-', data !== undefined)
  const moreThreads = useLoadMoreThreads(postId)
  const moreReplies = useLoadMoreReplies(postId)
  const deletion = useDeleteComment(postId)
  const outbox = useCommentOutbox(postId, (_, isNew) => {
    announce('Comment posted')
    if (isNew) updateCount((current) => current + 1)
  })

  const confirmDelete = (comment: FlatComment) =>
    deletion.mutate(comment._id, {
      onSuccess: ({ commentCount }) => {
        updateCount(() => commentCount)
        announce('Comment deleted')
        focusAfterRender(comment.parent === null ? headingId : `comment-${comment.parent}`)
      },
      onError: (error) =>
        toast.error(getErrorMessage(error, 'Failed to delete comment. Please try again.')),
      onSettled: () => setCommentToDelete(null),
    })

  const actions: CommentActions = {
    viewer,
    postAuthorId,
    ...outbox,
    send: (content, target) => {
      announce('')
      outbox.send(content, target)
    },
    requestDelete: setCommentToDelete,
    loadReplies: (threadId, start) =>
      moreReplies.mutate(
        { threadId, start },
        { onSuccess: ({ replies }) => replies[0] && focusAfterRender(`comment-${replies[0]._id}`) },
      ),
    loadingRepliesOf: moreReplies.isPending ? moreReplies.variables.threadId : undefined,
    failedRepliesOf: moreReplies.isError ? moreReplies.variables.threadId : undefined,
    announce,
    linkedId,
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
      <CommentActionsContext value={actions}>
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
              moreThreads.mutate(data.nextPage, {
                onSuccess: ({ threads }) =>
                  threads[0] && focusAfterRender(`comment-${threads[0]._id}`),
              })
            }
            isLoadingMore={moreThreads.isPending}
            hasLoadMoreFailed={moreThreads.isError}
          />
        )}
        <LazyLimitNotice activity="posting" />
        {!isPending && <NewComment postId={postId} fieldRef={field} />}
      </CommentActionsContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <DeleteCommentDialog
        comment={commentToDelete}
        busy={deletion.isPending}
        onConfirm={confirmDelete}
        onCancel={() => setCommentToDelete(null)}
      />
    </section>
  )
}

/** Counts in a ref: several responses may arrive before the next render, and each must change the latest count. */
function useCommentCount(count: number, onCountChange: Props['onCountChange']) {
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  }, [count])
  return (update: (current: number) => number) => {
    latest.current = update(latest.current)
    onCountChange?.(latest.current)
  }
}

/** Returns a function that focuses the element with this id after the next render that contains it. */
function useFocusAfterRender() {
  const pendingId = useRef<string>(undefined)
  useEffect(() => {
    const element =
      pendingId.current === undefined ? null : document.getElementById(pendingId.current)
    if (!element) return
    pendingId.current = undefined
    element.focus({ preventScroll: true })
  })
  return (id: string) => {
    pendingId.current = id
  }
}
