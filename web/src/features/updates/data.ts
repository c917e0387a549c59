import { deleteUpdate, editUpdate, postUpdate, type Update } from '@dolph/contract/updates/updates'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useSendOnce } from '../accounts/send-once.ts'
import { updatesQuery } from './updates-query.ts'
import { cancelRequests } from '../../lib/queries/cancel-requests.ts'

/** Posts an update. `draftKey` is where it is stored until then. */
export function usePostUpdate(postId: string, draftKey: string) {
  const client = useQueryClient()
  const sendOnce = useSendOnce(draftKey)
  return useMutation({
    mutationFn: async (body: string) => {
      const send = (tempId: string) =>
        callEndpoint(postUpdate, { params: { id: postId }, body: { body, tempId } })
      return (await sendOnce({ body }, send)).data
    },
    onSuccess: (update) =>
      changeUpdates(client, postId, (updates, isFirstPage) =>
        isFirstPage ? [update, ...updates.filter(({ _id }) => _id !== update._id)] : updates,
      ),
  })
}

export function useEditUpdate(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: string }) =>
      (await callEndpoint(editUpdate, { params: { id }, body: { body } })).data,
    onSuccess: (update) =>
      changeUpdates(client, postId, (updates) =>
        updates.map((each) => (each._id === update._id ? update : each)),
      ),
  })
}

export function useDeleteUpdate(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteUpdateOnce,
    onSuccess: (_, id) =>
      changeUpdates(client, postId, (updates) => updates.filter(({ _id }) => _id !== id)),
  })
}

/** An update that is already deleted counts as deleted by this call. */
async function deleteUpdateOnce(id: string): Promise<void> {
  try {
    await callEndpoint(deleteUpdate, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
  }
}

async function changeUpdates(
  client: QueryClient,
  postId: string,
  change: (updates: Update[], isFirstPage: boolean) => Update[],
): Promise<void> {
  const { queryKey } = updatesQuery(postId)
  // A reply to an earlier request would bring the old list back.
  await cancelRequests(client, { queryKey })
  client.setQueryData(
    queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({ ...page, data: change(page.data, index === 0) })),
      },
  )
}
