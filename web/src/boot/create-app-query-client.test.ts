import { getViewer } from '@dolph/contract/accounts/viewer'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { viewerQuery } from '../features/accounts/session/viewer-query.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { mockRefusal } from '../testing/fake-api.ts'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { createAppQueryClient } from './create-app-query-client.ts'

const NOT_SIGNED_IN = { code: 'not-signed-in', message: 'Please log in' } as const

test('a refused call leads to the login, unless another tab tells meanwhile that the member has logged out', async () => {
  const [loggedOut, expired] = [await openTab(), await openTab()]
  loggedOut.client.setQueryData(viewerQuery.queryKey, null)
  await vi.waitFor(() => expect(expired.navigate).toHaveBeenCalledOnce(), 10_000)
  expect(expired.navigate.mock.calls[0]).toEqual(['/login?next=%2Fbrowse', { replace: true }])
  expect(loggedOut.navigate).not.toHaveBeenCalled()
})

/** A tab of a member on a public page, in which a call has just been refused. */
async function openTab() {
  mockRefusal(getViewer, 401, NOT_SIGNED_IN)
  const navigate = vi.fn<(...to: unknown[]) => void>()
  const location = { pathname: '/browse', search: '', hash: '' }
  const router = { state: { location }, navigate }
  const client: QueryClient = createAppQueryClient(() => router as never, null)
  await client.fetchQuery(viewerQuery)
  client.setQueryData(viewerQuery.queryKey, createViewerFixture())
  await client
    .fetchQuery({
      queryKey: ['refused'],
      queryFn: () => Promise.reject(new ApiError(NOT_SIGNED_IN.code, NOT_SIGNED_IN.message)),
    })
    .catch(() => undefined)
  return { client, navigate }
}
