import * as accounts from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { createComment } from '@dolph/contract/comments/comments'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { createPost, likePost } from '@dolph/contract/posts/posts'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { sessionStatement } from '../../../platform/http/session.ts'
import type { Browser } from '../../../testing/browser.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { createNoisePicture } from '../../../testing/pictures/picture-bytes.ts'
import { PASSWORD, signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import { uploadPictureFile } from '../../../testing/pictures/upload-picture-file.ts'

type Api = Awaited<ReturnType<typeof startApp>>

const NOT_SIGNED_IN: unknown = expect.stringContaining('"code":"not-signed-in"')
const NEW_PASSWORD = {
  currentPassword: PASSWORD,
  newPassword: 'Another horse 8',
  verificationCode: '000000',
}

test('an account that is deleted after its request was authenticated is not signed in any more', async () => {
  await using api = await startApp({ env: { LIMITS: 'relaxed' } })
  const { db } = api
  const bob = await createMemberFixture(db, 'bob')
  const post = await createPostFixture(db, bob)
  const picture = await createNoisePicture(64, 64).png().toBuffer()
  const likeBody = { params: { id: post }, body: { liked: true } }
  const messageBody = { recipientId: bob, content: 'Hi', tempId: 'temp-12345678' }
  const draft = { title: 'A clock', type: 'showcase' as const, body: 'For the wall' }
  /** Calls that need the account, which ends at once. */
  const ownCalls: Record<string, Call> = {
    getViewer: { isRead: true, send: (ada) => ada.send(getViewer, {}) },
    readOwnProfile: { isRead: true, send: (ada) => ada.send(readOwnProfile, {}) },
    updateProfile: { send: (ada) => ada.send(updateProfile, { body: { bio: 'Hi' } }) },
    sendPasswordCode: { send: (ada) => ada.send(accounts.sendPasswordCode, {}) },
    changePassword: { send: (ada) => ada.send(accounts.changePassword, { body: NEW_PASSWORD }) },
    deleteAccount: {
      send: (ada) => ada.send(accounts.deleteAccount, { body: { password: PASSWORD } }),
    },
    giveProof: { send: (ada) => ada.send(accounts.giveProof, { body: { password: PASSWORD } }) },
    uploadPicture: { send: (ada) => uploadPictureFile(ada, picture) },
    uploadPostPicture: { send: (ada) => uploadPictureFile(ada, picture, { kind: 'text' }) },
  }
  /** Calls that need the member's row, which the job deletes last. */
  const memberCalls: Record<string, Call> = {
    createPost: { send: (ada) => ada.send(createPost, { body: draft }) },
    likePost: { send: (ada) => ada.send(likePost, likeBody) },
    createComment: {
      send: (ada) => ada.send(createComment, { body: { postId: post, content: 'Hi' } }),
    },
    sendMessage: { send: (ada) => ada.send(sendMessage, { body: messageBody }) },
  }
  const deletion = deleteAfterAuthentication(api)

  for (const [name, call] of Object.entries({ ...ownCalls, ...memberCalls })) {
    const reply = await deletion.during(call, await signInNewMember(api, name), 'member')
    expect([name, reply.statusCode, reply.body]).toEqual([name, 401, NOT_SIGNED_IN])
  }
  for (const [name, call] of Object.entries(ownCalls)) {
    const reply = await deletion.during(call, await signInNewMember(api, `${name}2`), 'account')
    expect([name, reply.statusCode, reply.body]).toEqual([name, 401, NOT_SIGNED_IN])
  }
})

test('a message by the socket of a deleted member is refused as not signed in', async () => {
  await using api = await startApp({ env: { LIMITS: 'relaxed' }, isListening: true })
  const bob = await createMemberFixture(api.db, 'bob')
  const ada = await signInNewMember(api, 'ada')
  const { _id: id } = await ada.call(getViewer, {})
  await using socket = await openAuthenticatedSocket(api, { ...ada, id })
  await api.db.deleteFrom('members').where('id', '=', id).execute()

  socket.send({ type: 'new_message', recipientId: bob, content: 'Hi' })

  expect(await socket.nextEvent('error')).toMatchObject({ code: 'not-signed-in' })
})

/** Deletes rows of a browser's member between the session hook and the handler of its next call. */
function deleteAfterAuthentication({ db, bus }: Api) {
  // Without the bus every request looks up the session.
  vi.spyOn(bus, 'isConnected', 'get').mockReturnValue(false)
  let rows: 'member' | 'account' = 'member'
  let lookupsBefore = Infinity
  const query = db.pool.query.bind(db.pool) as (...input: unknown[]) => Promise<unknown>
  vi.spyOn(db.pool, 'query').mockImplementation(async (...input: unknown[]) => {
    const result = await query(...input)
    const [{ text, values }] = input as [{ text?: string; values?: unknown[] }]
    if (text === sessionStatement.sql && (lookupsBefore -= 1) < 0) await deleteRows(values?.[0])
    return result
  })

  async function deleteRows(tokenHash: unknown): Promise<void> {
    lookupsBefore = Infinity
    const member = sql`(select member_id from sessions where token_hash = ${tokenHash})`
    if (rows === 'member') await sql`delete from members where id = ${member}`.execute(db)
    else {
      await sql`update members set deleted_at = now() where id = ${member}`.execute(db)
      await sql`delete from accounts where member_id = ${member}`.execute(db)
    }
  }

  return {
    async during(call: Call, browser: Browser, what: typeof rows) {
      rows = what
      // A call that changes something fetches its CSRF token first, with a session lookup of its own.
      lookupsBefore = call.isRead ? 0 : 1
      return call.send(browser)
    },
  }
}

interface Call {
  isRead?: true
  send: (browser: Browser) => ReturnType<Browser['request']>
}
