import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGitHubId } from './test-github.ts'

/** A repository of the test server. Its key is `owner/name`. */
export interface TestRepository {
  description?: string
  homepage?: string
  topics?: string[]
  language?: string
  license?: { spdx_id: string }
  pushed_at?: string
  archived?: boolean
  private?: boolean
  languages?: Record<string, number>
  readme?: string
  projectFile?: string
  /** Was renamed: the old name leads to this one. */
  movedTo?: string
  /** Refuses every call with 403 and this message. */
  refusal?: string
}

/** How the server fails. `half`: the connection ends in the middle of a reply. `silent`: there is no reply. */
export type CodeHostFault =
  | ('half' | 'silent' | 'no-json' | 'server-error')
  | { limitedUntil: Date }
  | { redirectTo: string }

/** Speaks the part of GitHub's REST that imports use: tags and 304, renamed and unknown repositories, and its faults. */
export async function startTestCodeHost(repositories: Record<string, TestRepository>, port = 0) {
  let fault: CodeHostFault | undefined
  let faultyPath: string | undefined
  const calls: { path: string; token: string | undefined }[] = []

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    calls.push({ path, token: request.headers.authorization })
    if (fault !== undefined && path.includes(faultyPath ?? '')) return fail(response, fault)
    const [, kind, owner = '', name = '', ...rest] = decodeURIComponent(path).split('/')
    if (kind === 'users') return sendJson(response, 200, listRepositories(owner))
    const repository = repositories[`${owner}/${name}`]
    if (!repository) return sendJson(response, 404, { message: 'Not Found' })
    if (repository.refusal !== undefined)
      return sendJson(response, 403, { message: repository.refusal })
    if (repository.movedTo !== undefined) {
      response.setHeader('location', `${url}/repos/${repository.movedTo}`)
      return sendJson(response, 301, { message: 'Moved Permanently' })
    }
    switch (rest.join('/')) {
      case '':
        return sendFacts(`${owner}/${name}`, repository, request.headers['if-none-match'], response)
      case 'languages':
        return sendJson(response, 200, repository.languages ?? {})
      case 'readme':
        return sendText(response, repository.readme)
      case 'contents/.dolph.yml':
        return sendText(response, repository.projectFile)
      default:
        return sendJson(response, 404, { message: 'Not Found' })
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** What `GET /users/:login/repos` answers, for every login. */
  function listRepositories(login: string): object[] {
    return Object.entries(repositories)
      .filter(([fullName]) => fullName.startsWith(`${login}/`))
      .map(([fullName, { description = null, private: isPrivate = false }]) => ({
        full_name: fullName,
        description,
        private: isPrivate,
        owner: { id: createGitHubId(login), login },
      }))
  }

  return {
    url,
    calls,
    repositories,
    /** Makes all replies fail, or those whose path has a text, or none. */
    setFault: (next: CodeHostFault | undefined, pathPart?: string) => {
      fault = next
      faultyPath = pathPart
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sendFacts(
  fullName: string,
  repository: TestRepository,
  knownTag: string | undefined,
  response: ServerResponse,
): void {
  const body = {
    full_name: fullName,
    private: false,
    archived: false,
    ...repository,
    languages: undefined,
    readme: undefined,
    projectFile: undefined,
  }
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`
  response.setHeader('etag', etag)
  if (knownTag === etag) {
    response.statusCode = 304
    response.end()
  } else sendJson(response, 200, body)
}

function fail(response: ServerResponse, fault: CodeHostFault): void {
  if (fault === 'silent') return
  if (fault === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"full_name": "ada/')
    setImmediate(() => response.destroy())
  } else if (fault === 'no-json') sendText(response, '<html>')
  else if (fault === 'server-error') sendJson(response, 502, {})
  else if ('redirectTo' in fault) {
    response.setHeader('location', fault.redirectTo)
    sendJson(response, 302, {})
  } else {
    response.setHeader('x-ratelimit-remaining', '0')
    response.setHeader('x-ratelimit-reset', Math.ceil(fault.limitedUntil.getTime() / 1_000))
    sendJson(response, 403, { message: 'API rate limit exceeded' })
  }
}

function sendText(response: ServerResponse, text: string | undefined): void {
  if (text === undefined) return sendJson(response, 404, { message: 'Not Found' })
  response.setHeader('content-type', 'application/vnd.github.raw+json; charset=utf-8')
  response.end(text)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
