import type { FlatComment } from '@dolph/contract/comments'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { GEOMETRY } from './comment-frame.tsx'
import { CommentList, CommentsMissing, NoComments } from './comment-list.tsx'
import { CommentsSkeleton } from './comment-skeleton.tsx'
import { discussion, useDeleteComment, useReadOn, useReadReplies } from './data.ts'
import { DeedsContext, type Deeds } from './deeds.ts'
import { useLinked } from './linked.ts'
import { NewComment } from './new-comment.tsx'
import { useOutbox } from './use-outbox.ts'
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
  const focusOn = useFocusOnceThere()
  const tellCount = useCount(count, onCountChange)

  const { data, isPending, isFetching, refetch } = useQuery(discussion(postId))
  const linked = useLinked(data !== undefined)
  const readOn = useReadOn(postId)
  const readReplies = useReadReplies(postId)
  const deletion = useDeleteComment(postId)
  const outbox = useOutbox(postId, (_, isNews) => {
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
        toast.error(messageOf(error, 'Failed to delete comment. Please try again.')),
      onSettled: () => setToDelete(null),
    })

  const deeds: Deeds = {
    viewer,
    ...outbox,
    send: (content, to) => {
      announce('')
      outbox.send(content, to)
    },
    askToDelete: setToDelete,
    readReplies: (thread, start) =>
      readReplies.mutate(
        { thread, start },
        { onSuccess: ({ replies }) => replies[0] && focusOn(`comment-${replies[0]._id}`) },
      ),
    repliesAwaited: readReplies.isPending ? readReplies.variables.thread : undefined,
    repliesFailed: readReplies.isError ? readReplies.variables.thread : undefined,
    announce,
    linked,
  }
  const isEmpty = data ? data.threads.length === 0 && outbox.unsent.length === 0 : count === 0

  return (
    <section aria-labelledby={headingId} className={cx(GEOMETRY, 'grid min-w-0 gap-6')}>
      <h2 id={headingId} tabIndex={-1} className="text-xl font-semibold outline-none">
        Comments <span className="font-normal text-faint tabular-nums">({count})</span>
      </h2>
      <DeedsContext value={deeds}>
        {!isPending && <WriteButton field={field} />}
        {isPending && (isEmpty ? <NoComments /> : <CommentsSkeleton count={count} />)}
        {!isPending && !data && (
          <CommentsMissing onRetry={() => void refetch()} isBusy={isFetching} />
        )}
        {data && isEmpty && <NoComments />}
        {data && !isEmpty && (
          <CommentList
            discussion={data}
            unsent={outbox.unsent}
            onReadOn={() =>
              data.rest &&
              readOn.mutate(data.rest, {
                onSuccess: ({ threads }) => threads[0] && focusOn(`comment-${threads[0]._id}`),
              })
            }
            isReadingOn={readOn.isPending}
            readOnFailed={readOn.isError}
          />
        )}
        {!isPending && <NewComment postId={postId} fieldRef={field} />}
      </DeedsContext>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Confirm
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
function useCount(count: number, onCountChange: Props['onCountChange']) {
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
function useFocusOnceThere() {
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
