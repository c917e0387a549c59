import { likePost, listOwnPosts } from '@dolph/contract/posts/posts'
import { POSITION_HEADER } from '@dolph/contract/position'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'

const ID = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const LIKED = { success: true, message: 'Post liked', isLiked: true, likeCount: 1 }
const OWN = { success: true, message: 'ok', data: [], nextCursor: null } as const

/** A page that knows no position yet. */
async function openPage() {
  vi.resetModules()
  const [{ callEndpoint }, { keepPosition }] = await Promise.all([
    import('./api.ts'),
    import('./read-position.ts'),
  ])
  const like = async (position?: string) => {
    fakeApi.use(
      http.post('*/api/posts/:id/like', () =>
        HttpResponse.json(LIKED, position ? { headers: { [POSITION_HEADER]: position } } : {}),
      ),
    )
    await callEndpoint(likePost, { params: { id: ID }, body: { liked: true } })
  }
  /** Lists the own posts; returns the position that the request carried. */
  const read = async () => {
    let carried: string | null = null
    fakeApi.use(
      http.get('*/api/posts/user/me', ({ request }) => {
        carried = request.headers.get(POSITION_HEADER)
        return HttpResponse.json(OWN)
      }),
    )
    await callEndpoint(listOwnPosts, { querystring: {} })
    return carried
  }
  return { like, read, keepPosition }
}

test('a read carries the position of the last change, and of a later event', async () => {
  const { like, read, keepPosition } = await openPage()
  expect(await read()).toBeNull()
  await like('0.90')
  expect(await read()).toBe('0.90')
  keepPosition('0.100')
  expect(await read()).toBe('0.100')
  // A late reply takes nothing back.
  await like('0.91')
  expect(await read()).toBe('0.100')
})

test('without standbys, and for what is no position, reads carry none', async () => {
  const { like, read } = await openPage()
  await like()
  await like('nonsense')
  expect(await read()).toBeNull()
})
