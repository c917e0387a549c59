import type { Post } from '@dolph/contract/posts/posts'
import { describe, expect, test } from 'vitest'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { countNewPosts, removeDuplicatePosts, mergeFreshPage, type FeedPage } from './feed-pages.ts'

describe('a refresh', () => {
  test('updates counters in place', () => {
    const pages = [createFeedPage([9, 8], 'more'), createFeedPage([7, 6])]
    const fresh = createFeedPage(
      [7, 6].map((sequence) => ({ ...createPostWithSequence(sequence), likeCount: 5 })),
    )

    const [first, second] = mergeFreshPage(pages, fresh, 'recent')

    expect(first).toEqual(pages[0])
    expect(second?.data.map(({ likeCount }) => likeCount)).toEqual([5, 5])
  })

  test('removes deleted posts, and only those', () => {
    const pages = [createFeedPage([9, 8, 7], 'more'), createFeedPage([6, 5, 4], 'more')]
    const fresh = createFeedPage([9, 7, 6], 'more')

    const sequences = mergeFreshPage(pages, fresh, 'recent').flatMap(({ data }) =>
      data.map(getSequence),
    )

    expect(sequences).toEqual([9, 7, 6, 5, 4])
  })

  test('does not insert new posts', () => {
    const pages = [createFeedPage([5, 4], 'more')]
    const sequences = mergeFreshPage(pages, createFeedPage([7, 6, 5], 'more'), 'recent').flatMap(
      ({ data }) => data.map(getSequence),
    )
    expect(sequences).toEqual([5, 4])
  })

  test('removes deleted posts at the end of the list', () => {
    const sequences = mergeFreshPage(
      [createFeedPage([5, 4, 3])],
      createFeedPage([5]),
      'recent',
    ).flatMap(({ data }) => data.map(getSequence))
    expect(sequences).toEqual([5])
  })
})

describe('sorted by likes', () => {
  test('a refresh removes nothing: a missing post may only have changed its rank', () => {
    const pages = [createFeedPage([3, 9, 1], 'more'), createFeedPage([5, 4], 'more')]
    const fresh = createFeedPage([9, { ...createPostWithSequence(5), likeCount: 8 }, 2], 'more')

    const posts = mergeFreshPage(pages, fresh, 'likes').flatMap(({ data }) => data)

    expect(posts.map(getSequence)).toEqual([3, 9, 1, 5, 4])
    expect(posts[3]?.likeCount).toBe(8)
  })

  test('a post on two pages is shown once, on the first of them', () => {
    const pages = removeDuplicatePosts([
      createFeedPage([3, 9, 1], 'more'),
      createFeedPage([9, 4, 3, 2]),
    ])
    expect(pages.map(({ data }) => data.map(getSequence))).toEqual([
      [3, 9, 1],
      [4, 2],
    ])
  })
})

describe('new posts', () => {
  test('are those above the first loaded one', () => {
    expect(countNewPosts([createFeedPage([5, 4])], createFeedPage([7, 6, 5], 'more'))).toEqual({
      count: 2,
      orMore: false,
    })
  })

  test('may be more than one page', () => {
    expect(countNewPosts([createFeedPage([5, 4])], createFeedPage([9, 8, 7], 'more'))).toEqual({
      count: 3,
      orMore: true,
    })
  })

  test('are all posts when the list was empty', () => {
    expect(countNewPosts([createFeedPage([])], createFeedPage([1]))).toEqual({
      count: 1,
      orMore: false,
    })
  })
})

function createFeedPage(posts: (number | Post)[], nextCursor: string | null = null): FeedPage {
  const data = posts.map((each) => (typeof each === 'number' ? createPostWithSequence(each) : each))
  return { success: true, message: '', data, nextCursor }
}

function createPostWithSequence(sequence: number): Post {
  return createPostFixture({ _id: `01932dad-55f0-7c01-9923-${String(sequence).padStart(12, '0')}` })
}

function getSequence({ _id }: Post): number {
  return Number(_id.slice(-12))
}
