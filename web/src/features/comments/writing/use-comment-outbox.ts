import { createComment, type FlatComment } from '@dolph/contract/comments/comments'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod/mini'
import { callEndpoint } from '../../../lib/api/api.ts'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { isTemporaryFailure } from '../../../lib/api/temporary-failure.ts'
import { createTempId } from '../../../lib/temp-id.ts'
import { useDraft } from '../../accounts/drafts.ts'
import { useMemberSession } from '../../accounts/session/member-session.ts'
import { isCommentLoaded, cancelRefetchAndUpdate } from '../data.ts'
import { upsertComment } from '../discussion.ts'
import {
  findWaiting,
  markFailed,
  markInterrupted,
  COMMENT_NOT_SENT,
  markSending,
  removeUnsentComment,
  renewTempId,
  UnsentComment,
} from './unsent-comments.ts'

/** The first entry is for comments of an earlier visit, which are sent when the page opens. */
const RETRY_DELAYS_MS = [0, 5000, 10_000]
const RETRY_DELAY_MAX_MS = 20_000
const NO_UNSENT_COMMENTS: UnsentComment[] = []

/**
 * The member's comments that the server has not confirmed. They outlive the page that shows them and are stored on the
 * device, so that neither a lost response nor a reload loses text. Those that failed temporarily are sent again, one after
 * the other, while the page of their post is open.
 */
export function useCommentOutbox(
  postId: string,
  onPosted: (comment: FlatComment, isNew: boolean) => void,
) {
  const client = useQueryClient()
  const session = useMemberSession()
  const queryKey = ['comments', 'unsent', session?.memberId, postId] as const
  const draft = useDraft(`comment:${postId}:unsent`, z.array(UnsentComment))
  const { data: unsent = NO_UNSENT_COMMENTS } = useQuery({
    queryKey,
    queryFn: skipToken,
    initialData: () => markInterrupted(draft.restored ?? []),
    staleTime: Infinity,
  })

  /** The failed attempts since the page opened or a comment was stored. */
  const failures = useRef(0)

  const updateUnsent = (update: (all: UnsentComment[]) => UnsentComment[]) => {
    const all = update(client.getQueryData<UnsentComment[]>(queryKey) ?? [])
    client.setQueryData(queryKey, all)
    // After logging out, nothing of the member may be stored on this device again.
    if (!session?.isActive()) return
    if (all.length > 0) draft.save(all)
    else draft.discard()
  }

  const { mutate: send } = useMutation({
    mutationFn: ({ content, answers, tempId }: UnsentComment) =>
      callEndpoint(createComment, { body: { postId, parentId: answers, content, tempId } }),
    // Sending offline fails at once, and the comment says that it waits; a paused mutation would look like sending.
    networkMode: 'always',
    onMutate: (comment) => updateUnsent((all) => markSending(all, comment)),
    onSuccess: async ({ data }, { tempId }) => {
      const isNew = !isCommentLoaded(client, postId, data._id)
      await cancelRefetchAndUpdate(client, postId, (discussion) => upsertComment(discussion, data))
      updateUnsent((all) => removeUnsentComment(all, tempId))
      failures.current = 0
      onPosted(data, isNew)
    },
    onError: (error, { tempId }) => {
      failures.current += 1
      const failure = getErrorMessage(error, COMMENT_NOT_SENT)
      const isRetryable = isTemporaryFailure(error)
      updateUnsent((all) => {
        const failed = markFailed(all, tempId, { failure, isRetryable })
        return isTempIdTaken(error) ? renewTempId(failed, tempId) : failed
      })
    },
  })

  const sendWaiting = useEffectEvent(() => {
    const waiting = findWaiting(unsent)
    if (waiting) send(waiting)
  })
  useEffect(() => {
    if (!findWaiting(unsent)) return undefined
    const timer = setTimeout(sendWaiting, RETRY_DELAYS_MS[failures.current] ?? RETRY_DELAY_MAX_MS)
    window.addEventListener('online', sendWaiting)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', sendWaiting)
    }
  }, [unsent])

  return {
    unsent,
    send: (content: string, { answers, under }: Pick<UnsentComment, 'answers' | 'under'>) =>
      send({ tempId: createTempId(), content, answers, under, failure: null }),
    retry: send,
    discard: ({ tempId }: UnsentComment) => updateUnsent((all) => removeUnsentComment(all, tempId)),
  }
}

/** Whether another comment was sent under this `tempId`; a retry then is a comment of its own. */
function isTempIdTaken(error: Error): boolean {
  return error instanceof ApiError && error.code === 'conflict' && error.signedInAs === undefined
}
