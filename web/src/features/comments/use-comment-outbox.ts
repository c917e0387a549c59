import { createComment, type FlatComment } from '@dolph/contract/comments'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callEndpoint, getErrorMessage } from '../../lib/api.ts'
import { useDraft } from '../accounts/drafts.ts'
import { viewerQuery } from '../accounts/viewer-query.ts'
import { isCommentLoaded, cancelRefetchAndUpdate } from './data.ts'
import { upsertComment } from './discussion.ts'
import {
  markFailed,
  markInterrupted,
  COMMENT_NOT_SENT,
  markSending,
  removeUnsentComment,
  UnsentComment,
} from './unsent-comments.ts'

const NO_COMMENTS_UNSENT: UnsentComment[] = []

/**
 * What a member has written and the server has not confirmed. It outlives the page that shows it, and is kept on the
 * device until then, so that neither a lost reply nor a reload loses a word.
 */
export function useCommentOutbox(
  postId: string,
  onPosted: (comment: FlatComment, isNews: boolean) => void,
) {
  const client = useQueryClient()
  const queryKey = ['comments', 'unsent', postId] as const
  const draft = useDraft(`comment:${postId}:unsent`, z.array(UnsentComment))
  const { data: unsent = NO_COMMENTS_UNSENT } = useQuery({
    queryKey,
    queryFn: skipToken,
    initialData: () => markInterrupted(draft.restored ?? []),
    staleTime: Infinity,
  })

  const change = (by: (all: UnsentComment[]) => UnsentComment[]) => {
    const all = by(client.getQueryData<UnsentComment[]>(queryKey) ?? [])
    client.setQueryData(queryKey, all)
    // Whoever has logged out meanwhile has taken everything off this device.
    if (!client.getQueryData(viewerQuery.queryKey)) return
    if (all.length > 0) draft.save(all)
    else draft.discard()
  }

  const { mutate: send } = useMutation({
    mutationFn: ({ content, answers, tempId }: UnsentComment) =>
      callEndpoint(createComment, { body: { postId, parentId: answers, content, tempId } }),
    // Offline it fails at once and can be repeated; waiting for the network would look like sending.
    networkMode: 'always',
    onMutate: (each) => change((all) => markSending(all, each)),
    onSuccess: async ({ data }, { tempId }) => {
      const isNews = !isCommentLoaded(client, postId, data._id)
      await cancelRefetchAndUpdate(client, postId, (now) => upsertComment(now, data))
      change((all) => removeUnsentComment(all, tempId))
      onPosted(data, isNews)
    },
    onError: (error, { tempId }) =>
      change((all) => markFailed(all, tempId, getErrorMessage(error, COMMENT_NOT_SENT))),
  })

  return {
    unsent,
    send: (content: string, { answers, under }: Pick<UnsentComment, 'answers' | 'under'>) =>
      send({ tempId: `temp-${crypto.randomUUID()}`, content, answers, under, failure: null }),
    retry: send,
    discard: ({ tempId }: UnsentComment) => change((all) => removeUnsentComment(all, tempId)),
  }
}
