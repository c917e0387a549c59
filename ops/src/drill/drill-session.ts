import { callApi, type ApiSession } from '../chaos/call-api.ts'
import type { WriteJournal } from './write-journal.ts'

export interface Credentials {
  email: string
  password: string
}

/** A signed-in member, and the record of what they write. */
export interface Visit {
  session: ApiSession
  journal: WriteJournal
}

export function createAnonymousSession(url: string): ApiSession {
  return { url, cookie: '', csrf: '' }
}

export async function signIn(url: string, credentials: Credentials): Promise<ApiSession> {
  const anonymous = createAnonymousSession(url)
  const reply = await requireSuccess(anonymous, 'POST', '/api/users/login', credentials)
  const withoutCsrf = { url, cookie: reply.cookies.join('; '), csrf: '' }
  const { body } = await requireSuccess(withoutCsrf, 'GET', '/api/csrf-token')
  return { ...withoutCsrf, csrf: (body as { token: string }).token }
}

/** Sends the same content twice, as a browser does that got no reply; both must be answered with the same id. */
export async function createTwice(
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

/** Thrown by `requireSuccess`; the proxy has counted the request. */
export class FailedRequestError extends Error {}

/** Calls the API and throws unless it succeeds. */
export async function requireSuccess(...call: Parameters<typeof callApi>) {
  const response = await callApi(...call)
  if (response.status >= 200 && response.status < 300) return response
  const [, method, path] = call
  throw new FailedRequestError(
    `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`,
  )
}
