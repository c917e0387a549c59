import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createCommentFixture } from '../../testing/fixtures/comment-fixtures.ts'
import { updateCommentAuthor, discussionQuery } from './data.ts'
import { attachThreads, FIRST_PAGE, EMPTY_DISCUSSION } from './discussion.ts'

test('a new profile picture appears beside every cached comment of the member', () => {
  const client = new QueryClient()
  const bob = { _id: 'bob', userName: 'bob', profilePicture: '' }
  const ada = { _id: 'ada', userName: 'ada', profilePicture: '/old.webp' }
  const createDiscussion = (user: typeof ada) =>
    attachThreads(EMPTY_DISCUSSION, {
      start: FIRST_PAGE,
      threads: [
        createCommentFixture(1, {
          user,
          replies: [createCommentFixture(2, { user: bob }), createCommentFixture(3, { user })],
        }),
        createCommentFixture(4, { user: null }),
      ],
      nextCursor: null,
    })
  const { queryKey } = discussionQuery('tide')
  client.setQueryData(queryKey, createDiscussion(ada), { updatedAt: 1 })

  const updated = { ...ada, profilePicture: '/new.webp' }
  updateCommentAuthor(client, updated)

  expect(client.getQueryData(queryKey)).toEqual(createDiscussion(updated))
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1)
})
