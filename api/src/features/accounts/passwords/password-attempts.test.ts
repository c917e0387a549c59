import {
  changePassword,
  forgotPassword,
  logIn,
  logOut,
  resetPassword,
} from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { generateIpAddress } from '../../../testing/generate-ip-address.ts'
import {
  PASSWORD,
  readNewestMail,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const email = 'ada@example.test'

type Api = Awaited<ReturnType<typeof startApp>>

describe('wrong passwords in a browser that the owner has used', () => {
  test('are counted on when another member signs in there', async () => {
    await using api = await startApp()
    await signInNewMember(api, 'ada')
    await signInNewMember(api, 'eve')
    const shared = api.browser(generateIpAddress())
    await shared.call(logIn, { body: { email, password: PASSWORD } })
    await shared.call(logOut, {})
    const statuses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      if (index % 4 === 0) {
        await shared.call(logIn, { body: { email: 'eve@example.test', password: PASSWORD } })
        await shared.call(logOut, {})
      }
      const body = { email, password: 'Wrong 12345' }
      statuses.push((await shared.send(logIn, { body })).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  })
})

describe('wrong passwords of strangers', () => {
  test('make strangers wait from the fifth on, and never a browser that has signed in before', async () => {
    await using api = await startApp()
    await signInNewMember(api, 'ada')
    const owner = api.browser(generateIpAddress())
    await owner.call(logIn, { body: { email, password: PASSWORD } })
    await owner.call(logOut, {})

    const statuses = []
    for (let index = 0; index < 7; index += 1) statuses.push(await tryPassword(api, 'Wrong 12345'))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect(await tryPassword(api, PASSWORD)).toBe(429)

    await owner.call(logIn, { body: { email, password: PASSWORD } })
    expect((await owner.send(getViewer, {})).statusCode).toBe(200)
  })

  test('that arrive at once are compared five times', async () => {
    await using api = await startApp()
    const replies = await Promise.all(
      Array.from({ length: 40 }, async () => tryPassword(api, 'Wrong 12345')),
    )
    expect(replies.filter((status) => status === 400)).toHaveLength(5)
    expect(replies.filter((status) => status === 429)).toHaveLength(35)
  })

  test('double the wait each time, up to an hour', async () => {
    await using api = await startApp()
    const waits: number[] = []
    for (let index = 0; index < 14; index += 1) {
      const reply = await sendWrongPassword(api)
      if (reply.statusCode === 400) continue
      waits.push(Number(reply.headers['retry-after']))
      await endWait(api)
      expect((await sendWrongPassword(api)).statusCode).toBe(400)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
  })

  test('double the wait without Redis as well', async () => {
    await using api = await startApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } })
    using clock = moveClock()
    for (let index = 0; index < 5; index += 1) await sendWrongPassword(api)
    for (const seconds of [30, 60, 120]) {
      const reply = await sendWrongPassword(api)
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, String(seconds)])
      clock.advance(seconds * 1_000)
      expect((await sendWrongPassword(api)).statusCode).toBe(400)
    }
  })

  test('are counted by address also when members are signed in there', async () => {
    await using api = await startApp()
    const address = generateIpAddress()
    const statuses: number[] = []
    for (const name of ['bob', 'cleo', 'dan']) {
      const browser = api.browser(address)
      browser.cookies.set('sid', (await signInNewMember(api, name)).cookies.get('sid') ?? '')
      for (let index = 0; index < 10; index += 1) {
        const body = { email: `${name}-${index}@example.test`, password: 'Wrong 12345' }
        statuses.push((await browser.send(logIn, { body })).statusCode)
      }
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
  })
})

