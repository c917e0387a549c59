import type { Post } from '@dolph/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { postOfAge, serveFeed } from '../../testing/fake-feed.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { DashboardPage } from './dashboard-page.tsx'

const POSTS = [postOfAge(3, { title: 'Tide' }), postOfAge(2, { title: 'Tidal' }), postOfAge(1)]

describe('while somebody types', () => {
  test('the search waits for a pause, and each takes the place of the one before', async () => {
    const { user, pass } = holdTime()
    const asked = serveMatches()
    const router = await open('/posts?type=showcase')

    await user.type(box(), 'tid')
    expect(asked).toHaveLength(1)
    await pass(300)
    expect(router.state.location.search).toBe('?type=showcase&q=tid')
    await user.type(box(), 'e')
    await pass(300)
    expect(router.state.location.search).toBe('?type=showcase&q=tide')

    expect(asked.map((query) => query.get('q'))).toEqual([null, 'tid', 'tide'])
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    await router.navigate(-1)
    await waitFor(() => expect(router.state.location.search).toBe('?type=showcase'))
    await waitFor(() => expect(box().value).toBe(''))
  })

  test('a search that has settled stays in the history', async () => {
    const { user, pass } = holdTime()
    serveMatches()
    const router = await open()

    await user.type(box(), 'tid')
    await pass(300)
    await pass(2_500)
    await user.type(box(), 'e')
    await pass(300)
    await router.navigate(-1)

    await waitFor(() => expect(box().value).toBe('tid'))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    await router.navigate(1)
    await waitFor(() => expect(box().value).toBe('tide'))
  })

  test('Enter searches at once, and lets the search stand', async () => {
    const { user, pass } = holdTime()
    serveMatches()
    const router = await open()

    await user.type(box(), 'tid{Enter}')
    expect(router.state.location.search).toBe('?q=tid')
    await user.type(box(), 'e{Enter}')
    await pass(300)
    await router.navigate(-1)

    await waitFor(() => expect(box().value).toBe('tid'))
  })

  test('spaces around it change nothing, and are not taken away from under the fingers', async () => {
    const { user, pass } = holdTime()
    const asked = serveMatches()
    const router = await open()
    await user.type(box(), 'tide ')
    await pass(300)
    expect(router.state.location.search).toBe('?q=tide')
    expect(box().value).toBe('tide ')
    await user.type(box(), ' ')
    await pass(300)
    expect(asked).toHaveLength(2)
  })

  test('a tab that is chosen meanwhile is not forgotten', async () => {
    const { user, pass } = holdTime()
    serveMatches()
    const router = await open()
    await user.type(box(), 'tide')
    await user.click(screen.getByRole('button', { name: 'Showcase' }))
    await pass(300)
    const chosen = new URLSearchParams(router.state.location.search)
    expect([chosen.get('q'), chosen.get('type')]).toEqual(['tide', 'showcase'])
  })
})

describe('the search box', () => {
  test('is where / leads, unless somebody is typing already', async () => {
    const { user } = holdTime()
    serveMatches()
    await open()
    await user.keyboard('/')
    expect(document.activeElement).toBe(box())
    expect(box().value).toBe('')
    await user.keyboard('a/b')
    expect(box().value).toBe('a/b')
  })

  test.each([
    ['Esc', async ({ keyboard }: User) => keyboard('{Escape}')],
    [
      'the button in it',
      async ({ click }: User) => click(screen.getByRole('button', { name: 'Clear search' })),
    ],
  ])('is emptied by %s and keeps the focus', async (_, empty) => {
    const { user } = holdTime()
    serveMatches()
    const router = await open('/posts?q=tide')
    await user.click(box())

    await empty(user)

    expect(box().value).toBe('')
    expect(router.state.location.search).toBe('')
    expect(document.activeElement).toBe(box())
  })
})

describe('what was found', () => {
  test('is said aloud', async () => {
    const { user, pass } = holdTime()
    serveMatches()
    await open()
    expect(screen.getByText('3 posts shown')).toBeTruthy()
    await user.type(box(), 'tide')
    await pass(300)
    expect(await screen.findByText('1 post shown')).toBeTruthy()
    await user.type(box(), 'less')
    await pass(300)
    expect(await screen.findByText('No posts found')).toBeTruthy()
  })

  test('stays, busy, until the next answer is there', async () => {
    const { user, pass } = holdTime()
    const answer = Promise.withResolvers<void>()
    serveMatches(() => answer.promise)
    await open()
    await user.type(box(), 'tide')
    await pass(300)

    expect(screen.getAllByRole('article')).toHaveLength(3)
    expect(screen.getAllByRole('article')[0]?.closest('[aria-busy=true]')).toBeTruthy()

    answer.resolve()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(screen.getByRole('article').closest('[aria-busy=true]')).toBeNull()
  })

  test('is only what was searched for last: a call that is overtaken is broken off', async () => {
    const { user, pass } = holdTime()
    const fetched = vi.spyOn(window, 'fetch')
    const never = new Promise<void>(() => undefined)
    serveMatches((q) => (q === 'tid' ? never : Promise.resolve()))
    await open()

    await user.type(box(), 'tid')
    await pass(300)
    const overtaken = fetched.mock.calls.at(-1)?.[1]?.signal
    expect(overtaken?.aborted).toBe(false)
    await user.type(box(), 'e')
    await pass(300)

    expect(overtaken?.aborted).toBe(true)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })
})

type User = ReturnType<typeof holdTime>['user']

function serveMatches(until: (q: string) => Promise<void> = () => Promise.resolve()) {
  return serveFeed(async (asked) => {
    const q = asked.get('q') ?? ''
    if (q) await until(q)
    const matches = ({ title }: Post) => title.toLowerCase().includes(q)
    return { data: POSTS.filter(matches) }
  })
}

async function open(path = '/posts') {
  const router = renderPage(<DashboardPage />, path, someViewer())
  await screen.findAllByRole('article')
  return router
}

function box() {
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search posts' })
}
