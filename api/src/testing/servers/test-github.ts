import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An account of the substitute for GitHub. */
export interface TestGitHubAccount {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

interface Options {
  clientId: string
  clientSecret: string
  redirectUri: string
  accounts: readonly TestGitHubAccount[]
  /** 0, the default, means any free port. */
  port?: number
  /** The page on which a person chooses an account, as HTML. Without it `signInAs` chooses. */
  renderChooser?: (path: string, accounts: readonly TestGitHubAccount[]) => string
}

interface Authorization {
  account: TestGitHubAccount
  challenge: string
  redirectUri: string
}

/** The page runs no scripts and loads nothing. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'cache-control': 'no-store',
}

/** The same number for the same login, in every process. */
export function createGitHubId(login: string): number {
  return createHash('sha256').update(login.toLowerCase()).digest().readUInt32BE() + 1
}

export type TestGitHub = Awaited<ReturnType<typeof startTestGitHub>>

/** Speaks the OAuth of GitHub with PKCE and the two calls about a person. It asks for no password. */
export async function startTestGitHub(options: Options) {
  const accounts = new Map(options.accounts.map((account) => [account.login, account]))
  const codes = new Map<string, Authorization>()
  const tokens = new Map<string, TestGitHubAccount>()
  const faults = new Map<string, (response: ServerResponse) => void>()
  let chosen = options.accounts[0]?.login ?? ''

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const fault = faults.get(url.pathname)
    if (fault) return fault(response)
    handle(request, url, response).catch((error: unknown) => {
      sendJson(response, 500, { message: String(error) })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function handle(request: IncomingMessage, url: URL, response: ServerResponse) {
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /login/oauth/authorize':
        if (!isKnownClient(url)) return sendJson(response, 404, { message: 'Not Found' })
        if (!options.renderChooser) return redirectBack(response, url, accounts.get(chosen))
        for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
        return response.end(
          options.renderChooser(url.pathname + url.search, [...accounts.values()]),
        )
      case 'POST /login/oauth/authorize':
        if (!isKnownClient(url)) return sendJson(response, 404, { message: 'Not Found' })
        return redirectBack(response, url, readAccount(new URLSearchParams(await text(request))))
      case 'POST /login/oauth/access_token':
        return sendJson(response, 200, exchange(new URLSearchParams(await text(request))))
      case 'GET /api/user':
        return sendAbout(request, response, ({ id, login, name }) => ({ id, login, name }))
      case 'GET /api/user/emails':
        return sendAbout(request, response, ({ emails }) => emails)
      default:
        return sendJson(response, 404, { message: 'Not Found' })
    }
  }

  function isKnownClient({ searchParams }: URL): boolean {
    return (
      searchParams.get('client_id') === options.clientId &&
      searchParams.get('redirect_uri') === options.redirectUri &&
      searchParams.get('code_challenge_method') === 'S256'
    )
  }

  /** Without an account the person has refused. */
  function redirectBack(response: ServerResponse, url: URL, account?: TestGitHubAccount) {
    const state = url.searchParams.get('state') ?? ''
    const redirectUri = url.searchParams.get('redirect_uri') ?? ''
    const challenge = url.searchParams.get('code_challenge') ?? ''
    const code = randomBytes(10).toString('hex')
    if (account) codes.set(code, { account, challenge, redirectUri })
    const result = account ? { code, state } : { error: 'access_denied', state }
    response
      .writeHead(302, { location: `${redirectUri}?${new URLSearchParams(result).toString()}` })
      .end()
  }

  /** The account of the form, which stays until the restart if it is a new one. */
  function readAccount(form: URLSearchParams): TestGitHubAccount | undefined {
    const login = form.get('login')
    if (!login) return undefined
    const known = accounts.get(login)
    if (known) return known
    const email = form.get('email') ?? ''
    const account = {
      id: createGitHubId(login),
      login,
      name: form.get('name') || null,
      emails: [{ email, primary: true, verified: form.has('verified') }],
    }
    accounts.set(login, account)
    return account
  }

  /** GitHub answers 200 to a code that it refuses, too. */
  function exchange(form: URLSearchParams): object {
    const { clientId, clientSecret } = options
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return { error: 'incorrect_client_credentials' }
    const code = form.get('code') ?? ''
    const authorization = codes.get(code)
    codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (authorization?.challenge !== challenge) return { error: 'bad_verification_code' }
    if (authorization.redirectUri !== form.get('redirect_uri'))
      return { error: 'redirect_uri_mismatch' }
    const token = `gho_${randomBytes(18).toString('hex')}`
    tokens.set(token, authorization.account)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  function sendAbout(
    { headers }: IncomingMessage,
    response: ServerResponse,
    describe: (account: TestGitHubAccount) => object,
  ) {
    const account = tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    if (!account) return sendJson(response, 401, { message: 'Bad credentials' })
    sendJson(response, 200, describe(account))
  }

  return {
    origin,
    /** What the API is configured with. */
    env: {
      GITHUB_URL: origin,
      GITHUB_API_URL: `${origin}/api`,
      GITHUB_CLIENT_ID: options.clientId,
      GITHUB_CLIENT_SECRET: options.clientSecret,
    },
    /** The access tokens that were given. */
    listTokens: () => [...tokens.keys()],
    /** Who signs in next; an account of this login is replaced. */
    signInAs(account: TestGitHubAccount | undefined) {
      chosen = account?.login ?? ''
      if (account) accounts.set(account.login, account)
    },
    /** Answers the calls of a path in another way, until it is called without one. */
    setFault(path: string, fault?: (response: ServerResponse) => void) {
      if (fault) faults.set(path, fault)
      else faults.delete(path)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
