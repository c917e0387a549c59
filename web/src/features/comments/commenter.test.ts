import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { someComment } from '../../testing/some-comment.ts'
import { changeCommenter, discussion } from './data.ts'
import { attachThreads, FROM_THE_TOP, NOTHING } from './discussion.ts'

test('a member with a new picture has it beside every comment that is held', () => {
  const client = new QueryClient()
  const bob = { _id: 'bob', userName: 'bob', profilePicture: '' }
  const ada = { _id: 'ada', userName: 'ada', profilePicture: '/old.webp' }
  const talk = (user: typeof ada) =>
    attachThreads(NOTHING, {
      start: FROM_THE_TOP,
      threads: [
        someComment(1, {
          user,
          replies: [someComment(2, { user: bob }), someComment(3, { user })],
        }),
        someComment(4, { user: null }),
      ],
      nextCursor: null,
    })
  const { queryKey } = discussion('tide')
  client.setQueryData(queryKey, talk(ada), { updatedAt: 1 })

  const now = { ...ada, profilePicture: '/new.webp' }
  changeCommenter(client, now)

  expect(client.getQueryData(queryKey)).toEqual(talk(now))
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1)
})
