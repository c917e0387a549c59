import { createComment, type FlatComment } from '@dolph/contract/comments'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callEndpoint } from '../../lib/api.ts'
import { ApiError, getErrorMessage } from '../../lib/api-error.ts'
import { useDraft } from '../accounts/drafts.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { viewerQuery } from '../accounts/viewer-query.ts'
import { isCommentLoaded, cancelRefetchAndUpdate } from './data.ts'
import { upsertComment } from './discussion.ts'
import {
  markFailed,
  markInterrupted,
  COMMENT_NOT_SENT,
  createTempId,
  markSending,
  removeUnsentComment,
  renewTempId,
  UnsentComment,
} from './unsent-comments.ts'

const NO_UNSENT_COMMENTS: UnsentComment[] = []

/**
 * The member's comments that the server has not confirmed. They outlive the page that shows them and are stored on the
 * device, so that neither a lost response nor a reload loses text.
 */
export function useCommentOutbox(
  postId: string,
  onPosted: (comment: FlatComment, isNew: boolean) => void,
) {
  const client = useQueryClient()
  const me = useViewer()?._id
  const queryKey = ['comments', 'unsent', me, postId] as const
  const draft = useDraft(`comment:${postId}:unsent`, z.array(UnsentComment))
  const { data: unsent = NO_UNSENT_COMMENTS } = useQuery({
    queryKey,
    queryFn: skipToken,
    initialData: () => markInterrupted(draft.restored ?? []),
    staleTime: Infinity,
  })

  const updateUnsent = (update: (all: UnsentComment[]) => UnsentComment[]) => {
    const all = update(client.getQueryData<UnsentComment[]>(queryKey) ?? [])
    client.setQueryData(queryKey, all)
    // After logging out, nothing of the member may be stored on this device again.
    if (client.getQueryData(viewerQuery.queryKey)?._id !== me) return
    if (all.length > 0) draft.save(all)
    else draft.discard()
  }

  const { mutate: send } = useMutation({
    mutationFn: ({ content, answers, tempId }: UnsentComment) =>
      callEndpoint(createComment, { body: { postId, parentId: answers, content, tempId } }),
    // Sending offline fails at once and can be retried; waiting for the network would look like sending.
    networkMode: 'always',
    onMutate: (comment) => updateUnsent((all) => markSending(all, comment)),
    onSuccess: async ({ data }, { tempId }) => {
      const isNew = !isCommentLoaded(client, postId, data._id)
      await cancelRefetchAndUpdate(client, postId, (discussion) => upsertComment(discussion, data))
      updateUnsent((all) => removeUnsentComment(all, tempId))
      onPosted(data, isNew)
    },
    onError: (error, { tempId }) =>
      updateUnsent((all) => {
        const failed = markFailed(all, tempId, getErrorMessage(error, COMMENT_NOT_SENT))
        return isTempIdTaken(error) ? renewTempId(failed, tempId) : failed
      }),
  })

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
