import { logOut } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { createComment } from '@dolph/contract/comments/comments'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { createPost } from '@dolph/contract/posts/posts'
import { expect, test } from 'vitest'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { startCommentsApp } from '../../testing/start-comments-app.ts'

const REFUSAL = {
  success: false,
  code: 'conflict',
  message: 'You are now logged in as @bob. Nothing was sent.',
  signedInAs: 'bob',
}
const POST = { title: 'Tide', type: 'showcase', body: 'A tide clock' } as const

test('what ada typed is not stored as bob’s: posts, comments and messages are refused', async () => {
  await using api = await startCommentsApp()
  const { ada, bob, carla, db, post } = api
  const asAda = { 'x-member-id': ada.id }
  const message = { recipientId: carla.id, content: 'Hello', tempId: 'temp-1' }
  const replies = [
    await bob.send(createPost, { body: { ...POST, tempId: 'temp-1' } }, asAda),
    await bob.send(createComment, { body: { postId: post, content: 'Nice' } }, asAda),
    await bob.send(sendMessage, { body: message }, asAda),
  ]
  for (const reply of replies) {
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual(REFUSAL)
  }
  const rows = await Promise.all([
    db.selectFrom('posts').selectAll().where('author_id', '=', bob.id).execute(),
    db.selectFrom('comments').selectAll().execute(),
    db.selectFrom('messages').selectAll().execute(),
  ])
  expect(rows).toEqual([[], [], []])
})

test('every changing route refuses the id of another member, and nothing else changes', async () => {
  await using api = await startApp({ env: { LIMITS: 'relaxed' } })
  const bob = await signInNewMember(api, 'bob')
  const foreign = { 'x-member-id': '01932dad-55f0-7c01-9923-d974d6c5fc01' }
  const { token } = (await bob.request('GET', '/api/csrf-token')).json<{ token: string }>()
  const routes = await listChangingRoutes(api)
  expect(routes.length).toBeGreaterThan(20)
  for (const { method, url } of routes) {
    const reply = await bob.request(method, url, { headers: { ...foreign, 'x-csrf-token': token } })
    expect([method, url, reply.statusCode, reply.json()]).toEqual([method, url, 409, REFUSAL])
  }
  await bob.call(getViewer, {})
})

test('one’s own id, no id, and any id with a read are accepted', async () => {
  await using api = await startCommentsApp()
  const { ada, bob } = api
  const body = { postId: api.post, content: 'Nice' }
  const own = await bob.send(createComment, { body }, { 'x-member-id': bob.id })
  const without = await bob.send(createComment, { body })
  const read = await bob.send(getViewer, {}, { 'x-member-id': ada.id })
  expect([own, without, read].map(({ statusCode }) => statusCode)).toEqual([201, 201, 200])
})

test('a malformed id counts as that of another member', async () => {
  await using api = await startApp()
  const bob = await signInNewMember(api, 'bob')
  for (const memberId of ['', 'nonsense', '__proto__', 'x'.repeat(9_000)]) {
    const reply = await bob.send(logOut, {}, { 'x-member-id': memberId })
    expect([memberId, reply.statusCode]).toEqual([memberId, 409])
  }
  await bob.call(getViewer, {})
})

test('a visitor with an id is asked to log in, and a page of another site learns nothing', async () => {
  await using api = await startCommentsApp()
  const { ada, bob, post, visitor } = api
  const body = { postId: post, content: 'Nice' }
  const asAda = { 'x-member-id': ada.id }
  const expired = await visitor.send(createComment, { body }, asAda)
  expect([expired.statusCode, expired.json()]).toMatchObject([401, { code: 'not-signed-in' }])
  const foreignSite = { ...asAda, 'sec-fetch-site': 'cross-site' }
  const crossSite = await bob.send(createComment, { body }, foreignSite)
  expect(crossSite.statusCode).toBe(403)
  expect(crossSite.body).not.toContain('bob')
})

/** The changing routes of the OpenAPI document, with an id in the place of each parameter. */
async function listChangingRoutes(api: Awaited<ReturnType<typeof startApp>>) {
  const document = await api.visitor.request('GET', '/api/openapi.json')
  const { paths } = document.json<{ paths: Record<string, object> }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    (['POST', 'PUT', 'DELETE'] as const)
      .filter((method) => method.toLowerCase() in operations)
      .map((method) => ({ method, url: path.replace(/\{\w+\}/g, POST_ID) })),
  )
}

const POST_ID = '01932dad-55f0-7c01-9923-d974d6c5fc02'
