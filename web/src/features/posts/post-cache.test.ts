import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { updateCachedAuthor } from './post-cache.ts'

test('a new profile picture appears on every cached post of its author', () => {
  const client = new QueryClient()
  const user = { _id: 'bob', userName: 'bob', profilePicture: '' }
  const [own, other, withoutAuthor] = [
    createPostFixture(),
    createPostFixture({ user }),
    createPostFixture({ user: null }),
  ]
  const list = { pages: [{ data: [own, other, withoutAuthor] }], pageParams: [null] }
  client.setQueryData(['posts', 'feed', {}], list)
  client.setQueryData(['posts', 'recent', 'own'], { data: [own] })
  client.setQueryData(['posts', 'one', own._id], own)
  const untouched = { data: [other] }
  client.setQueryData(['posts', 'recent', 'bob'], untouched)

  const author = { _id: own.user?._id ?? '', userName: 'ada', profilePicture: '/new.webp' }
  updateCachedAuthor(client, author)

  const changed = { ...own, user: author }
  expect(client.getQueryData(['posts', 'feed', {}])).toEqual({
    pages: [{ data: [changed, other, withoutAuthor] }],
    pageParams: [null],
  })
  expect(client.getQueryData(['posts', 'recent', 'own'])).toEqual({ data: [changed] })
  expect(client.getQueryData(['posts', 'one', own._id])).toEqual(changed)
  expect(client.getQueryData(['posts', 'recent', 'bob'])).toBe(untouched)
})
