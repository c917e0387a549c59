import { createComment } from '@dolph/contract/comments/comments'
import { appealDecision } from '@dolph/contract/moderation/moderation'
import { decideAppeal } from '@dolph/contract/review/review'
import { beforeAll, expect, test, vi } from 'vitest'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import {
  startReviewApp,
  type ReviewApp,
  type ReviewMember,
} from '../../testing/start-review-app.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp({ isListening: true, env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

test('an open post is updated at once when a moderator hides it, and for its author when it is shown again', async () => {
  const { subject, caseId } = await api.openCase()
  await using ada = await openWatchingSocket(api.ada, subject.id)
  await using carla = await openWatchingSocket(api.carla, subject.id)
  await api.mia.decide(caseId)
  expect(await carla.nextEvent('post_withdrawn')).toEqual({
    type: 'post_withdrawn',
    postId: subject.id,
  })
  expect(await ada.nextEvent('post_changed')).toMatchObject({ includesPost: true })

  await takeBack(caseId)
  expect(await ada.nextEvent('post_changed')).toMatchObject({ includesPost: true })
})

test('an open discussion is updated at once when a comment is hidden and when it is shown again', async () => {
  const body = { postId: api.post.id, content: 'Buy pills' }
  const { data } = await api.ada.call(createComment, { body })
  await using carla = await openWatchingSocket(api.carla, api.post.id)
  const { caseId } = await api.openCase({ subject: { kind: 'comment', id: data._id } })
  await api.mia.decide(caseId)
  expect(await carla.nextEvent('post_changed')).toMatchObject({ reason: 'comments' })
  await takeBack(caseId)
  expect(await carla.nextEvent('post_changed')).toMatchObject({ reason: 'comments' })
})

test('a decision to keep a post is announced to nobody', async () => {
  const { subject, caseId } = await api.openCase()
  await using ada = await openWatchingSocket(api.ada, subject.id)
  await api.mia.decide(caseId, { kind: 'keep' })
  api.app.postChanges.publish(subject.id, { reason: 'comments', memberId: null })
  expect(await ada.nextEvent('post_changed')).toMatchObject({ reason: 'comments' })
})

test('a decision that cannot be announced stands, and the moderator gets no error', async () => {
  const { caseId } = await api.openCase()
  const publish = vi.spyOn(api.app.postChanges, 'publish').mockImplementation(() => {
    throw new Error('no connection')
  })
  await api.mia.decide(caseId)
  await takeBack(caseId)
  expect(publish).toHaveBeenCalledTimes(2)
  publish.mockRestore()
})

async function takeBack(caseId: string): Promise<void> {
  await api.ada.call(appealDecision, {
    params: { id: caseId },
    body: { text: 'It is no ad: I want no money for it.' },
  })
  const body = { outcome: 'taken-back' as const, text: 'You are right.' }
  await api.max.call(decideAppeal, { params: { id: caseId }, body })
}

/** Opens a socket that watches the post; resolves when the server is subscribed to its changes. */
async function openWatchingSocket(member: ReviewMember, postId: string) {
  const socket = await openAuthenticatedSocket(api, member)
  socket.send({ type: 'watch_post', postId })
  const tempId = `temp-${crypto.randomUUID()}`
  const content = 'Handled after the event before it, and refused'
  socket.send({ type: 'new_message', recipientId: member.id, content, tempId })
  await socket.nextEvent('error', (event) => event.tempId === tempId)
  return socket
}