describe('a known device', () => {
  test.each([
    ['', {}],
    [', without Redis as well', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ])('has its own attempts, in settings too, and waits after five of them%s', async (_, env) => {
    await using api = await startApp({ env })
    await signInNewMember(api, 'ada')
    const owner = api.browser(generateIpAddress())
    await owner.call(logIn, { body: { email, password: PASSWORD } })
    const change = {
      currentPassword: 'Wrong 12345',
      newPassword: 'Brand new 9',
      verificationCode: '123456',
    }
    for (let index = 0; index < 5; index += 1) {
      expect((await owner.send(changePassword, { body: change })).statusCode).toBe(400)
    }
    expect((await owner.send(changePassword, { body: change })).statusCode).toBe(429)
    expect((await owner.send(logIn, { body: { email, password: PASSWORD } })).statusCode).toBe(429)
    // Another browser with the right password does not wait for this one.
    expect(await tryPassword(api, PASSWORD)).toBe(200)
  })

  test('is recognized by the newest cookie only', async () => {
    await using api = await startApp()
    await signInNewMember(api, 'ada')
    const owner = api.browser(generateIpAddress())
    await owner.call(logIn, { body: { email, password: PASSWORD } })
    const copy = owner.cookies.get('device') ?? ''
    await owner.call(logIn, { body: { email, password: PASSWORD } })
    expect(owner.cookies.get('device')).not.toBe(copy)

    for (let index = 0; index < 5; index += 1) await tryPassword(api, 'Wrong 12345')

    const thief = api.browser(generateIpAddress())
    thief.cookies.set('device', copy)
    expect((await logInWith(thief, PASSWORD)).statusCode).toBe(429)
    expect((await logInWith(owner, PASSWORD)).statusCode).toBe(200)
  })

  test('is one where the password was reset with the link from the mailbox', async () => {
    await using api = await startApp()
    const session = await signInNewMember(api, 'ada')
    for (let index = 0; index < 5; index += 1) await tryPassword(api, 'Wrong 12345')
    const owner = api.browser(generateIpAddress())
    expect((await logInWith(owner, PASSWORD)).statusCode).toBe(429)

    await owner.call(forgotPassword, { body: { email } })
    const { token = '' } = await readNewestMail(api, email)
    await owner.call(resetPassword, { body: { token, password: 'Brand new 9' } })

    expect((await logInWith(owner, 'Brand new 9')).statusCode).toBe(200)
    expect((await session.send(getViewer, {})).statusCode).toBe(401)
  })

  test('of one member does not count for another', async () => {
    await using api = await startApp()
    await signInNewMember(api, 'ada')
    await signInNewMember(api, 'bob')
    const bob = api.browser(generateIpAddress())
    await bob.call(logIn, { body: { email: 'bob@example.test', password: PASSWORD } })
    for (let index = 0; index < 5; index += 1) await tryPassword(api, 'Wrong 12345')
    expect((await logInWith(bob, PASSWORD)).statusCode).toBe(429)
  })
})

test('reset links that strangers request stay valid in the mailbox, and stop no request of the owner', async () => {
  await using api = await startApp()
  await signInNewMember(api, 'ada')
  for (let index = 0; index < 9; index += 1) {
    await api.browser(generateIpAddress()).call(forgotPassword, { body: { email } })
    await readQueuedMails(api, email)
  }
  const owner = api.browser(generateIpAddress())
  await owner.call(forgotPassword, { body: { email } })

  const mails = await readQueuedMails(api, email)
  expect(mails).toHaveLength(5)
  const [first, ...others] = mails.map(({ token = '' }) => token)
  await owner.call(resetPassword, { body: { token: first ?? '', password: 'Brand new 9' } })
  for (const token of others) {
    const reply = await owner.send(resetPassword, { body: { token, password: 'Another 99' } })
    expect(reply.statusCode).toBe(400)
  }
})

async function logInWith(browser: Browser, password: string) {
  return browser.send(logIn, { body: { email, password } })
}

async function tryPassword(api: Api, password: string): Promise<number> {
  return (await logInWith(api.browser(generateIpAddress()), password)).statusCode
}

async function sendWrongPassword(api: Api) {
  return logInWith(api.browser(generateIpAddress()), 'Wrong 12345')
}

/** Sets the end of every wait in Redis to now. */
async function endWait({ redis, redisPrefix }: Api): Promise<void> {
  for (const key of await redis.keys(`${redisPrefix}attempts:*`)) {
    await redis.hset(key.slice(redisPrefix.length), 'waitUntil', 0)
  }
}

function moveClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  return {
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
    [Symbol.dispose]: () => vi.useRealTimers(),
  }
}
