import { callApi, type ApiSession } from '../chaos/call-api.ts'
import type { WriteJournal } from './write-journal.ts'

/** A sample member and the way to the API. */
interface Visitor {
  url: string
  email: string
  password: string
}

interface Visit {
  session: ApiSession
  journal: WriteJournal
}

/**
 * One visit: reads as a visitor, signs up a stranger, signs in, uses each feature once, and logs out. Each write is sent twice under one
 * `tempId`, so while two versions serve, one of them repeats the write of the other. Throws at the first failed request.
 */
export async function makeVisit(visitor: Visitor, journal: WriteJournal): Promise<void> {
  const anonymous = { url: visitor.url, cookie: '', csrf: '' }
  await requireSuccess(anonymous, 'GET', '/api/posts/browse')
  await requireSuccess(anonymous, 'GET', '/api/posts/browse?sort=likes&range=month')
  await requireSuccess(anonymous, 'GET', '/api/posts/browse?q=drill')
  await signUpStranger(anonymous, journal)

  const session = await signIn(visitor)
  await requireSuccess(session, 'GET', '/api/users/me')
  await requireSuccess(session, 'GET', '/api/users/sessions')
  await writePost({ session, journal })
  await writeMessage({ session, journal })
  await requireSuccess(session, 'POST', '/api/users/logout')
}

async function signUpStranger(session: ApiSession, journal: WriteJournal): Promise<void> {
  const name = journal.createText().replace(' ', '-')
  const Email = `${name}@example.test`
  const password = 'Correct horse 7'
  const body = { firstName: 'Drill', lastName: 'Member', Email, userName: name }
  await requireSuccess(session, 'POST', '/api/users/signup', {
    ...body,
    ...{ Password: password, confirmPassword: password },
  })
  journal.mailAddresses.push(Email)
}

async function signIn({ url, email, password }: Visitor): Promise<ApiSession> {
  const anonymous = { url, cookie: '', csrf: '' }
  const reply = await requireSuccess(anonymous, 'POST', '/api/users/login', { email, password })
  const withoutCsrf = { url, cookie: reply.cookies.join('; '), csrf: '' }
  const { body } = await requireSuccess(withoutCsrf, 'GET', '/api/csrf-token')
  return { ...withoutCsrf, csrf: (body as { token: string }).token }
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

/** Sends the same content twice, as a browser does that got no reply; both must be answered with the same id. */
async function createTwice(
  { session, journal }: Visit,
  path: string,
  content: object,
): Promise<string> {
  const body = { ...content, tempId: `temp-${crypto.randomUUID()}` }
  const first = readId(await requireSuccess(session, 'POST', path, body))
  const second = readId(await requireSuccess(session, 'POST', path, body))
  if (first !== second)
    journal.mismatches.push(`POST ${path} answered one tempId with ${first} and ${second}`)
  return first
}

function readId({ body }: { body: unknown }): string {
  const reply = body as { _id?: string; data?: { _id: string } }
  return reply._id ?? reply.data?._id ?? ''
}

async function requireSuccess(...call: Parameters<typeof callApi>) {
  const response = await callApi(...call)
  if (response.status >= 200 && response.status < 300) return response
  const [, method, path] = call
  throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
}
