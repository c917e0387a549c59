import {
  COMMENT_DEPTH_MAX,
  deleteComment,
  listComments,
  listReplies,
  REPLIES_SHOWN,
  type Comment,
} from '@dolph/contract/comments/comments'
import { PAGE_SIZE } from '@dolph/contract/paging'
import { describe, expect, test } from 'vitest'
import {
  readAllPages,
  readCommentTree,
  startCommentsApp,
} from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { encodeIdCursor } from '../../platform/http/id-cursor.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('the comments of a post', () => {
  test('come oldest first, with replies below their parent', async () => {
    await using app = await startCommentsApp()
    const { ada, bob, post } = app
    const first = await ada.addComment('First')
    const second = await bob.addComment('Second')
    const answer = await bob.addComment('Answer', { parentId: first._id })
    await ada.addComment('Answer to the second', { parentId: second._id })
    await ada.addComment('Thanks', { parentId: answer._id })
    await bob.addComment('Another answer', { parentId: first._id })

    const threads = await bob.call(listComments, { params: { id: post }, querystring: {} })

    expect(outlineComments(threads)).toEqual([
      [
        'First',
        [
          ['Answer', [['Thanks', []]]],
          ['Another answer', []],
        ],
      ],
      ['Second', [['Answer to the second', []]]],
    ])
    expect(threads[0]).toEqual({
      ...first,
      replies: threads[0]?.replies,
      repliesCursor: null,
      user: { _id: ada.id, userName: 'ada', profilePicture: '' },
    })
    expect(threads[0]?.replies[0]).toMatchObject({ ...answer, parent: first._id })
  })

  test('are an empty list when there are none', async () => {
    await using app = await startCommentsApp()
    const threads = await app.bob.call(listComments, {
      params: { id: app.post },
      querystring: {},
    })
    expect(threads).toEqual([])
  })

  test('stop at the deepest level, where a reply becomes a sibling of the comment it answers', async () => {
    await using app = await startCommentsApp()
    let last = await app.ada.addComment('0')
    const chain = [last]
    for (let depth = 1; depth <= COMMENT_DEPTH_MAX + 2; depth += 1) {
      last = await app.bob.addComment(String(depth), { parentId: last._id })
      chain.push(last)
    }

    const threads = await app.bob.call(listComments, {
      params: { id: app.post },
      querystring: {},
    })

    const deepest = [
      ['5', []],
      ['6', []],
      ['7', []],
    ]
    expect(outlineComments(threads)).toEqual([['0', [['1', [['2', [['3', [['4', deepest]]]]]]]]]])
    expect(chain.slice(COMMENT_DEPTH_MAX).map(({ parent }) => parent)).toEqual(
      Array.from({ length: 3 }, () => chain[COMMENT_DEPTH_MAX - 1]?._id),
    )
  })

  test('come in pages, each with a link to the next', async () => {
    await using app = await startCommentsApp()
    for (let index = 1; index <= PAGE_SIZE + 1; index += 1)
      await app.ada.addComment(`Thread ${index}`)
    const url = `/api/comments/post/${app.post}`

    const first = await app.bob.request('GET', url)
    const pages = await readAllPages<Comment>(app.bob, `${url}?limit=7`)

    const shown = first.json<Comment[]>()
    expect(shown).toHaveLength(PAGE_SIZE)
    const cursor = encodeIdCursor(shown.at(-1)?._id ?? '')
    expect(first.headers['link']).toBe(`<${url}?cursor=${cursor}&limit=20>; rel="next"`)
    expect(pages.map((page) => page.length)).toEqual([7, 7, 7])
    expect(pages.flat().map(({ content }) => content)).toEqual(
      Array.from({ length: PAGE_SIZE + 1 }, (_, index) => `Thread ${index + 1}`),
    )
  })

  test('include the first replies of a long thread, and the cursor to the rest', async () => {
    await using app = await startCommentsApp()
    const top = await app.ada.addComment('Top')
    let last = top
    for (let index = 1; index <= REPLIES_SHOWN * 2 + 5; index += 1) {
      const parentId = index % 3 === 0 ? top._id : last._id
      last = await app.bob.addComment(`Reply ${index}`, { parentId })
    }

    const [thread] = await app.bob.call(listComments, {
      params: { id: app.post },
      querystring: {},
    })
    const rest = await app.bob.request(
      'GET',
      `/api/comments/${top._id}/replies?cursor=${thread?.repliesCursor}`,
    )
    const [whole] = await readCommentTree(app.bob, app.post, 4)

    expect(flattenComment(thread)).toHaveLength(1 + REPLIES_SHOWN)
    expect(rest.json()).toHaveLength(PAGE_SIZE)
    expect(rest.headers['link']).toContain(`</api/comments/${top._id}/replies?cursor=`)
    expect(
      flattenComment(whole)
        .map(({ content }) => content)
        .toSorted(),
    ).toEqual(['Top', ...Array.from({ length: 45 }, (_, index) => `Reply ${index + 1}`)].toSorted())
  })

  test('are answered with 304 when nothing has changed', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.ada.addComment('Hello')
    const fetchPage = (etag = '') =>
      app.bob.request('GET', `/api/comments/post/${app.post}?limit=1`, {
        headers: { 'if-none-match': etag },
      })
    const first = await fetchPage()

    const unchanged = await fetchPage(String(first.headers['etag']))
    const other = await app.ada.addComment('Another page')
    const longer = await fetchPage(String(first.headers['etag']))
    await app.ada.call(deleteComment, { params: { id: _id } })
    const changed = await fetchPage(String(longer.headers['etag']))

    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    expect([longer.statusCode, longer.body]).toEqual([200, first.body])
    expect([first.headers['link'], longer.headers['link']]).toEqual([
      undefined,
      expect.stringContaining('rel="next"'),
    ])
    expect([changed.statusCode, changed.json()]).toMatchObject([200, [{ _id: other._id }]])
  })

  test('stay without a name when the author has been deleted', async () => {
    await using app = await startCommentsApp()
    await app.carla.addComment('Hello')
    await app.db.deleteFrom('members').where('id', '=', app.carla.id).execute()

    const threads = await app.bob.call(listComments, {
      params: { id: app.post },
      querystring: {},
    })

    expect(threads).toMatchObject([{ content: 'Hello', user: null, isDeleted: false }])
  })
})

