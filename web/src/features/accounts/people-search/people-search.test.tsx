import { searchPeople, type Person } from '@dolph/contract/people/people'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { mockReply, mockNetworkError, fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { PeopleSearch } from './people-search.tsx'

test('people are searched from two characters on, after a pause of 300 ms', async () => {
  const { user, advanceTime } = installFakeClock()
  const queries = servePeople('ada', 'adam', 'bob')
  openSearch()

  await user.type(getSearchBox(), 'a')
  await advanceTime(400)
  expect(screen.getByText('Type at least 2 characters')).toBeTruthy()
  expect(queries).toEqual([])

  await user.type(getSearchBox(), 'd')
  await advanceTime(200)
  await user.type(getSearchBox(), 'a')
  await advanceTime(200)
  expect(queries).toEqual([])
  await advanceTime(100)

  expect(await findOptionNames()).toEqual(['ada', 'adam'])
  expect(queries).toEqual(['ada'])
})

test('the search ignores case and highlights what matches', async () => {
  const { user, advanceTime } = installFakeClock()
  servePeople('AdaLove')
  openSearch()
  await user.type(getSearchBox(), 'ADA')
  await advanceTime(300)

  const option = await screen.findByRole('option')
  expect(option.textContent).toContain('AdaLove')
  expect(option.querySelector('mark')?.textContent).toBe('Ada')
})

test('a member found by the full name shows it beside the username', async () => {
  const { user, advanceTime } = installFakeClock()
  mockReply(searchPeople, [{ ...createPerson('reef'), firstName: 'Bob', lastName: 'Okafor' }])
  openSearch()
  await user.type(getSearchBox(), 'bob ok')
  await advanceTime(300)
  expect((await screen.findByRole('option')).textContent).toContain('reefBob Okafor')
})

test('a text that is longer than any name says so, and is not searched for', async () => {
  const { user, advanceTime } = installFakeClock()
  const queries = servePeople('ada')
  openSearch()
  await user.click(getSearchBox())
  await user.paste('a'.repeat(102))
  await advanceTime(300)
  expect(await screen.findByText('Names have at most 101 characters')).toBeTruthy()
  expect(queries).toEqual([])
})

test('a search without matches says so', async () => {
  const { user, advanceTime } = installFakeClock()
  servePeople('ada')
  openSearch()
  await user.type(getSearchBox(), 'zz')
  await advanceTime(300)
  expect(await screen.findByText('No users found')).toBeTruthy()
})

test('a search that fails says so', async () => {
  const { user, advanceTime } = installFakeClock()
  mockNetworkError(searchPeople)
  openSearch()
  await user.type(getSearchBox(), 'ada')
  await advanceTime(300)
  expect(await screen.findByText('Failed to search users')).toBeTruthy()
  expect(screen.queryByText('No users found')).toBeNull()
})

test('the error disappears when the next search works', async () => {
  const { user, advanceTime } = installFakeClock()
  mockNetworkError(searchPeople)
  openSearch()
  await user.type(getSearchBox(), 'ada')
  await advanceTime(300)
  await screen.findByText('Failed to search users')

  mockReply(searchPeople, [createPerson('adam')])
  await user.type(getSearchBox(), 'm')
  await advanceTime(300)

  expect(await findOptionNames()).toEqual(['adam'])
})

test('a late reply never replaces a newer one', async () => {
  const { user, advanceTime } = installFakeClock()
  const lateReply = Promise.withResolvers<void>()
  fakeApi.use(
    http.get(`*${searchPeople.url}`, async ({ request }) => {
      const username = new URL(request.url).searchParams.get('username')
      if (username === 'bo') await lateReply.promise
      return HttpResponse.json([createPerson(username === 'bo' ? 'bobby' : 'carla')])
    }),
  )
  openSearch()
  await user.type(getSearchBox(), 'bo')
  await advanceTime(300)
  expect(await screen.findByText('Searching...')).toBeTruthy()
  await user.clear(getSearchBox())
  await user.type(getSearchBox(), 'ca')
  await advanceTime(300)
  expect(await findOptionNames()).toEqual(['carla'])

  lateReply.resolve()
  await advanceTime(100)
  expect(await screen.findByText('1 user found')).toBeTruthy()
  expect(await findOptionNames()).toEqual(['carla'])
})

test('Enter opens the highlighted member, and the arrow keys move the highlight', async () => {
  const { user, advanceTime } = installFakeClock()
  servePeople('ada', 'adam')
  const router = openSearch()
  await user.type(getSearchBox(), 'ad')
  await advanceTime(300)
  await findOptionNames()
  expect(getSearchBox().getAttribute('aria-expanded')).toBe('true')
  const [first, second] = screen.getAllByRole('option')
  expectHighlighted(first)
  await user.keyboard('{ArrowDown}')
  expectHighlighted(second)

  await user.keyboard('{Enter}')

  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/adam'))
})

test('a click opens a member', async () => {
  const { user, advanceTime } = installFakeClock()
  servePeople('ada', 'adam')
  const router = openSearch()
  await user.type(getSearchBox(), 'ad')
  await advanceTime(300)

  await user.click(await screen.findByRole('option', { name: /^ad\s?a$/ }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/ada'))
})

test('Esc closes the list, and an arrow key or a click opens it again', async () => {
  const { user, advanceTime } = installFakeClock()
  servePeople('ada')
  openSearch()
  await user.type(getSearchBox(), 'ad')
  await advanceTime(300)
  await findOptionNames()

  const openers = [() => user.keyboard('{ArrowDown}'), () => user.click(getSearchBox())]
  for (const open of openers) {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(getSearchBox().value).toBe('ad')
    await open()
    expect(await findOptionNames()).toEqual(['ada'])
  }
})

/** The option is the active one, visually and for screen readers. */
function expectHighlighted(option: HTMLElement | undefined): void {
  expect(option?.hasAttribute('data-highlighted')).toBe(true)
  expect(getSearchBox().getAttribute('aria-activedescendant')).toBe(option?.id)
}

function openSearch() {
  return renderPage(<Search />, '/messages', createViewerFixture())
}

function Search() {
  const navigate = useNavigate()
  return (
    <PeopleSearch
      label="Find people"
      onChoose={({ userName }) => void navigate(`/profile/${userName}`)}
    />
  )
}

/** Replies with the names that start with the query, and records the queries. */
function servePeople(...userNames: string[]) {
  const queries: string[] = []
  fakeApi.use(
    http.get(`*${searchPeople.url}`, ({ request }) => {
      const prefix = new URL(request.url).searchParams.get('username') ?? ''
      queries.push(prefix)
      const matches = userNames.filter((name) => name.toLowerCase().startsWith(prefix))
      return HttpResponse.json(matches.map(createPerson))
    }),
  )
  return queries
}

function createPerson(userName: string, index = 0): Person {
  return { _id: `0198c5a0-0000-7000-8000-00000000000${index}`, userName, profilePicture: '' }
}

function getSearchBox() {
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Find people' })
}

async function findOptionNames() {
  return (await screen.findAllByRole('option')).map(
    (option) => option.lastElementChild?.textContent,
  )
}
