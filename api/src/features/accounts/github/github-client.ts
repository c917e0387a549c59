import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { generateToken, isEqualConstantTime } from '../../../platform/crypto/secrets.ts'
import { readBody } from '../../../platform/http/read-body.ts'
import {
  AUTHORIZATION_SECONDS,
  type GitHubAuthorization,
  type GitHubPurpose,
} from './github-authorization.ts'

/** How long all calls of one sign-in may take together. */
const CALLS_TIMEOUT_MS = 5_000
const REPLY_BYTES_MAX = 64 * 1024
/** Reads the profile and the emails, and can write nothing. */
const SCOPE = 'read:user user:email'

const CallbackQuery = z.object({
  state: z.string(),
  code: z.string().min(1).max(1_000).optional(),
  error: z.string().optional(),
})
/** The alphabet keeps a token out of the error that `fetch` throws for a header that it cannot send. */
const TokenReply = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  token_type: z.string().regex(/^bearer$/i),
})
const UserReply = z.object({
  id: z.number().int().positive(),
  login: z.string().regex(/^[A-Za-z\d][\w-]{0,99}$/),
  name: z.string().nullish(),
})
const EmailsReply = z.array(
  z.object({ email: z.string().max(254), primary: z.boolean(), verified: z.boolean() }),
)

/** The account of a person at GitHub. */
export interface GitHubUser {
  /** Never changes, unlike login and email. */
  id: number
  login: string
  name: string
  /** Undefined unless GitHub has verified the primary one. */
  email: string | undefined
}

/** The person pressed Cancel at GitHub. The state of the answer has been checked before. */
export class RefusedByPersonError extends Error {}

export type GitHubClient = ReturnType<typeof createGitHubClient>

/** An OAuth client for GitHub; null when none is configured. */
export function createGitHubClient(config: Config) {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = config
  if (!clientId || !clientSecret) return null
  const redirectUri = `${config.APP_ORIGIN}/api/users/auth/github/callback`
  const url = config.GITHUB_URL.replace(/(?<!\/)\/+$/, '')
  const apiUrl = config.GITHUB_API_URL.replace(/(?<!\/)\/+$/, '')

  async function exchangeCode(code: string, verifier: string, signal: AbortSignal) {
    const reply = await callGitHub(`${url}/login/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId ?? '',
        client_secret: clientSecret ?? '',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
      signal,
    })
    return parseReply(TokenReply, reply, 'token').access_token
  }

  return {
    /** Returns the URL to redirect the browser to, and the state to store until it comes back. */
    startAuthorization(
      purpose: GitHubPurpose,
      sessionId?: string,
    ): { url: URL; authorization: GitHubAuthorization } {
      const authorization = {
        purpose,
        sessionId,
        state: generateToken(),
        verifier: generateToken(),
        expiresAt: Date.now() + AUTHORIZATION_SECONDS * 1000,
      }
      const authorizationUrl = new URL(`${url}/login/oauth/authorize`)
      authorizationUrl.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPE,
        state: authorization.state,
        code_challenge: createHash('sha256').update(authorization.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).toString()
      return { url: authorizationUrl, authorization }
    },
    /** Exchanges the code for the person's account. The access token is used for two calls and forgotten. */
    async finishAuthorization(
      query: string,
      { state, verifier }: GitHubAuthorization,
    ): Promise<GitHubUser> {
      const code = readCode(query, state)
      const signal = AbortSignal.timeout(CALLS_TIMEOUT_MS)
      const token = await exchangeCode(code, verifier, signal)
      const headers = { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' }
      const [userReply, emailsReply] = await Promise.all([
        callGitHub(`${apiUrl}/user`, { headers, signal }),
        callGitHub(`${apiUrl}/user/emails?per_page=100`, { headers, signal }),
      ])
      const { id, login, name } = parseReply(UserReply, userReply, 'user')
      const emails = parseReply(EmailsReply, emailsReply, 'emails')
      const primary = emails.filter((email) => email.primary && email.verified)
      return {
        id,
        login,
        name: name ?? '',
        email: primary.length === 1 ? primary[0]?.email : undefined,
      }
    },
  }
}

/** The code of a callback whose state is that of the authorization. */
function readCode(query: string, expectedState: string): string {
  const params = new URLSearchParams(query)
  const isRepeated = [...new Set(params.keys())].some((name) => params.getAll(name).length > 1)
  const { data } = CallbackQuery.safeParse(Object.fromEntries(params))
  if (!data || isRepeated || !isEqualConstantTime(toBytes(data.state), toBytes(expectedState)))
    throw new Error('GitHub’s answer does not belong to this authorization')
  if (data.error === 'access_denied') throw new RefusedByPersonError()
  if (data.error !== undefined || data.code === undefined)
    throw new Error('GitHub answered with an error')
  return data.code
}

function toBytes(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The beginning of the reply; a longer one is cut, and then is no JSON. */
async function callGitHub(url: string, init: RequestInit): Promise<string> {
  const reply = await fetch(url, {
    ...init,
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'Dolph', ...init.headers },
  })
  if (reply.status !== 200) {
    await reply.body?.cancel()
    throw new Error(`GitHub answered ${reply.status}`)
  }
  return readBody(reply, REPLY_BYTES_MAX)
}

/** The error repeats nothing of the reply, which may hold a token or an email. */
function parseReply<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  name: string,
): z.infer<Schema> {
  const { data, success } = schema.safeParse(parseJson(text))
  if (!success) throw new Error(`GitHub’s reply about the ${name} is not of its API`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
