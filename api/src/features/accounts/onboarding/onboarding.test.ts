import { getViewer } from '@dolph/contract/accounts/viewer'
import { setAvailability, type Availability } from '@dolph/contract/people/availability'
import {
  dismissOnboarding,
  saveOnboarding,
  type Onboarding,
} from '@dolph/contract/accounts/onboarding'
import { createPost, deletePost } from '@dolph/contract/posts/posts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { signInNewMember, signUpMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const POST = { title: 'Reef', type: 'showcase', body: 'A reef', github: '', demo: '' } as const
const AVAILABILITY: Availability = {
  hours: 6,
  zone: 'Europe/Berlin',
  rewards: ['unpaid'],
  topics: ['games'],
  note: '',
  until: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
}

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
let number = 0
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  number += 1
  ada = await signUpMember(api, `ada${number}`)
})

describe('the first steps of a new member', () => {
  test('begin with the skills after signing up, and are saved for every device', async () => {
    expect(await readOnboarding(ada)).toEqual({ step: 'skills', goal: null })
    const body: Onboarding = { step: 'picture', goal: 'join' }
    expect(await ada.call(saveOnboarding, { body })).toEqual({ success: true, data: body })
    expect(await readOnboarding(ada)).toEqual(body)
  })

  test('are not shown to a member who was there before', async () => {
    const bob = await signInNewMember(api, `bob${number}`)
    expect(await readOnboarding(bob)).toBeUndefined()
    expect(await bob.call(saveOnboarding, { body: { step: 'goal', goal: null } })).toEqual({
      success: true,
      data: null,
    })
    expect(await readOnboarding(bob)).toBeUndefined()
  })

  test('that were dismissed do not come back, also when another device saves a step late', async () => {
    await ada.call(dismissOnboarding, {})
    await ada.call(saveOnboarding, { body: { step: 'goal', goal: 'show' } })
    await ada.call(dismissOnboarding, {})
    expect(await readOnboarding(ada)).toBeUndefined()
  })

  test('end where no goal was chosen', async () => {
    const { data } = await ada.call(saveOnboarding, { body: { step: 'next', goal: null } })
    expect(data).toBeNull()
    expect(await readOnboarding(ada)).toBeUndefined()
  })

  test.each(['show', 'find-people'] as const)(
    'with the goal %s end with the first post, also after its deletion',
    async (goal) => {
      const body: Onboarding = { step: 'next', goal }
      expect((await ada.call(saveOnboarding, { body })).data).toEqual(body)
      await ada.call(setAvailability, { body: AVAILABILITY })
      expect(await readOnboarding(ada)).toEqual(body)

      const { data: post } = await ada.call(createPost, { body: { ...POST, projectUrl: '' } })
      expect(await readOnboarding(ada)).toBeUndefined()
      await ada.call(deletePost, { params: { id: post._id } })
      expect(await readOnboarding(ada)).toBeUndefined()
    },
  )

  test('with the goal to join end when the member is open to join', async () => {
    const body: Onboarding = { step: 'next', goal: 'join' }
    await ada.call(saveOnboarding, { body })
    await ada.call(createPost, { body: { ...POST, projectUrl: '' } })
    expect(await readOnboarding(ada)).toEqual(body)
    await ada.call(setAvailability, { body: AVAILABILITY })
    expect(await readOnboarding(ada)).toBeUndefined()
  })

  test('end at once for a member who has done the next step before', async () => {
    await ada.call(createPost, { body: { ...POST, projectUrl: '' } })
    expect(await readOnboarding(ada)).toEqual({ step: 'skills', goal: null })
    const { data } = await ada.call(saveOnboarding, { body: { step: 'next', goal: 'show' } })
    expect(data).toBeNull()
  })

  test.each([{ step: 'over', goal: null }, { step: 'goal' }, { step: 'goal', goal: 'rule' }])(
    'refuse what is no step or goal: %j',
    async (body) => {
      const reply = await ada.send(saveOnboarding, { body: body as Onboarding })
      expect(reply.statusCode).toBe(400)
    },
  )
})

async function readOnboarding(browser: Browser): Promise<Onboarding | undefined> {
  return (await browser.call(getViewer, {})).data.onboarding
}
