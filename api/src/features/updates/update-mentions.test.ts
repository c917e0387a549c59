import { MENTIONS_MAX } from '@dolph/contract/mentions/mentions'
import { readPublicPost } from '@dolph/contract/posts/read-public-post'
import { blockMember } from '@dolph/contract/safety/safety'
import { editUpdate, listUpdates, postUpdate } from '@dolph/contract/updates/updates'
import { expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startCommentsApp, type CommentsApp } from '../../testing/start-comments-app.ts'

test('an update mentions the members whom it names, in the reply and in the list', async () => {
  await using app = await startCommentsApp()
  const written = await write(app, 'Thanks @BOB and @carla, mail ada@example.com, `@ada`, @nobody')
  expect(getNames(written)).toEqual(['bob', 'carla'])
  expect(await readNames(app)).toEqual(['bob', 'carla'])
})

test('an edit mentions those whom the text names then', async () => {
  await using app = await startCommentsApp()
  const { _id: id } = await write(app, '@bob')
  const { data } = await app.ada.call(editUpdate, { params: { id }, body: { body: '@carla' } })
  expect(getNames(data)).toEqual(['carla'])
  await app.ada.call(editUpdate, { params: { id }, body: { body: '@bob' } })
  expect(await readNames(app)).toEqual(['bob'])
})

test('five members are mentioned at most, and nobody on either side of a block', async () => {
  await using app = await startCommentsApp()
  await app.carla.call(blockMember, { params: { id: app.ada.id } })
  expect(getNames(await write(app, '@carla @bob'))).toEqual(['bob'])
  const names = ['one-1', 'two-2', 'three', 'four', 'five', 'six-6']
  for (const name of names) await createMemberFixture(app.db, name)
  const written = await write(app, names.map((name) => `@${name}`).join(' '))
  expect(getNames(written)).toEqual(names.slice(0, MENTIONS_MAX).toSorted())
})

test('the same draft sent twice is one update with its mentions', async () => {
  await using app = await startCommentsApp()
  const tempId = `temp-${crypto.randomUUID()}`
  const first = await write(app, '@bob', tempId)
  expect(await write(app, '@bob', tempId)).toEqual(first)
})

test('the public page has no mentions, because profiles are for members', async () => {
  await using app = await startCommentsApp()
  await write(app, '@bob')
  const { data } = await app.visitor.call(readPublicPost, { params: { id: app.post } })
  expect(data.updates).toMatchObject([{ body: '@bob' }])
  expect(data.updates[0]).not.toHaveProperty('mentions')
})

async function write(app: CommentsApp, body: string, tempId?: string) {
  const draft = { body, ...(tempId !== undefined && { tempId }) }
  return (await app.ada.call(postUpdate, { params: { id: app.post }, body: draft })).data
}

async function readNames(app: CommentsApp) {
  const params = { id: app.post }
  const [update] = (await app.bob.call(listUpdates, { params, querystring: {} })).data
  return getNames(update)
}

function getNames(update: { mentions?: { userName: string }[] | undefined } | undefined) {
  return update?.mentions?.map(({ userName }) => userName).toSorted()
}
