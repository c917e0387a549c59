import { randomUUID } from 'node:crypto'
import { signUp } from '@dolph/contract/accounts/accounts'
import { finishGoogleSignUp } from '@dolph/contract/accounts/provider-sign-up'
import { browsePeople } from '@dolph/contract/people/browse-people'
import { searchMessages } from '@dolph/contract/messaging/messaging'
import { searchPeople } from '@dolph/contract/people/people'
import { browsePosts, likePost } from '@dolph/contract/posts/posts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../admin/testing/run-command.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { createNoisePicture } from '../../testing/pictures/picture-bytes.ts'
import { uploadPictureFile } from '../../testing/pictures/upload-picture-file.ts'
import { startTestIdentityProvider } from '../../testing/servers/test-identity-provider.ts'
import { visitIdentityProvider } from '../../testing/servers/visit-identity-provider.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { buildSignUpForm, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { databaseAddress } from '../../testing/test-database.ts'

const env = { LIMITS: 'relaxed' }
type Api = Awaited<ReturnType<typeof startApp>>

let api: Api
let ada: Awaited<ReturnType<typeof signInNewMember>>
let adaId = ''
beforeAll(async () => {
  api = await startApp({ env })
  ada = await signInNewMember(api, 'ada')
  adaId = (await ada.call(getViewer, {}))._id
  return () => api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await api.db.deleteFrom('flags').execute()
  await api.flags.readAgain()
})

const switchOff = (name: string) => switchFlag('off', name)
const switchOn = (name: string) => switchFlag('on', name)

async function switchFlag(command: 'off' | 'on', name: string): Promise<void> {
  expect(await runCommand(api, 'flag', command, name, '--yes')).toMatchObject({ code: 0 })
  await api.flags.readAgain()
}

describe('a switch', () => {
  test('sign-ups refuses new accounts, and members can still do everything', async () => {
    await switchOff('sign-ups')
    const reply = await api.browser().send(signUp, { body: buildSignUpForm('newcomer') })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
      503,
      '60',
      { code: 'unavailable', message: expect.stringContaining('New accounts') },
    ])
    expect((await ada.send(getViewer, {})).statusCode).toBe(200)
    await switchOn('sign-ups')
    const again = await api.browser().send(signUp, { body: buildSignUpForm('newcomer') })
    expect(again.statusCode).toBe(201)
  })

  test('sign-ups refuses new accounts by Google, and members still sign in with it', async () => {
    const clientId = 'dolph-test'
    await using provider = await startTestIdentityProvider(clientId)
    await using other = await startApp({
      env: {
        ...env,
        GOOGLE_ISSUER: provider.issuer,
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_CLIENT_SECRET: 'the secret of this client',
      },
    })
    const claims = { sub: 'sub-of-newcomer', email: 'newcomer@example.test', email_verified: true }
    const newcomer = other.browser()
    await visitIdentityProvider(provider, newcomer, { claims })
    const finish = async () =>
      (await newcomer.send(finishGoogleSignUp, { body: { userName: 'newcomer' } })).statusCode
    await runCommand(other, 'flag', 'off', 'sign-ups', '--yes')
    await other.flags.readAgain()
    expect(await finish()).toBe(503)
    await runCommand(other, 'flag', 'on', 'sign-ups', '--yes')
    await other.flags.readAgain()
    expect(await finish()).toBe(201)

    await runCommand(other, 'flag', 'off', 'sign-ups', '--yes')
    await other.flags.readAgain()
    const member = other.browser()
    await visitIdentityProvider(provider, member, { claims })
    expect((await member.send(getViewer, {})).statusCode).toBe(200)
  })

  test('uploads refuses pictures before they are read, besides those of allowed members', async () => {
    const picture = await createNoisePicture(64, 48).png().toBuffer()
    await switchOff('uploads')
    for (const kind of ['profile', 'cover', 'text'] as const) {
      const reply = await uploadPictureFile(ada, picture, { kind })
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '60'])
    }
    await runCommand(api, 'flag', 'allow', 'uploads', 'ada', '--yes')
    await api.flags.readAgain()
    expect((await uploadPictureFile(ada, picture)).statusCode).toBe(201)
  })

  test('search refuses searches by words, and lists still load', async () => {
    await switchOff('search')
    const searches = [
      await api.visitor.send(browsePosts, { querystring: { q: 'tides' } }),
      await ada.send(browsePosts, { querystring: { q: 'tides' } }),
      await ada.send(browsePeople, { querystring: { q: 'ada' } }),
      await ada.send(searchPeople, { querystring: { username: 'ada' } }),
      await ada.send(searchMessages, { querystring: { conversationWith: adaId, q: 'tides' } }),
    ]
    expect(searches.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503])
    const lists = [
      await api.visitor.send(browsePosts, { querystring: {} }),
      await ada.send(browsePosts, { querystring: { q: ' ' } }),
      await ada.send(browsePeople, { querystring: {} }),
    ]
    expect(lists.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  test('live sends no changes of posts, and likes still count', async () => {
    const postId = await createPostFixture(api.db, adaId)
    const events: string[] = []
    const { ready, unsubscribe } = api.bus.subscribeTo(`post:${postId}`, (_, event) =>
      events.push(event),
    )
    await ready
    const like = (liked: boolean) => ada.call(likePost, { params: { id: postId }, body: { liked } })
    await switchOff('live')
    await like(true)
    expect(events).toEqual([])
    await switchOn('live')
    await like(false)
    expect(events).toHaveLength(1)
    unsubscribe()
  })

  test('mails lets mails wait without counting attempts, and they are sent afterwards', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using other = await startApp({ env, smtpServer })
    await runCommand(other, 'flag', 'off', 'mails', '--yes')
    await other.flags.readAgain()
    await other.browser().call(signUp, { body: buildSignUpForm('waiting') })
    const selectMail = () =>
      other.db.selectFrom('mails').select(['state', 'attempts']).executeTakeFirst()
    const countPostponed = async () => {
      const jobs = (await runCommand(other, 'jobs', 'list', '--task', 'send-mail')).data
      return (jobs as { state: string }[]).filter(({ state }) => state === 'waiting').length
    }
    await expect.poll(countPostponed).toBe(1)
    expect(await selectMail()).toEqual({ state: 'due', attempts: 0 })
    expect(smtpServer.deliveries()).toBe(0)
    await runCommand(other, 'flag', 'on', 'mails', '--yes')
    await other.flags.readAgain()
    await runCommand(other, 'mail', 'send-now', '--yes')
    await smtpServer.waitForMails('waiting@example.test')
    await expect.poll(selectMail).toEqual({ state: 'sent', attempts: 1 })
  })
})

