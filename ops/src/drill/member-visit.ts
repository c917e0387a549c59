import {
  createAnonymousSession,
  createTwice,
  requireSuccess,
  signIn,
  type Credentials,
  type Visit,
} from './drill-session.ts'
import type { WriteJournal } from './write-journal.ts'

/**
 * One visit of a member: reads as a visitor, signs in, uses each feature once, and logs out. Each write is sent twice under one
 * `tempId`, so while two versions serve, one of them repeats the write of the other. Throws at the first failed request.
 */
export async function makeVisit(
  url: string,
  credentials: Credentials,
  journal: WriteJournal,
): Promise<void> {
  const anonymous = createAnonymousSession(url)
  await requireSuccess(anonymous, 'GET', '/api/posts/browse')
  await requireSuccess(anonymous, 'GET', '/api/posts/browse?sort=likes&range=month')
  await requireSuccess(anonymous, 'GET', '/api/posts/browse?q=drill')

  const session = await signIn(url, credentials)
  await requireSuccess(session, 'GET', '/api/users/me')
  await requireSuccess(session, 'GET', '/api/users/sessions')
  await writePost({ session, journal })
  await writeMessage({ session, journal })
  await requireSuccess(session, 'POST', '/api/users/logout')
}

async function writePost(visit: Visit): Promise<void> {
  const { session, journal } = visit
  const title = journal.createText()
  const draft = { title, type: 'showcase', body: 'Written **while** two versions serve.' }
  const id = await createTwice(visit, '/api/posts', draft)
  journal.record('post', title, id)
  await requireSuccess(session, 'GET', `/api/posts/auth/${id}`)
  await requireSuccess(session, 'PUT', `/api/posts/${id}`, { body: 'Edited.' })
  await requireSuccess(session, 'POST', `/api/posts/${id}/like`, { liked: true })
  await requireSuccess(session, 'GET', '/api/posts/user/me')

  const content = journal.createText()
  const commentId = await createTwice(visit, '/api/comments', { postId: id, content })
  journal.record('comment', content, commentId)
  const reply = { postId: id, parentId: commentId, content: 'A reply that is deleted again' }
  const replyId = await createTwice(visit, '/api/comments', reply)
  await requireSuccess(session, 'GET', `/api/comments/post/${id}`)
  await requireSuccess(session, 'DELETE', `/api/comments/${replyId}`)

  const deleted = await createTwice(visit, '/api/posts', { ...draft, title: 'Deleted again' })
  await requireSuccess(session, 'DELETE', `/api/posts/${deleted}`)
}

async function writeMessage(visit: Visit): Promise<void> {
  const { session, journal } = visit
  const { body } = await requireSuccess(session, 'GET', '/api/messages/conversations')
  const [conversation] = (body as { data: { peer: { _id: string } }[] }).data
  const peerId = conversation?.peer._id ?? ''
  const content = journal.createText()
  const id = await createTwice(visit, '/api/messages', { recipientId: peerId, content })
  journal.record('message', content, id)
  await requireSuccess(session, 'GET', `/api/messages?conversationWith=${peerId}`)
  await requireSuccess(session, 'GET', `/api/messages/search?conversationWith=${peerId}&q=drill`)
  await requireSuccess(session, 'GET', '/api/profile/me')
}
