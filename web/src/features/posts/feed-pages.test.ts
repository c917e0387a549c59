import type { Post } from '@dolph/contract/posts'
import { describe, expect, test } from 'vitest'
import { somePost } from '../../testing/some-post.ts'
import { arrivedSince, distinct, freshen, type FeedPage } from './feed-pages.ts'

describe('a refresh', () => {
  test('brings counters up to date where they stand', () => {
    const pages = [page([9, 8], 'more'), page([7, 6])]
    const fresh = page([7, 6].map((age) => ({ ...post(age), likeCount: 5 })))

    const [first, second] = freshen(pages, fresh, 'recent')

    expect(first).toEqual(pages[0])
    expect(second?.data.map(({ likeCount }) => likeCount)).toEqual([5, 5])
  })

  test('takes away what was deleted, and only that', () => {
    const pages = [page([9, 8, 7], 'more'), page([6, 5, 4], 'more')]
    const fresh = page([9, 7, 6], 'more')

    const ages = freshen(pages, fresh, 'recent').flatMap(({ data }) => data.map(ageOf))

    expect(ages).toEqual([9, 7, 6, 5, 4])
  })

  test('does not slip new posts in under the reader', () => {
    const pages = [page([5, 4], 'more')]
    const ages = freshen(pages, page([7, 6, 5], 'more'), 'recent').flatMap(({ data }) =>
      data.map(ageOf),
    )
    expect(ages).toEqual([5, 4])
  })

  test('takes the last ones away when the end of the list is reached', () => {
    const ages = freshen([page([5, 4, 3])], page([5]), 'recent').flatMap(({ data }) =>
      data.map(ageOf),
    )
    expect(ages).toEqual([5])
  })
})

describe('among the most liked', () => {
  test('a refresh takes nothing away: what is missing may only have changed its rank', () => {
    const pages = [page([3, 9, 1], 'more'), page([5, 4], 'more')]
    const fresh = page([9, { ...post(5), likeCount: 8 }, 2], 'more')

    const posts = freshen(pages, fresh, 'likes').flatMap(({ data }) => data)

    expect(posts.map(ageOf)).toEqual([3, 9, 1, 5, 4])
    expect(posts[3]?.likeCount).toBe(8)
  })

  test('a post that comes with two pages is shown once, where it came first', () => {
    const shown = distinct([page([3, 9, 1], 'more'), page([9, 4, 3, 2])])
    expect(shown.map(({ data }) => data.map(ageOf))).toEqual([
      [3, 9, 1],
      [4, 2],
    ])
  })
})

describe('new posts', () => {
  test('are those above the first one shown', () => {
    expect(arrivedSince([page([5, 4])], page([7, 6, 5], 'more'))).toEqual({
      count: 2,
      orMore: false,
    })
  })

  test('may be more than a page of them', () => {
    expect(arrivedSince([page([5, 4])], page([9, 8, 7], 'more'))).toEqual({
      count: 3,
      orMore: true,
    })
  })

  test('are all there are when nothing was there before', () => {
    expect(arrivedSince([page([])], page([1]))).toEqual({ count: 1, orMore: false })
  })
})

function page(posts: (number | Post)[], nextCursor: string | null = null): FeedPage {
  const data = posts.map((each) => (typeof each === 'number' ? post(each) : each))
  return { success: true, message: '', data, nextCursor }
}

function post(age: number): Post {
  return somePost({ _id: `01932dad-55f0-7c01-9923-${String(age).padStart(12, '0')}` })
}

function ageOf({ _id }: Post): number {
  return Number(_id.slice(-12))
}
