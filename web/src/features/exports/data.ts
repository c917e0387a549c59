import {
  EXPORT_FILE_NAME,
  EXPORT_FILE_URL,
  EXPORT_NOT_FOUND,
  readExport,
  startExport,
} from '@dolph/contract/exports/exports'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, createNetworkError } from '../../lib/api/api-error.ts'
import { callEndpoint } from '../../lib/api/api.ts'
import { requestProof } from '../../lib/proof-prompt.ts'

/** How often the page asks how far the copy is, while it is being made and while it waits for the next attempt. */
const MAKING_POLL_MS = 2_000
const FAILED_POLL_MS = 15_000

export const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: async ({ signal }) => (await callEndpoint(readExport, {}, signal)).data,
  refetchInterval: ({ state: { data } }) => {
    if (data?.state === 'making') return MAKING_POLL_MS
    return data?.state === 'failed' && FAILED_POLL_MS
  },
})

export function useStartExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callEndpoint(startExport, {}),
    onSuccess: ({ data }) => client.setQueryData(exportQuery.queryKey, data),
    // Another tab may have made one.
    onError: () => client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  })
}

/** Lets the browser download the copy, once the server would give it out: the page stays where a refusal would replace it. */
export function useDownloadExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      let refusal = await findRefusal()
      if (refusal?.code === 'proof-needed' && (await requestProof())) refusal = await findRefusal()
      if (refusal) throw refusal
      const link = document.createElement('a')
      link.href = EXPORT_FILE_URL
      link.download = EXPORT_FILE_NAME
      link.click()
    },
    onError: () => client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  })
}

/** Why the copy cannot be downloaded. A reply to HEAD has no body that says so. */
async function findRefusal(): Promise<ApiError | undefined> {
  const { ok, status } = await fetch(EXPORT_FILE_URL, {
    method: 'HEAD',
    credentials: 'same-origin',
  }).catch(() => {
    throw createNetworkError()
  })
  if (ok) return undefined
  if (status === 403)
    return new ApiError(
      'proof-needed',
      'Nothing was downloaded, because you did not confirm it’s you.',
    )
  if (status === 401) return new ApiError('not-signed-in', 'Please log in')
  if (status === 404) return new ApiError('not-found', EXPORT_NOT_FOUND)
  return new ApiError(
    'unavailable',
    'Your copy cannot be downloaded right now. Please try again later.',
  )
}
