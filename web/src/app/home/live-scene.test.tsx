import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createRoleFixture } from '../../testing/fixtures/join-request-fixtures.ts'
import { createNumberedPostFixture } from '../../testing/mock-feed.ts'
import { buildPageQueries } from '../../prerender/rendered-pages.ts'
import { ProductIllustration } from './product-illustration.tsx'

const POSTS = [3, 2, 1].map((number) => createNumberedPostFixture(number))
const user = { _id: '0198c5a0-0000-7000-8000-000000000002', userName: 'bo', profilePicture: '' }
const ROLE = {
  role: createRoleFixture({ title: 'Map maker' }),
  post: { _id: POSTS[0]?._id, title: 'Quiet map', type: 'showcase', user, state: null, topics: [] },
}

test('the newest projects and an open role of this installation can be opened', () => {
  renderScene(POSTS)
  const titles = screen
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading').textContent)
  expect(titles).toEqual(['Post 3', 'Post 2', 'Map maker'])
  for (const link of screen.getAllByRole('link'))
    expect(link.getAttribute('href')).toMatch(/^\/(p|skills)\//)
  expect(screen.getByRole('link', { name: 'Map maker' }).getAttribute('href')).toMatch(
    new RegExp(`^/p/.+\\?role=${ROLE.role._id}$`),
  )
  expect(screen.getByText('Ask, and get an answer by a date')).toBeTruthy()
})

test('with fewer than three projects there are samples, which lead nowhere', () => {
  renderScene(POSTS.slice(1))
  expect(screen.queryByRole('article')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText(/are samples/)).toBeTruthy()
})

function renderScene(data: typeof POSTS) {
  const replies = { posts: JSON.stringify({ data, nextCursor: null }), role: JSON.stringify(ROLE) }
  const client = new QueryClient()
  for (const query of buildPageQueries('home', replies)) client.setQueryData(query.key, query.data)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', Component: ProductIllustration }])}
      />
    </QueryClientProvider>,
  )
}
