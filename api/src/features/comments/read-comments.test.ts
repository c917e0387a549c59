import {
  COMMENT_DEPTH_MAX,
  deleteComment,
  listComments,
  listReplies,
  REPLIES_SHOWN,
  type Comment,
} from '@dolph/contract/comments'
import { PAGE_SIZE } from '@dolph/contract/paging'
import { describe, expect, test } from 'vitest'
import {
  readAllPages,
  readCommentTree,
  startCommentsApp,
} from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { encodeIdCursor } from '../../http/id-cursor.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('the comments of a post', () => {
  test('come oldest first, replies below what they answer', async () => {
    await using talk = await startCommentsApp()
    const { ada, bob, post } = talk
    const first = await ada.say('First')
    const second = await bob.say('Second')
    const answer = await bob.say('Answer', { parentId: first._id })
    await ada.say('Answer to the second', { parentId: second._id })
    await ada.say('Thanks', { parentId: answer._id })
    await bob.say('Another answer', { parentId: first._id })

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

  test('are an empty list where nobody has said anything', async () => {
    await using talk = await startCommentsApp()
    const threads = await talk.bob.call(listComments, {
      params: { id: talk.post },
      querystring: {},
    })
    expect(threads).toEqual([])
  })

  test('say nothing but what the contract says', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.ada.say('Hello', { tempId: 'temp-12345678' })
    await talk.ada.say('Hello', { parentId: _id })
    const fields = [
      '_id',
      'content',
      'createdAt',
      'editedAt',
      'isDeleted',
      'parent',
      'post',
      'user',
    ]

    const list = await talk.bob.ask('GET', `/api/comments/post/${talk.post}`)
    const rest = await talk.bob.ask('GET', `/api/comments/${_id}/replies`)

    const [thread] = list.json<Comment[]>()
    const nested = [...fields, 'replies', 'repliesCursor'].toSorted()
    expect(Object.keys(thread ?? {}).toSorted()).toEqual(nested)
    expect(Object.keys(thread?.replies[0] ?? {}).toSorted()).toEqual(nested)
    expect(Object.keys(rest.json<object[]>()[0] ?? {}).toSorted()).toEqual(fields)
  })

  test('stop at the deepest level, where an answer stands beside what it answers', async () => {
    await using talk = await startCommentsApp()
    let last = await talk.ada.say('0')
    const chain = [last]
    for (let depth = 1; depth <= COMMENT_DEPTH_MAX + 2; depth += 1) {
      last = await talk.bob.say(String(depth), { parentId: last._id })
      chain.push(last)
    }

    const threads = await talk.bob.call(listComments, {
      params: { id: talk.post },
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

  test('come in pages, each of which says where the next one is', async () => {
    await using talk = await startCommentsApp()
    for (let nth = 1; nth <= PAGE_SIZE + 1; nth += 1) await talk.ada.say(`Thread ${nth}`)
    const address = `/api/comments/post/${talk.post}`

    const first = await talk.bob.ask('GET', address)
    const pages = await readAllPages<Comment>(talk.bob, `${address}?limit=7`)

    const shown = first.json<Comment[]>()
    expect(shown).toHaveLength(PAGE_SIZE)
    const cursor = encodeIdCursor(shown.at(-1)?._id ?? '')
    expect(first.headers['link']).toBe(`<${address}?cursor=${cursor}&limit=20>; rel="next"`)
    expect(pages.map((page) => page.length)).toEqual([7, 7, 7])
    expect(pages.flat().map(({ content }) => content)).toEqual(
      Array.from({ length: PAGE_SIZE + 1 }, (_, index) => `Thread ${index + 1}`),
    )
  })

  test('bring the first replies of a long thread, and the way to the rest', async () => {
    await using talk = await startCommentsApp()
    const top = await talk.ada.say('Top')
    let last = top
    for (let nth = 1; nth <= REPLIES_SHOWN * 2 + 5; nth += 1) {
      const parentId = nth % 3 === 0 ? top._id : last._id
      last = await talk.bob.say(`Reply ${nth}`, { parentId })
    }

    const [thread] = await talk.bob.call(listComments, {
      params: { id: talk.post },
      querystring: {},
    })
    const rest = await talk.bob.ask(
      'GET',
      `/api/comments/${top._id}/replies?cursor=${thread?.repliesCursor}`,
    )
    const [whole] = await readCommentTree(talk.bob, talk.post, 4)

    expect(flattenComment(thread)).toHaveLength(1 + REPLIES_SHOWN)
    expect(rest.json()).toHaveLength(PAGE_SIZE)
    expect(rest.headers['link']).toContain(`</api/comments/${top._id}/replies?cursor=`)
    expect(
      flattenComment(whole)
        .map(({ content }) => content)
        .toSorted(),
    ).toEqual(['Top', ...Array.from({ length: 45 }, (_, index) => `Reply ${index + 1}`)].toSorted())
  })

  test('cost nothing when nothing changed since the last look', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.ada.say('Hello')
    const look = (etag = '') =>
      talk.bob.ask('GET', `/api/comments/post/${talk.post}?limit=1`, {
        headers: { 'if-none-match': etag },
      })
    const first = await look()

    const unchanged = await look(String(first.headers['etag']))
    const other = await talk.ada.say('Another page')
    const longer = await look(String(first.headers['etag']))
    await talk.ada.call(deleteComment, { params: { id: _id } })
    const changed = await look(String(longer.headers['etag']))

    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    expect([longer.statusCode, longer.body]).toEqual([200, first.body])
    expect([first.headers['link'], longer.headers['link']]).toEqual([
      undefined,
      expect.stringContaining('rel="next"'),
    ])
    expect([changed.statusCode, changed.json()]).toMatchObject([200, [{ _id: other._id }]])
  })

  test('stay when an author is gone, without a name', async () => {
    await using talk = await startCommentsApp()
    await talk.carla.say('Hello')
    await talk.db.deleteFrom('members').where('id', '=', talk.carla.id).execute()

    const threads = await talk.bob.call(listComments, {
      params: { id: talk.post },
      querystring: {},
    })

    expect(threads).toMatchObject([{ content: 'Hello', user: null, isDeleted: false }])
  })
})

describe('what is refused', () => {
  test('a post, or a thread, that is not there', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.ada.say('Top')
    const reply = await talk.ada.say('Reply', { parentId: _id })

    const post = await talk.bob.send(listComments, { params: { id: UNKNOWN_ID }, querystring: {} })
    const threads = [UNKNOWN_ID, reply._id].map((id) =>
      talk.bob.send(listReplies, { params: { id }, querystring: {} }),
    )

    expect([post.statusCode, post.json()]).toEqual([404, notFound('Post not found')])
    for (const thread of await Promise.all(threads)) {
      expect([thread.statusCode, thread.json()]).toEqual([404, notFound('Comment not found')])
    }
  })

  test('a cursor that we never wrote, and a page of no size or of any', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.ada.say('Top')
    const lists = [`/api/comments/post/${talk.post}`, `/api/comments/${_id}/replies`]
    const queries = ['cursor=bm9uc2Vuc2U', "cursor='or'", 'limit=0', 'limit=101', 'limit=1.5']

    for (const address of lists.flatMap((list) => queries.map((query) => `${list}?${query}`))) {
      const reply = await talk.bob.ask('GET', address)
      expect(reply.statusCode, address).toBe(400)
      expect(reply.json()).toMatchObject({ success: false, code: 'invalid-input' })
    }
  })

  test('visitors', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.ada.say('Top')

    const list = await talk.visitor.ask('GET', `/api/comments/post/${talk.post}`)
    const rest = await talk.visitor.ask('GET', `/api/comments/${_id}/replies`)

    expect([list.statusCode, rest.statusCode]).toEqual([401, 401])
    expect(list.body + rest.body).not.toContain('Top')
  })
})

test('what is said about one post is not shown below another', async () => {
  await using talk = await startCommentsApp()
  const other = await createPostFixture(talk.db, talk.bob.id)
  await talk.ada.say('Here')
  await talk.ada.say('There', { postId: other })

  const threads = await talk.bob.call(listComments, { params: { id: other }, querystring: {} })

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
