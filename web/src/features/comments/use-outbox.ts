import { createComment, type FlatComment } from '@dolph/contract/comments'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, messageOf } from '../../lib/api.ts'
import { useDraft } from '../accounts/drafts.ts'
import { viewer } from '../accounts/viewer.ts'
import { isKnown, overrule } from './data.ts'
import { put } from './discussion.ts'
import { failed, leftBehind, NOT_SENT, sending, settled, Unsent } from './unsent.ts'

const NONE: Unsent[] = []

/**
 * What a member has written and the server has not confirmed. It outlives the page that shows it, and is kept on the
 * device until then, so that neither a lost reply nor a reload loses a word.
 */
export function useOutbox(
  postId: string,
  onPosted: (comment: FlatComment, isNews: boolean) => void,
) {
  const client = useQueryClient()
  const queryKey = ['comments', 'unsent', postId] as const
  const draft = useDraft(`comment:${postId}:unsent`, z.array(Unsent))
  const { data: unsent = NONE } = useQuery({
    queryKey,
    queryFn: skipToken,
    initialData: () => leftBehind(draft.found ?? []),
    staleTime: Infinity,
  })

  const change = (by: (all: Unsent[]) => Unsent[]) => {
    const all = by(client.getQueryData<Unsent[]>(queryKey) ?? [])
    client.setQueryData(queryKey, all)
    // Whoever has logged out meanwhile has taken everything off this device.
    if (!client.getQueryData(viewer.queryKey)) return
    if (all.length > 0) draft.keep(all)
    else draft.drop()
  }

  const { mutate: send } = useMutation({
    mutationFn: ({ content, answers, tempId }: Unsent) =>
      call(createComment, { body: { postId, parentId: answers, content, tempId } }),
    // Offline it fails at once and can be repeated; waiting for the network would look like sending.
    networkMode: 'always',
    onMutate: (each) => change((all) => sending(all, each)),
    onSuccess: async ({ data }, { tempId }) => {
      const isNews = !isKnown(client, postId, data._id)
      await overrule(client, postId, (now) => put(now, data))
      change((all) => settled(all, tempId))
      onPosted(data, isNews)
    },
    onError: (error, { tempId }) =>
      change((all) => failed(all, tempId, messageOf(error, NOT_SENT))),
  })

  return {
    unsent,
    send: (content: string, { answers, under }: Pick<Unsent, 'answers' | 'under'>) =>
      send({ tempId: `temp-${crypto.randomUUID()}`, content, answers, under, failure: null }),
    retry: send,
    discard: ({ tempId }: Unsent) => change((all) => settled(all, tempId)),
  }
}
