import {
  dismissOnboarding,
  saveOnboarding,
  type Onboarding,
} from '@dolph/contract/accounts/onboarding'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { viewerQuery } from './session/viewer-query.ts'

/** Saves how far the viewer has come, or ends it with null; shown at once, and undone if it could not be saved. */
export function useSaveOnboarding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (next: Onboarding | null) =>
      (next
        ? await callEndpoint(saveOnboarding, { body: next })
        : await callEndpoint(dismissOnboarding, {})
      ).data,
    onMutate: (next) => {
      const before = client.getQueryData(viewerQuery.queryKey)?.onboarding ?? null
      setOnboarding(client, next)
      return before
    },
    onSuccess: (saved) => setOnboarding(client, saved),
    onError: (_error, _next, before) => setOnboarding(client, before ?? null),
    networkMode: 'always',
  })
}

/** Asks the server whether the viewer has done the next step, after what may have been it. */
export function refreshOnboarding(client: QueryClient): void {
  const { queryKey } = viewerQuery
  if (client.getQueryData(queryKey)?.onboarding) void client.invalidateQueries({ queryKey })
}

function setOnboarding(client: QueryClient, next: Onboarding | null): void {
  client.setQueryData(viewerQuery.queryKey, (viewer) => {
    if (!viewer) return viewer
    const { onboarding: _, ...rest } = viewer
    return next ? { ...rest, onboarding: next } : rest
  })
}
