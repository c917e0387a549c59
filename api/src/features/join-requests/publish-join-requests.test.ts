import { blockMember } from '@dolph/contract/safety/safety'
import { expect, test } from 'vitest'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { NOTE, startJoinRequestsApp } from './testing/start-join-requests-app.ts'

test('an answer reaches the browsers of both sides and of co-owners, without the note, and nobody else', async () => {
  await using api = await startJoinRequestsApp({ isListening: true })
  const { ada, bob, carla } = api
  const { post, role } = await api.createRole(ada)
  const coOwner = await api.signIn('co-owner')
  await api.addToTeam(post, coOwner, true)
  await api.announceChanges()
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using bobSocket = await openAuthenticatedSocket(api, bob)
  await using coOwnerSocket = await openAuthenticatedSocket(api, coOwner)
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  const { _id } = await bob.ask(role)
  await api.announceChanges()
  const isOfRequest = ({ joinRequestId }: { joinRequestId: string }) => joinRequestId === _id
  const toCoOwner = await coOwnerSocket.nextEvent('join_request_changed', isOfRequest)
  expect(toCoOwner).toMatchObject({ state: 'waiting', waitingCount: 1 })
  await bobSocket.nextEvent('join_request_changed', isOfRequest)
  await coOwner.answer(_id, 'decline', { reason: 'later', note: 'Please ask again in May.' })
  await api.announceChanges()
  const isDeclined = ({ state }: { state: string }) => state === 'declined'
  await adaSocket.nextEvent('join_request_changed', isDeclined)
  expect(await bobSocket.nextEvent('join_request_changed', isDeclined)).toMatchObject({
    joinRequestId: _id,
    waitingCount: 0,
  })
  const events = JSON.stringify([adaSocket.events, bobSocket.events, coOwnerSocket.events])
  expect(events).not.toContain(NOTE)
  expect(events).not.toContain('in May')
  expect(carlaSocket.events.filter(({ type }) => type === 'join_request_changed')).toEqual([])
})

test('a co-owner with a block between them and the person, or the author, gets no event of the request', async () => {
  await using api = await startJoinRequestsApp({ isListening: true })
  const { ada, bob } = api
  const { post, role } = await api.createRole(ada)
  const [blocker, blocked] = [await api.signIn('blocker'), await api.signIn('blocked')]
  const stranger = await api.signIn('stranger')
  for (const each of [blocker, blocked, stranger]) await api.addToTeam(post, each, true)
  await blocker.call(blockMember, { params: { id: bob.id } })
  await bob.call(blockMember, { params: { id: blocked.id } })
  await stranger.call(blockMember, { params: { id: ada.id } })
  await api.announceChanges()
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using blockerSocket = await openAuthenticatedSocket(api, blocker)
  await using blockedSocket = await openAuthenticatedSocket(api, blocked)
  await using strangerSocket = await openAuthenticatedSocket(api, stranger)
  const { _id } = await bob.ask(role)
  await api.announceChanges()
  await adaSocket.nextEvent('join_request_changed', ({ joinRequestId }) => joinRequestId === _id)
  // The refusal of a message to oneself comes after everything that was published before.
  const sockets = [
    [blocker, blockerSocket],
    [blocked, blockedSocket],
    [stranger, strangerSocket],
  ] as const
  for (const [{ id: recipientId }, socket] of sockets) {
    socket.send({ type: 'new_message', recipientId, content: 'Last', tempId: 'temp-last-event' })
    await socket.nextEvent('error')
    expect(socket.events.filter(({ type }) => type === 'join_request_changed')).toEqual([])
  }
})