describe('every process', () => {
  test('reads a change at once', async () => {
    await using other = await startApp({ env, shareWith: api })
    await runCommand(api, 'flag', 'off', 'sign-ups', '--yes')
    await expect.poll(() => api.flags.isOn('sign-ups'), { interval: 10 }).toBe(false)
    await expect.poll(() => other.flags.isOn('sign-ups'), { interval: 10 }).toBe(false)
  })

  test('knows of it within six seconds without Redis', async () => {
    await using other = await startApp({ env, shareWith: api })
    other.bus.close()
    other.redis.disconnect()
    await switchOff('sign-ups')
    await expect
      .poll(() => other.flags.isOn('sign-ups'), { interval: 50, timeout: 6_000 })
      .toBe(false)
  })

  test('keeps what it knows while PostgreSQL is away', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    await using other = await startApp({
      env,
      rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
    })
    await runCommand(other, 'flag', 'off', 'search', '--yes')
    await expect.poll(() => other.flags.isOn('search')).toBe(false)
    await proxy.disconnect()
    await other.flags.readAgain()
    expect(other.flags.isOn('search')).toBe(false)
    await proxy.reconnect()
  })
})

describe('a share', () => {
  test('is the same members each time, others for another flag, and never all visitors', async () => {
    await runCommand(api, 'flag', 'share', 'search', '30', '--yes')
    await runCommand(api, 'flag', 'share', 'uploads', '30', '--yes')
    await api.flags.readAgain()
    const members = Array.from({ length: 2_000 }, () => randomUUID())
    const withSearch = members.filter((id) => api.flags.isOn('search', id))
    expect(withSearch.length / members.length).toBeCloseTo(0.3, 1)
    expect(members.filter((id) => api.flags.isOn('search', id))).toEqual(withSearch)
    expect(members.filter((id) => api.flags.isOn('uploads', id))).not.toEqual(withSearch)
    expect(api.flags.isOn('search')).toBe(false)
    await runCommand(api, 'flag', 'share', 'search', '60', '--yes')
    await api.flags.readAgain()
    expect(withSearch.every((id) => api.flags.isOn('search', id))).toBe(true)
  })
})
