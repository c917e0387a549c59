import { signUp } from '@dolph/contract/accounts/accounts'
import { expect, test } from 'vitest'
import { generateIpAddress } from '../../../testing/generate-ip-address.ts'
import { buildSignUpForm, createAccountFixture } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const COMMON_PASSWORD = { Password: 'Password1', confirmPassword: 'Password1' }

test('refused sign-ups use up nothing, and the fourth mail in an hour is refused with the time left', async () => {
  await using api = await startApp()
  await createAccountFixture(api.db, 'taken')
  const browser = api.browser(generateIpAddress())
  const form = { ...buildSignUpForm('ada'), Email: 'ada@example.test' }
  const send = (change: object) => browser.send(signUp, { body: { ...form, ...change } })
  for (let index = 0; index < 6; index += 1) {
    expect((await send({ userName: 'taken' })).statusCode).toBe(409)
    expect((await send(COMMON_PASSWORD)).statusCode).toBe(400)
    expect((await send({ userName: 'no name' })).statusCode).toBe(400)
  }

  for (const userName of ['ada', 'ada-2', 'ada-3']) {
    expect((await send({ userName })).statusCode).toBe(201)
  }

  const fourth = await send({ userName: 'ada-4' })
  expect([fourth.statusCode, fourth.json()]).toMatchObject([
    429,
    { message: 'Too many attempts. Please try again in 60 minutes.' },
  ])
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3_500)
})

test('concurrent sign-ups with one email send three mails an hour', async () => {
  await using api = await startApp()
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => {
      const body = { ...buildSignUpForm(`ada-${index}`), Email: 'ada@example.test' }
      return api.browser(generateIpAddress()).send(signUp, { body })
    }),
  )
  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('forty sign-ups an hour from one address are looked at, successful or not', async () => {
  await using api = await startApp()
  const browser = api.browser(generateIpAddress())
  const replies = []
  for (let index = 0; index < 41; index += 1) {
    const body = { ...buildSignUpForm('ada'), ...COMMON_PASSWORD, Email: `${index}@example.test` }
    replies.push(await browser.send(signUp, { body }))
  }
  expect(replies.slice(0, 40).every(({ statusCode }) => statusCode === 400)).toBe(true)
  expect(replies.at(-1)?.json()).toMatchObject({
    message: 'Too many attempts. Please try again in 60 minutes.',
  })
})
