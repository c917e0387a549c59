import * as availability from '@dolph/contract/people/availability'
import * as comments from '@dolph/contract/comments/comments'
import type { Endpoint, InputOf } from '@dolph/contract/endpoint'
import * as following from '@dolph/contract/posts/following'
import * as joinRequests from '@dolph/contract/join-requests/join-requests'
import * as messaging from '@dolph/contract/messaging/messaging'
import * as notifications from '@dolph/contract/notifications/notifications'
import * as onboarding from '@dolph/contract/accounts/onboarding'
import * as posts from '@dolph/contract/posts/posts'
import * as profiles from '@dolph/contract/profiles/profiles'
import * as projects from '@dolph/contract/projects/projects'
import * as roles from '@dolph/contract/roles/roles'
import * as rooms from '@dolph/contract/rooms/rooms'
import * as safety from '@dolph/contract/safety/safety'
import * as updates from '@dolph/contract/updates/updates'
import { expect, test } from 'vitest'
import {
  NOTE,
  startJoinRequestsApp,
} from '../../features/join-requests/testing/start-join-requests-app.ts'

const MODULES = [
  availability,
  comments,
  following,
  joinRequests,
  messaging,
  notifications,
  onboarding,
  posts,
  profiles,
  projects,
  roles,
  rooms,
  safety,
  updates,
]
const ROLE: roles.RoleDraft = {
  title: 'Developer',
  about: '',
  skills: ['Go'],
  mustSkills: [],
  hours: { from: 2, to: 4 },
  zone: null,
  zoneSpread: null,
  reward: 'unpaid',
  rewardNote: '',
  seats: 1,
  term: 'open',
}
/** What a repeated call may set again. */
const TIMES = ['updatedAt', 'editedAt']

test('a call that the web may send again answers the same the second time, and adds nothing', async () => {
  await using api = await startJoinRequestsApp()
  const { ada, bob, carla } = api
  await api.makeOpenToJoin(bob)
  const { post, role } = await api.createRole(ada)
  const { role: otherRole } = await api.createRole(carla)
  const asked = await api.signIn('dan').then((dan) => dan.ask(role))
  await api.addToTeam(post, carla)
  const room = await api.db.selectFrom('rooms').select('id').executeTakeFirstOrThrow()
  const { _id: update } = (
    await ada.call(updates.postUpdate, { params: { id: post }, body: { body: 'We have a name' } })
  ).data
  const draft = { postId: post, content: 'Nice clock' }
  const { _id: comment } = (await ada.call(comments.createComment, { body: draft })).data

  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const offer = {
    hours: 6,
    zone: 'Europe/Berlin',
    rewards: ['unpaid' as const],
    topics: [],
    note: '',
  }
  const ofPost = { params: { id: post } }
  const ofBob = { params: { id: bob.id } }
  const ofRoom = { params: room }
  const tempId = 'temp-repeated'
  const content = { title: 'Tide clock', type: 'showcase', body: 'For the kitchen wall' } as const
  const calls = [
    sample(posts.createPost, { body: { ...content, tempId } }),
    sample(posts.editPost, { ...ofPost, body: { title: 'Tide' } }),
    sample(posts.likePost, { ...ofPost, body: { liked: true } }),
    sample(comments.createComment, { body: { ...draft, tempId } }),
    sample(comments.editComment, { params: { id: comment }, body: { content: 'Nicer clock' } }),
    sample(updates.postUpdate, { ...ofPost, body: { body: 'It ticks', tempId } }),
    sample(updates.editUpdate, { params: { id: update }, body: { body: 'We have a new name' } }),
    sample(messaging.sendMessage, { body: { recipientId: bob.id, content: 'Hello', tempId } }),
    sample(roles.createRole, { ...ofPost, body: { ...ROLE, tempId } }),
    sample(roles.editRole, { params: { id: role }, body: { title: 'Tester' } }),
    sample(joinRequests.requestToJoin, {
      params: { id: otherRole },
      body: { note: NOTE, hours: 6, tempId },
    }),
    sample(joinRequests.inviteToJoin, {
      params: { id: role },
      body: { userId: bob.id, note: NOTE, tempId: `${tempId}-2` },
    }),
    sample(joinRequests.answerJoinRequest, {
      params: { id: asked._id },
      body: { answer: 'talk', message: 'Is Sunday fine?', tempId: `${tempId}-3` },
    }),
    sample(rooms.sendRoomMessage, {
      ...ofRoom,
      body: { content: 'Hello team', tempId: `${tempId}-4` },
    }),
    sample(rooms.muteRoom, ofRoom),
    sample(rooms.unmuteRoom, ofRoom),
    sample(rooms.changeRoomHistory, { ...ofRoom, body: { isOpen: true } }),
    sample(profiles.updateProfile, { body: { firstName: 'Augusta' } }),
    sample(projects.changeProject, { ...ofPost, body: { state: 'paused' } }),
    sample(following.followPost, { ...ofPost, body: { updates: true } }),
    sample(following.unfollowPost, ofPost),
    sample(notifications.readNotifications, { body: { post } }),
    sample(notifications.changeNotificationSettings, {
      body: { kinds: { comment: { app: true, mail: false } } },
    }),
    sample(notifications.mutePost, ofPost),
    sample(notifications.unmutePost, ofPost),
    sample(availability.setAvailability, { body: { ...offer, until } }),
    sample(availability.endAvailability, {}),
    sample(onboarding.saveOnboarding, { body: { step: 'goal', goal: null } }),
    sample(onboarding.dismissOnboarding, {}),
    sample(safety.muteMember, ofBob),
    sample(safety.unmuteMember, ofBob),
    sample(safety.blockMember, ofBob),
    sample(safety.unblockMember, ofBob),
  ]
  const declared = MODULES.flatMap((module) => Object.values<unknown>(module)).filter(isRepeatable)
  const sampled = calls.map(({ endpoint }) => describeCall(endpoint))
  expect(sampled.toSorted()).toEqual(declared.map(describeCall).toSorted())

  for (const { endpoint, input } of calls) {
    const [first, second] = [await ada.send(endpoint, input), await ada.send(endpoint, input)]
    const name = describeCall(endpoint)
    expect([name, first.statusCode < 300]).toEqual([name, true])
    expect([name, second.statusCode, withoutTimes(second.json())]).toEqual([
      name,
      first.statusCode,
      withoutTimes(first.json()),
    ])
  }
})

function describeCall({ method, url }: Endpoint): string {
  return `${method} ${url}`
}

function sample<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return { endpoint: endpoint as Endpoint, input: input as InputOf<Endpoint> }
}

function isRepeatable(value: unknown): value is Endpoint {
  const isEndpoint = typeof value === 'object' && value !== null && 'config' in value
  return isEndpoint && (value as Endpoint).config.idempotentBy !== undefined
}

function withoutTimes(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) => (TIMES.includes(key) ? null : value)),
  )
}
