import {
  deleteMessage,
  editMessage,
  MESSAGE_FINAL,
} from '@dolph/contract/messaging/message-changes'
import { listMessages, searchMessages, sendMessage } from '@dolph/contract/messaging/messaging'
import { MESSAGE_HIDDEN } from '@dolph/contract/messaging/revisions'
import { appealDecision, listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { decideAppeal, readCase } from '@dolph/contract/review/review'
import { beforeAll, expect, test } from 'vitest'
import { createMessagePictureFixture } from '../../testing/pictures/message-picture-fixture.ts'
import { startReviewApp, type ReviewApp } from '../../testing/start-review-app.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})

test('a hidden message has no text for anybody, until an objection succeeds', async () => {
  const { ada, bob, mia, max } = api
  const body = { recipientId: bob.id, content: 'Buy pills' }
  const sent = await ada.call(sendMessage, { body })
  const { caseId } = await api.openCase({ subject: { kind: 'message', id: sent._id } })
  expect((await mia.decide(caseId)).json()).toMatchObject({
    data: { context: { isHidden: true, messages: [{ content: 'Buy pills' }] } },
  })
  for (const [member, peer] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    const querystring = { conversationWith: peer.id }
    expect(await member.call(listMessages, { querystring })).toMatchObject([
      { _id: sent._id, content: MESSAGE_HIDDEN, isHidden: true },
    ])
    const query = { querystring: { ...querystring, q: 'pills' } }
    expect((await member.call(searchMessages, query)).messages).toEqual([])
  }
  const edit = { params: { id: sent._id }, body: { content: 'Buy apples' } }
  expect((await ada.send(editMessage, edit)).json()).toMatchObject({ message: MESSAGE_FINAL })

  const [decision] = (await ada.call(listOwnDecisions, { querystring: {} })).data
  const params = { id: decision?._id ?? '' }
  const text = 'It was a joke between friends.'
  await ada.call(appealDecision, { params, body: { text } })
  const answer = { outcome: 'taken-back' as const, text: 'We looked again.' }
  await max.call(decideAppeal, { params: { id: caseId }, body: answer })
  expect(await bob.call(listMessages, { querystring: { conversationWith: ada.id } })).toMatchObject(
    [{ content: 'Buy pills' }],
  )
})

test('a report of a message that was edited and deleted has what it said before', async () => {
  const { ada, bob, mia } = api
  const body = { recipientId: bob.id, content: 'You fool' }
  const { _id: id } = await ada.call(sendMessage, { body })
  await ada.call(editMessage, { params: { id }, body: { content: 'You silly fool' } })
  await ada.call(deleteMessage, { params: { id } })
  await bob.report({ kind: 'message', id })
  const caseId = await api.findOpenCase({ kind: 'message', id })
  const { data } = await mia.call(readCase, { params: { id: caseId } })
  expect(data.excerpt).toBe('You silly fool')
  expect(data.context.messages.at(-1)).toMatchObject({
    content: 'Message deleted',
    earlier: ['You fool', 'You silly fool'],
  })
})

test('a moderator sees the pictures of a reported message, also once it is deleted, and no others', async () => {
  const { ada, bob, mia } = api
  const sendPicture = async () => {
    const body = { recipientId: bob.id, content: 'Look' }
    const { _id } = await ada.call(sendMessage, { body })
    const url = await createMessagePictureFixture(api, { memberId: ada.id, messageId: _id })
    return { id: _id, url }
  }
  const [reported, other] = [await sendPicture(), await sendPicture()]
  const read = async (url: string) => (await mia.request('GET', url)).statusCode
  expect(await read(reported.url)).toBe(404)
  await bob.report({ kind: 'message', id: reported.id })
  expect([await read(reported.url), await read(other.url)]).toEqual([200, 404])
  await ada.call(deleteMessage, { params: { id: reported.id } })
  expect(await read(reported.url)).toBe(200)
  expect((await bob.request('GET', reported.url)).statusCode).toBe(404)
})
