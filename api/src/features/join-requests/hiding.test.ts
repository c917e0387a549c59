import { listJoinRequests, readJoinRequest } from '@dolph/contract/join-requests/join-requests'
import {
  appealDecision,
  createReport,
  listOwnDecisions,
} from '@dolph/contract/moderation/moderation'
import { listNotifications } from '@dolph/contract/notifications/notifications'
import { decideAppeal, readCase } from '@dolph/contract/review/review'
import { beforeAll, expect, test } from 'vitest'
import {
  createJoinRequestFixture,
  createPostFixture,
  createRoleFixture,
} from '../../testing/fixtures.ts'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import {
  startReviewApp,
  type ReviewApp,
  type ReviewMember,
} from '../../testing/start-review-app.ts'
import { notificationSubscribers } from '../notifications/subscribers.ts'
import { joinRequestSubscribers } from './publish-join-requests.ts'

const PILLS = 'Buy my cheap pills, all of them.'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})

test('a request that breaks a rule is reported by its owner and hidden: each side reads its own words', async () => {
  const { ada, bob, mia } = api
  const { id, post } = await createRequest({ owner: ada, person: bob, fields: { note: PILLS } })
  await ada.report({ kind: 'join-request', id }, { reason: 'scam' })
  const caseId = await api.findOpenCase({ kind: 'join-request', id })
  const { data } = await mia.call(readCase, { params: { id: caseId } })
  expect(data).toMatchObject({
    subject: { kind: 'join-request', id },
    author: { userName: 'bob' },
    excerpt: PILLS,
    context: {
      title: 'Maker · Tide',
      text: PILLS,
      postId: post,
      isHidden: false,
    },
  })
  expect((await mia.decide(caseId)).statusCode).toBe(200)

  const hidden = { state: 'ended', reason: 'taken-down', isHidden: true, canAnswer: false }
  expect(await read(ada, id)).toMatchObject({ ...hidden, note: '' })
  expect(await read(bob, id)).toMatchObject({ ...hidden, note: PILLS })
  const list = await ada.call(listJoinRequests, { querystring: {} })
  expect(list).toMatchObject({ waitingCount: 0, data: [{ ...hidden, note: '' }] })

  const events = api.db.selectFrom('events').select('kind').where('subject_id', '=', id)
  expect(await events.execute()).toEqual([{ kind: 'join-request.hidden' }])
  await deliverPendingEvents(api, [notificationSubscribers, joinRequestSubscribers])
  const { data: lines } = await bob.call(listNotifications, { querystring: {} })
  expect(lines.map(({ kind }) => kind)).toEqual(['decision'])

  const { data: decisions } = await bob.call(listOwnDecisions, { querystring: { subject: id } })
  expect(decisions).toMatchObject([{ _id: caseId, kind: 'hide', canAppeal: true }])
  await bob.call(appealDecision, {
    params: { id: caseId },
    body: { text: 'They are ship-shaped cookies.' },
  })
  await api.max.call(decideAppeal, {
    params: { id: caseId },
    body: { outcome: 'taken-back', text: 'True.' },
  })
  expect(await read(ada, id)).toMatchObject({
    state: 'ended',
    isHidden: false,
    note: PILLS,
  })
})

test('what was answered keeps its state when it is hidden, and the answer goes to who wrote it', async () => {
  const { ada, bob, mia } = api
  const { id } = await createRequest({
    owner: ada,
    person: bob,
    fields: { state: 'declined', answer: 'No, you pirate.' },
  })
  await ada.report({ kind: 'join-request', id })
  await mia.decide(await api.findOpenCase({ kind: 'join-request', id }))
  expect(await read(ada, id)).toMatchObject({
    state: 'declined',
    note: '',
    answer: 'No, you pirate.',
  })
  expect(await read(bob, id)).toMatchObject({ state: 'declined', answer: '', isHidden: true })
})

test('only who receives a request or invitation can report it', async () => {
  const { ada, bob, carla } = api
  const request = await createRequest({ owner: ada, person: bob })
  const coOwner = await api.signIn('co-owner')
  await api.db
    .insertInto('team_members')
    .values({
      post_id: request.post,
      member_id: coOwner.id,
      role_title: 'Maker',
      is_co_owner: true,
    })
    .execute()
  expect(await tryToReport(bob, request.id)).toBe(404)
  expect(await tryToReport(carla, request.id)).toBe(404)
  expect(await tryToReport(coOwner, request.id)).toBe(201)

  const invitation = await createRequest({ owner: ada, person: bob, isInvitation: true })
  expect(await tryToReport(ada, invitation.id)).toBe(404)
  expect(await tryToReport(bob, invitation.id)).toBe(201)
  const caseId = await api.findOpenCase({ kind: 'join-request', id: invitation.id })
  const { data } = await api.mia.call(readCase, { params: { id: caseId } })
  expect(data.author?.userName).toBe('ada')
})

async function tryToReport(member: ReviewMember, id: string): Promise<number> {
  const body = { subject: { kind: 'join-request' as const, id }, reason: 'spam' as const }
  return (await member.send(createReport, { body })).statusCode
}

async function read(member: ReviewMember, id: string) {
  return (await member.call(readJoinRequest, { params: { id } })).data
}

interface NewRequest {
  owner: ReviewMember
  person: ReviewMember
  isInvitation?: boolean
  fields?: Parameters<typeof createJoinRequestFixture>[2]
}

async function createRequest({ owner, person, isInvitation = false, fields = {} }: NewRequest) {
  const post = await createPostFixture(api.db, owner.id)
  const roleId = await createRoleFixture(api.db, post, { title: 'Maker' })
  const key = { roleId, memberId: person.id }
  const id = await createJoinRequestFixture(api.db, key, { ...fields, from_owner: isInvitation })
  return { id, post }
}