describe('reading comments is refused', () => {
  test('for an unknown post or thread', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.ada.addComment('Top')
    const reply = await app.ada.addComment('Reply', { parentId: _id })

    const post = await app.bob.send(listComments, { params: { id: UNKNOWN_ID }, querystring: {} })
    const threads = [UNKNOWN_ID, reply._id].map((id) =>
      app.bob.send(listReplies, { params: { id }, querystring: {} }),
    )

    expect([post.statusCode, post.json()]).toEqual([404, notFound('Post not found')])
    for (const thread of await Promise.all(threads)) {
      expect([thread.statusCode, thread.json()]).toEqual([404, notFound('Comment not found')])
    }
  })

  test('for a forged cursor and for an invalid page size', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.ada.addComment('Top')
    const lists = [`/api/comments/post/${app.post}`, `/api/comments/${_id}/replies`]
    const queries = ['cursor=bm9uc2Vuc2U', "cursor='or'", 'limit=0', 'limit=101', 'limit=1.5']

    for (const url of lists.flatMap((list) => queries.map((query) => `${list}?${query}`))) {
      const response = await app.bob.request('GET', url)
      expect(response.statusCode, url).toBe(400)
      expect(response.json()).toMatchObject({ success: false, code: 'invalid-input' })
    }
  })

  test('for visitors', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.ada.addComment('Top')

    const list = await app.visitor.request('GET', `/api/comments/post/${app.post}`)
    const rest = await app.visitor.request('GET', `/api/comments/${_id}/replies`)

    expect([list.statusCode, rest.statusCode]).toEqual([401, 401])
    expect(list.body + rest.body).not.toContain('Top')
  })
})

test('comments on one post are not shown below another', async () => {
  await using app = await startCommentsApp()
  const other = await createPostFixture(app.db, app.bob.id)
  await app.ada.addComment('Here')
  await app.ada.addComment('There', { postId: other })

  const threads = await app.bob.call(listComments, { params: { id: other }, querystring: {} })

  expect(outlineComments(threads)).toEqual([['There', []]])
})

function notFound(message: string) {
  return { success: false, code: 'not-found', message }
}

type Outline = [content: string, replies: Outline[]]

function outlineComments(comments: Comment[]): Outline[] {
  return comments.map(({ content, replies }) => [content, outlineComments(replies)])
}

function flattenComment(comment: Comment | undefined): Comment[] {
  return comment ? [comment, ...comment.replies.flatMap(flattenComment)] : []
}
