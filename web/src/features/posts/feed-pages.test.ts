import type { Post } from '@dolph/contract/posts'
import { describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/post-fixtures.ts'
import { countNewPosts, removeDuplicatePosts, mergeFreshPage, type FeedPage } from './feed-pages.ts'

describe('a refresh', () => {
  test('brings counters up to date where they stand', () => {
    const pages = [createFeedPage([9, 8], 'more'), createFeedPage([7, 6])]
    const fresh = createFeedPage([7, 6].map((age) => ({ ...createPostOfAge(age), likeCount: 5 })))

    const [first, second] = mergeFreshPage(pages, fresh, 'recent')

    expect(first).toEqual(pages[0])
    expect(second?.data.map(({ likeCount }) => likeCount)).toEqual([5, 5])
  })

  test('takes away what was deleted, and only that', () => {
    const pages = [createFeedPage([9, 8, 7], 'more'), createFeedPage([6, 5, 4], 'more')]
    const fresh = createFeedPage([9, 7, 6], 'more')

    const ages = mergeFreshPage(pages, fresh, 'recent').flatMap(({ data }) => data.map(getAge))

    expect(ages).toEqual([9, 7, 6, 5, 4])
  })

  test('does not slip new posts in under the reader', () => {
    const pages = [createFeedPage([5, 4], 'more')]
    const ages = mergeFreshPage(pages, createFeedPage([7, 6, 5], 'more'), 'recent').flatMap(
      ({ data }) => data.map(getAge),
    )
    expect(ages).toEqual([5, 4])
  })

  test('takes the last ones away when the end of the list is reached', () => {
    const ages = mergeFreshPage([createFeedPage([5, 4, 3])], createFeedPage([5]), 'recent').flatMap(
      ({ data }) => data.map(getAge),
    )
    expect(ages).toEqual([5])
  })
})

describe('among the most liked', () => {
  test('a refresh takes nothing away: what is missing may only have changed its rank', () => {
    const pages = [createFeedPage([3, 9, 1], 'more'), createFeedPage([5, 4], 'more')]
    const fresh = createFeedPage([9, { ...createPostOfAge(5), likeCount: 8 }, 2], 'more')

    const posts = mergeFreshPage(pages, fresh, 'likes').flatMap(({ data }) => data)

    expect(posts.map(getAge)).toEqual([3, 9, 1, 5, 4])
    expect(posts[3]?.likeCount).toBe(8)
  })

  test('a post that comes with two pages is shown once, where it came first', () => {
    const shown = removeDuplicatePosts([
      createFeedPage([3, 9, 1], 'more'),
      createFeedPage([9, 4, 3, 2]),
    ])
    expect(shown.map(({ data }) => data.map(getAge))).toEqual([
      [3, 9, 1],
      [4, 2],
    ])
  })
})

describe('new posts', () => {
  test('are those above the first one shown', () => {
    expect(countNewPosts([createFeedPage([5, 4])], createFeedPage([7, 6, 5], 'more'))).toEqual({
      count: 2,
      orMore: false,
    })
  })

  test('may be more than a page of them', () => {
    expect(countNewPosts([createFeedPage([5, 4])], createFeedPage([9, 8, 7], 'more'))).toEqual({
      count: 3,
      orMore: true,
    })
  })

  test('are all there are when nothing was there before', () => {
    expect(countNewPosts([createFeedPage([])], createFeedPage([1]))).toEqual({
      count: 1,
      orMore: false,
    })
  })
})

function createFeedPage(posts: (number | Post)[], nextCursor: string | null = null): FeedPage {
  const data = posts.map((each) => (typeof each === 'number' ? createPostOfAge(each) : each))
  return { success: true, message: '', data, nextCursor }
}

function createPostOfAge(age: number): Post {
  return createPostFixture({ _id: `01932dad-55f0-7c01-9923-${String(age).padStart(12, '0')}` })
}

function getAge({ _id }: Post): number {
  return Number(_id.slice(-12))
}
