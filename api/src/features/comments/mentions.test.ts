import { deleteComment, editComment, listComments } from '@dolph/contract/comments/comments'
import { MENTIONS_MAX } from '@dolph/contract/mentions/mentions'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startCommentsApp, type CommentsApp } from '../../testing/start-comments-app.ts'
import { hideComment } from './hiding.ts'

describe('a comment that names members', () => {
  test('mentions them, in the reply and in the list, whatever the letter case', async () => {
    await using app = await startCommentsApp()
    const added = await app.bob.addComment('Thanks @ADA and @carla, and @carla again')
    const people = [app.ada, app.carla].map(({ id }) => id)
    expect(added.mentions?.map(({ _id }) => _id)).toEqual(people)
    expect(added.mentions?.[0]).toEqual({ _id: app.ada.id, userName: 'ada', profilePicture: '' })
    expect((await readMentions(app)).toSorted()).toEqual(people.toSorted())
    expect(await readStoredMentions(app)).toEqual(people.toSorted())
  })

  test('mentions nobody who is unknown, the author themselves, or in an email address or code', async () => {
    await using app = await startCommentsApp()
    const added = await app.bob.addComment(
      'Mail ada@example.com or @@ada, see `@carla` and @nobody, says @bob\n\n```\n@ada\n```',
    )
    expect(added.mentions).toEqual([])
    expect(await readStoredMentions(app)).toEqual([])
  })

  test('mentions no member on either side of a block; a member who muted the author can be named', async () => {
    await using app = await startCommentsApp()
    await app.carla.call(blockMember, { params: { id: app.bob.id } })
    await app.ada.call(muteMember, { params: { id: app.bob.id } })
    const added = await app.bob.addComment('@carla @ada')
    expect(added.mentions?.map(({ userName }) => userName)).toEqual(['ada'])
  })

  test('mentions the first five of fifty', async () => {
    await using app = await startCommentsApp()
    const names = Array.from({ length: 50 }, (_, index) => `member${index}`)
    for (const name of names.slice(0, 8)) await createMemberFixture(app.db, name)
    const added = await app.bob.addComment(names.map((name) => `@${name}`).join(' '))
    expect(added.mentions?.map(({ userName }) => userName)).toEqual(names.slice(0, MENTIONS_MAX))
    expect(await readStoredMentions(app)).toHaveLength(MENTIONS_MAX)
  })

  test('mentions what one of many concurrent edits names, and never more than five', async () => {
    await using app = await startCommentsApp()
    const groups = [0, 1, 2, 3].map((group) =>
      Array.from({ length: MENTIONS_MAX }, (_, index) => `member${group}x${index}`),
    )
    for (const name of groups.flat()) await createMemberFixture(app.db, name)
    for (let round = 0; round < 5; round += 1) {
      const { _id } = await app.bob.addComment('Nobody')
      const contents = groups.map((names) => names.map((name) => `@${name}`).join(' '))
      await Promise.all(
        contents.map((content) =>
          app.bob.call(editComment, { params: { id: _id }, body: { content } }),
        ),
      )
      const rows = await app.db
        .selectFrom('mentions')
        .innerJoin('members', 'members.id', 'member_id')
        .innerJoin('comments', 'comments.id', 'comment_id')
        .select(['username', 'content'])
        .where('comment_id', '=', _id)
        .execute()
      expect(contents).toContain(rows[0]?.content)
      expect(rows.map(({ username }) => `@${username}`).toSorted()).toEqual(
        rows[0]?.content.split(' ').toSorted(),
      )
    }
  })

  test('shows five members even if more are stored', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.bob.addComment('@ada')
    for (let index = 0; index < MENTIONS_MAX + 2; index += 1) {
      const member_id = await createMemberFixture(app.db, `member${index}`)
      await app.db.insertInto('mentions').values({ comment_id: _id, member_id }).execute()
    }
    expect(await readMentions(app)).toHaveLength(MENTIONS_MAX)
  })

  test('mentions others after an edit, and is the same when it is sent twice', async () => {
    await using app = await startCommentsApp()
    const tempId = `temp-${crypto.randomUUID()}`
    const added = await app.bob.addComment('@ada', { tempId })
    expect(await app.bob.addComment('@ada', { tempId })).toEqual(added)
    const { data } = await app.bob.call(editComment, {
      params: { id: added._id },
      body: { content: 'Rather @carla' },
    })
    expect(data.mentions?.map(({ userName }) => userName)).toEqual(['carla'])
    expect(await readStoredMentions(app)).toEqual([app.carla.id])
  })

  test('that is deleted mentions nobody, even where its place is kept', async () => {
    await using app = await startCommentsApp()
    const added = await app.bob.addComment('@ada')
    await app.carla.addComment('A reply', { parentId: added._id })
    await app.bob.call(deleteComment, { params: { id: added._id } })
    expect(await readMentions(app)).toEqual([])
    expect(await readStoredMentions(app)).toEqual([])
  })

  test('shows them neither where a moderator hid it nor to a viewer who ignores its author', async () => {
    await using app = await startCommentsApp()
    const added = await app.bob.addComment('@ada')
    await app.carla.call(muteMember, { params: { id: app.bob.id } })
    expect(await readMentions(app, 'carla')).toEqual([])
    await app.db.transaction().execute(async (tx) => hideComment(tx, added._id))
    expect(await readMentions(app, 'ada')).toEqual([])
  })

  test('no longer mentions a member who deleted their account', async () => {
    await using app = await startCommentsApp()
    await app.bob.addComment('@carla')
    const deleted = { deleted_at: new Date().toISOString() }
    await app.db.updateTable('members').set(deleted).where('id', '=', app.carla.id).execute()
    expect(await readMentions(app)).toEqual([])
    expect((await app.bob.addComment('@carla')).mentions).toEqual([])
  })
})

async function readMentions(app: CommentsApp, reader: 'ada' | 'carla' = 'ada') {
  const threads = await app[reader].call(listComments, {
    params: { id: app.post },
    querystring: {},
  })
  return threads.flatMap(({ mentions = [] }) => mentions.map(({ _id }) => _id))
}

async function readStoredMentions({ db }: CommentsApp) {
  const rows = await db.selectFrom('mentions').select('member_id').orderBy('member_id').execute()
  return rows.map((row) => row.member_id)
}
