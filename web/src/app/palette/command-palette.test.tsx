import { searchPeople } from '@dolph/contract/people/people'
import { browsePosts } from '@dolph/contract/posts/posts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mockReply, mockNetworkError } from '../../testing/fake-api.ts'
import { createNumberedPostFixture, mockFeed } from '../../testing/mock-feed.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { closeOverlay, showOverlay } from './overlay-store.ts'
import { Overlays } from './overlays.tsx'
// Imported up front, so that no test waits for the lazy module.
import './command-palette.tsx'

const BOB = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  userName: 'moonbob',
  profilePicture: '',
}

afterEach(closeOverlay)

test('a page is found by a keyword and opened by keyboard alone', async () => {
  const { user, router } = await openPalette()
  mockFeed(() => ({ data: [] }))
  mockReply(searchPeople, [])
  await user.paste('new')
  expect(getOptionElements()[0]?.textContent).toContain('Create Post')
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/posts/create')
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('people are found first, the exact name above all, then titles, then bodies, highlighted at word starts', async () => {
  const { user, advanceTime, router } = await openPalette()
  const queries = mockFeed(() => ({
    data: [
      createNumberedPostFixture(2, { title: 'Tide', body: 'By moonlight' }),
      createNumberedPostFixture(3, { title: 'Inside of a word', body: 'Commoon' }),
      createNumberedPostFixture(1, { title: 'Commoo Moon' }),
    ],
  }))
  mockReply(searchPeople, [BOB, { ...BOB, _id: createNumberedPostFixture(9)._id, userName: 'Moo' }])
  await user.paste('moo')
  expect(getOptionTexts()).toEqual(['Search all projects for “moo”'])
  await advanceTime(300)
  await screen.findByText('Tide')
  await waitFor(() => expect(getOptionTexts()).toHaveLength(5))

  expect(getOptionTexts()[0]).toMatch(/^MMoo/)
  expect(getOptionTexts()[1]).toMatch(/moonbob/)
  expect(getOptionTexts()[2]).toMatch(/^Commoo Moon/)
  expect(getOptionTexts()[3]).toMatch(/^Tide/)
  expect(getOptionTexts()[4]).toBe('Search all projects for “moo”')
  const marked = getOptionElements()[2]?.querySelectorAll('mark') ?? []
  expect(
    [...marked].map(({ nextSibling, textContent }) => [textContent, nextSibling?.textContent]),
  ).toEqual([['Moo', 'n']])
  expect(queries.map((query) => query.get('q'))).toEqual(['moo'])

  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  expect(router.state.location.pathname).toBe(`/posts/${createNumberedPostFixture(2)._id}`)
})

test('a text that is too long says so, and is not searched for', async () => {
  const { user, advanceTime } = await openPalette()
  const queries = mockFeed(() => ({ data: [] }))
  const peopleQueries = mockReply(searchPeople, [])
  await user.paste('moon'.repeat(26))
  await advanceTime(300)
  expect(screen.getAllByText('Search cannot be more than 100 characters').length).toBeGreaterThan(0)
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  expect([...queries, ...peopleQueries]).toEqual([])
})

test('Ctrl+Enter on a person opens the conversation with them', async () => {
  const { user, advanceTime, router } = await openPalette()
  mockFeed(() => ({ data: [] }))
  mockReply(searchPeople, [BOB])
  await user.paste('moonb')
  await advanceTime(300)
  await waitFor(() => expect(getOptionTexts()).toEqual(['MmoonbobMessage']))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(router.state.location.pathname).toBe(`/messages/${BOB._id}`)
})

test('a visitor’s search leaves out people, and a project opens through the login page', async () => {
  const { user, advanceTime, router } = await openPalette(null)
  mockFeed(() => ({ data: [createNumberedPostFixture(1, { title: 'Moon' })] }))
  await user.paste('moon')
  await advanceTime(300)
  await screen.findByText('Showcase', { exact: false })
  await user.keyboard('{Enter}')
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(
    `/login?next=${encodeURIComponent(`/posts/${createNumberedPostFixture(1)._id}`)}`,
  )
})

test('a search without results says so', async () => {
  const { user, advanceTime } = await openPalette()
  mockFeed(() => ({ data: [] }))
  mockReply(searchPeople, [])
  await user.paste('zzz')
  await advanceTime(300)
  expect((await screen.findAllByText('Nothing found for “zzz”')).length).toBe(2)
  expect(getOptionTexts()).toEqual([])
})

test('a failed search says so, and can be tried again', async () => {
  const { user, advanceTime } = await openPalette()
  mockNetworkError(browsePosts)
  mockReply(searchPeople, [])
  await user.paste('moon')
  await advanceTime(300)
  const failure = await screen.findByText('We could not search projects.', { selector: 'p' })
  mockFeed(() => ({ data: [createNumberedPostFixture(1, { title: 'Moon' })] }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(getOptionTexts()[0]).toMatch(/^Moon/))
  expect(failure.isConnected).toBe(false)
})

test('only the reply to the latest search is shown', async () => {
  const { user, advanceTime } = await openPalette(null)
  const slow = Promise.withResolvers<void>()
  mockFeed(async (query) => {
    if (query.get('q') === 'mo') await slow.promise
    return { data: [createNumberedPostFixture(1, { title: `Found for ${query.get('q')}` })] }
  })
  await user.paste('mo')
  await advanceTime(300)
  await user.paste('on')
  await advanceTime(300)
  await waitFor(() => expect(getOptionTexts()[0]).toMatch(/^Found for moon/))
  slow.resolve()
  await advanceTime(50)
  expect(getOptionTexts()[0]).toMatch(/^Found for moon/)
})

async function openPalette(
  viewer: ReturnType<typeof createViewerFixture> | null = createViewerFixture(),
) {
  const time = installFakeClock()
  const page = (
    <>
      <Overlays />
      <main id="main" tabIndex={-1} />
    </>
  )
  const router = renderRoutes([{ path: '*', element: page }], '/here', viewer)
  showOverlay('palette')
  await waitFor(() => expect(document.activeElement?.role).toBe('combobox'))
  return { ...time, router }
}

/** Selected by attribute: a query by role computes the accessibility of every element, which is slow. */
function getOptionElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=option]')]
}

function getOptionTexts(): string[] {
  return getOptionElements().map(({ textContent }) => textContent)
}
