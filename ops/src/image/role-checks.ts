import { createNoisePicture } from '@dolph/api/testing/pictures/picture-bytes'
import { buildMultipartForm, UPLOAD_TARGETS } from '@dolph/api/testing/pictures/upload-picture-file'
import type { TestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import { sendRequest, type ApiSession } from '../chaos/call-api.ts'
import { requireSuccess, type Credentials } from '../drill/drill-session.ts'

const PASSWORD = 'Correct horse 7'
const CODE_PATTERN = /(?<![\w-])\d{6}\b/

export interface SignedUpMember extends ApiSession {
  credentials: Credentials
}

interface Newcomer {
  url: string
  /** The origin that the program expects of a browser. */
  origin: string
  /** The address that the program sees behind a proxy: limits are per address. */
  address?: string
  mailServer: TestSmtpServer
}

/** Signs up by the API, with the code that arrives by mail, and returns the session of the new member. */
export async function signUpByMail(newcomer: Newcomer): Promise<SignedUpMember> {
  const { url, origin, address, mailServer } = newcomer
  const userName = `image-${crypto.randomUUID().slice(0, 8)}`
  const email = `${userName}@example.test`
  const names = { firstName: 'Image', lastName: 'Check', Email: email, userName }
  const headers = { origin, ...(address && { 'x-forwarded-for': address }) }
  const anonymous = { url, cookie: '', csrf: '', headers }
  const form = { ...names, Password: PASSWORD, confirmPassword: PASSWORD }
  const signUp = await requireSuccess(anonymous, 'POST', '/api/users/signup', form)
  const [mail] = await mailServer.waitForMails(email)
  const code = CODE_PATTERN.exec(mail?.text ?? '')?.[0]
  const browser = { ...anonymous, cookie: signUp.cookies.join('; ') }
  await requireSuccess(browser, 'POST', '/api/users/verify-code', { email, code })

  return logIn(anonymous, { email, password: PASSWORD })
}

/** Logs in from a browser without a session. */
export async function logIn(
  { url, headers }: Pick<ApiSession, 'url' | 'headers'>,
  credentials: Credentials,
): Promise<SignedUpMember> {
  const anonymous = { url, cookie: '', csrf: '', ...(headers && { headers }) }
  const login = await requireSuccess(anonymous, 'POST', '/api/users/login', credentials)
  const session = { ...anonymous, cookie: login.cookies.join('; ') }
  const { body } = await requireSuccess(session, 'GET', '/api/csrf-token')
  return { ...session, csrf: (body as { token: string }).token, credentials }
}

/** Uploads a picture for a post this many times, one after the other, and returns the address of the last one. */
export async function uploadPictures(session: ApiSession, count: number): Promise<string> {
  const bytes = await createNoisePicture(60, 40).png().toBuffer()
  const { url, field } = UPLOAD_TARGETS.text
  const form = buildMultipartForm({ field, type: 'image/png', bytes })
  let picture = ''
  for (let index = 0; index < count; index += 1) {
    const reply = await sendRequest(session, 'POST', url, { type: form.type, bytes: form.body })
    if (reply.status !== 201)
      throw new Error(`upload ${index + 1}: ${reply.status} ${JSON.stringify(reply.body)}`)
    picture = (reply.body as { url: string }).url
  }
  return picture
}

/** Fetches what must be there and contain a text, and throws otherwise. */
export async function requireText(url: string, text: string): Promise<void> {
  const reply = await fetch(url)
  const body = await reply.text()
  if (!reply.ok || !body.includes(text))
    throw new Error(`${url}: ${reply.status}, without '${text}': ${body.slice(0, 200)}`)
}
