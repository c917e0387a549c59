import { randomUUID } from 'node:crypto'
import { getViewer } from '@dolph/contract/accounts/viewer'
import * as contract from '@dolph/contract/join-requests/join-requests'
import type { Browser } from '../../../testing/browser.ts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { createPostFixture, createRoleFixture } from '../../../testing/fixtures.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { joinRequestSubscribers } from '../publish-join-requests.ts'

export const NOTE = 'I have built two tide clocks and would love to build this one.'

const TALK = { message: 'Thanks for asking. Is Sunday fine?' }

export type JoinRequestsApp = Awaited<ReturnType<typeof startJoinRequestsApp>>
export type JoiningMember = Awaited<ReturnType<JoinRequestsApp['signIn']>>

interface AnswerFields {
  reason?: contract.DeclineReason
  note?: string
  message?: string
  tempId?: string
}

/** Starts an app with relaxed limits in which ada owns projects, and bob and carla ask to join them. */
export async function startJoinRequestsApp(options: Parameters<typeof startApp>[0] = {}) {
  const api = await startApp({ env: { LIMITS: 'relaxed' }, ...options })
  const { db } = api

  async function signIn(userName: string) {
    const browser = await signInNewMember(api, userName)
    const { _id } = await browser.call(getViewer, {})
    return { ...browser, id: _id, userName, ...buildCalls(browser) }
  }

  /** A post of the member with one open role. */
  async function createRole(
    owner: { id: string },
    fields: Parameters<typeof createRoleFixture>[2] = {},
  ) {
    const post = await createPostFixture(db, owner.id)
    return { post, role: await createRoleFixture(db, post, fields) }
  }

  /** Puts a member on the team of a post, as a co-owner if it says so. */
  async function addToTeam(post: string, member: { id: string }, isCoOwner = false): Promise<void> {
    await db
      .insertInto('team_members')
      .values({ post_id: post, member_id: member.id, role_title: 'Maker', is_co_owner: isCoOwner })
      .execute()
  }

  async function makeOpenToJoin(member: { id: string }): Promise<void> {
    await db
      .insertInto('availabilities')
      .values({
        member_id: member.id,
        hours: 6,
        zone: 'Europe/Berlin',
        rewards: ['unpaid'],
        until: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      })
      .execute()
  }

  return {
    ...api,
    ada: await signIn('ada'),
    bob: await signIn('bob'),
    carla: await signIn('carla'),
    signIn,
    createRole,
    addToTeam,
    makeOpenToJoin,
    /** Browsers get changes through the events. */
    announceChanges: () => deliverPendingEvents(api, [joinRequestSubscribers]),
    readState: async (id: string) =>
      db
        .selectFrom('join_requests')
        .select(['state', 'reason'])
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}

function buildCalls({ call, send }: Browser) {
  const buildDraft = () => ({ note: NOTE, hours: 6, tempId: `temp-${randomUUID()}` })
  return {
    ask: async (role: string) =>
      (await call(contract.requestToJoin, { params: { id: role }, body: buildDraft() })).data,
    tryToAsk: (role: string, draft = buildDraft()) =>
      send(contract.requestToJoin, { params: { id: role }, body: draft }),
    invite: async (role: string, { id: userId }: { id: string }) => {
      const { hours: _, ...draft } = buildDraft()
      return (
        await call(contract.inviteToJoin, { params: { id: role }, body: { ...draft, userId } })
      ).data
    },
    tryToInvite: (role: string, { id: userId }: { id: string }) => {
      const { hours: _, ...draft } = buildDraft()
      return send(contract.inviteToJoin, { params: { id: role }, body: { ...draft, userId } })
    },
    answer: async (id: string, answer: 'talk' | 'accept' | 'decline', fields: AnswerFields = {}) =>
      (
        await call(contract.answerJoinRequest, {
          params: { id },
          body: { answer, ...(answer === 'talk' && TALK), ...fields },
        })
      ).data,
    tryToAnswer: (id: string, answer: 'talk' | 'accept' | 'decline', fields: AnswerFields = {}) =>
      send(contract.answerJoinRequest, {
        params: { id },
        body: { answer, ...(answer === 'talk' && TALK), ...fields },
      }),
    tryToWithdraw: (id: string) => send(contract.withdrawJoinRequest, { params: { id } }),
    read: async (id: string) => (await call(contract.readJoinRequest, { params: { id } })).data,
    tryToRead: (id: string) => send(contract.readJoinRequest, { params: { id } }),
    list: (query: Partial<Record<'box' | 'state' | 'cursor' | 'limit', string>> = {}) =>
      call(contract.listJoinRequests, { querystring: query as { box: 'sent' } }),
  }
}
