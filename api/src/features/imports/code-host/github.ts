import { PROJECT_FILE_BYTES_MAX, PROJECT_FILE_NAME } from '@dolph/contract/imports/project-file'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import type { CodeHost, RepositoryFacts, RepositoryName } from './code-host.ts'
import { readBody } from '../../../platform/http/read-body.ts'

/** How long all calls about a repository may take together. */
const READ_TIMEOUT_MS = 5_000
const BODY_BYTES_MAX = 256 * 1024
const DESCRIPTION_MAX = 350
/** GitHub describes a repository with some 6 KiB. */
const LIST_BYTES_MAX = 1024 * 1024
/** A longer wait that the server asks for is not kept. */
const PAUSE_MAX_MS = 3_600_000
const LIMIT_REACHED = 'The limit of calls is reached'
const REFUSAL_BYTES_MAX = 4 * 1024
const JSON_TYPE = 'application/vnd.github+json'
const RAW_TYPE = 'application/vnd.github.raw+json'

const RepositoryReply = z.object({
  full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  private: z.boolean().default(false),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  topics: z.array(z.string()).default([]),
  language: z.string().nullish(),
  license: z.object({ spdx_id: z.string().nullish() }).nullish(),
  pushed_at: z.coerce.date().nullish(),
  archived: z.boolean().default(false),
})
const OwnRepositoriesReply = z.array(
  z.object({
    ...RepositoryReply.pick({ full_name: true, private: true, description: true }).shape,
    owner: z.object({ id: z.number() }),
  }),
)
const LanguagesReply = z.record(z.string(), z.number())

/** The code host behind `GITHUB_API`; undefined without that setting. */
export function openGitHub(config: Pick<Config, 'GITHUB_API' | 'GITHUB_TOKEN'>) {
  return config.GITHUB_API === undefined
    ? undefined
    : new GitHub(config.GITHUB_API, config.GITHUB_TOKEN)
}

/** Reads public repositories by the REST API of GitHub, from the configured host only. */
class GitHub implements CodeHost {
  readonly #base: string
  readonly #token: string | undefined
  /** No call is made before this time, because the server reported that the limit is reached. */
  #pausedUntil = 0

  constructor(base: string, token: string | undefined) {
    this.#base = base.replace(/(?<!\/)\/+$/, '')
    this.#token = token
  }

  readRepository: CodeHost['readRepository'] = async (repository, options = {}) => {
    const { etag, signal = AbortSignal.timeout(READ_TIMEOUT_MS) } = options
    try {
      return await this.#readFacts(repository, etag, signal)
    } catch {
      // Timeouts, broken connections and replies that are not JSON or not of this API.
      return 'busy'
    }
  }

  readTexts: CodeHost['readTexts'] = async (repository, signal) => {
    const deadline = signal ?? AbortSignal.timeout(READ_TIMEOUT_MS)
    const path = toPath(repository)
    try {
      const [readme, languages, projectFile] = await Promise.all([
        this.#readText(`${path}/readme`, BODY_BYTES_MAX, deadline),
        this.#readLanguages(`${path}/languages`, deadline),
        this.#readProjectFile(repository, deadline),
      ])
      return { readme: readme ?? '', languages, projectFile }
    } catch {
      return 'busy'
    }
  }

  readProjectFile: CodeHost['readProjectFile'] = async (repository) => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
    try {
      return { text: await this.#readProjectFile(repository, signal) }
    } catch {
      return 'busy'
    }
  }

  listRepositories: CodeHost['listRepositories'] = async ({ id, login }, count) => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
    const query = new URLSearchParams({ type: 'owner', sort: 'pushed', per_page: String(count) })
    const path = `/users/${encodeURIComponent(login)}/repos?${query.toString()}`
    try {
      const reply = await this.#call(path, { accept: JSON_TYPE, signal })
      if (isGone(reply)) return []
      const text = await readBody(expectOk(reply), LIST_BYTES_MAX)
      return OwnRepositoriesReply.parse(JSON.parse(text))
        .filter((repository) => !repository.private && repository.owner.id === id)
        .slice(0, count)
        .map(({ full_name: fullName, description }) => {
          const [owner = '', name = ''] = fullName.split('/')
          return { owner, name, description: (description ?? '').slice(0, DESCRIPTION_MAX) }
        })
    } catch {
      return 'busy'
    }
  }

  async #readProjectFile(repository: RepositoryName, signal: AbortSignal): Promise<string | null> {
    const path = `${toPath(repository)}/contents/${PROJECT_FILE_NAME}`
    // A byte more, so that a file that is too large is seen to be.
    return this.#readText(path, PROJECT_FILE_BYTES_MAX + 1, signal)
  }

  async #readFacts(repository: RepositoryName, etag: string | undefined, signal: AbortSignal) {
    const headers = etag === undefined ? {} : { 'if-none-match': etag }
    let reply = await this.#call(toPath(repository), { accept: JSON_TYPE, headers, signal })
    if (isRedirect(reply)) {
      // A renamed repository leads to its new place on the same server. Without the tag, so that the reply says which one it is.
      const path = this.#getRedirectPath(reply)
      if (path === undefined) return 'busy'
      reply = await this.#call(path, { accept: JSON_TYPE, signal })
    }
    if (reply.status === 304) return 'unchanged'
    if (isGone(reply)) return 'gone'
    const text = await readBody(expectOk(reply), BODY_BYTES_MAX)
    const facts = RepositoryReply.parse(JSON.parse(text))
    // A token may see private repositories; what it reads becomes public here.
    return facts.private ? 'gone' : toFacts(facts, reply.headers.get('etag'))
  }

  /** Null if there is no such file. */
  async #readText(path: string, maxBytes: number, signal: AbortSignal): Promise<string | null> {
    const reply = await this.#call(path, { accept: RAW_TYPE, signal })
    if (isGone(reply)) return null
    return readBody(expectOk(reply), maxBytes)
  }

  async #readLanguages(path: string, signal: AbortSignal): Promise<string[]> {
    const reply = await this.#call(path, { accept: JSON_TYPE, signal })
    if (isGone(reply)) return []
    const text = await readBody(expectOk(reply), BODY_BYTES_MAX)
    return Object.entries(LanguagesReply.parse(JSON.parse(text)))
      .toSorted(([, one], [, other]) => other - one)
      .map(([language]) => language)
  }

  async #call(
    path: string,
    { accept, headers, signal }: { accept: string; headers?: object; signal: AbortSignal },
  ): Promise<Response> {
    if (Date.now() < this.#pausedUntil) throw new Error(LIMIT_REACHED)
    const reply = await fetch(this.#base + path, {
      redirect: 'manual',
      signal,
      headers: {
        accept,
        'user-agent': 'Dolph',
        'x-github-api-version': '2022-11-28',
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
    })
    if (await isRateLimited(reply)) {
      this.#pausedUntil = getResetTime(reply)
      throw new Error(LIMIT_REACHED)
    }
    if (!reply.ok && !reply.bodyUsed) await reply.body?.cancel()
    return reply
  }

  #getRedirectPath(reply: Response): string | undefined {
    const target = URL.parse(reply.headers.get('location') ?? '', `${this.#base}/`)
    const isHere = target?.href.startsWith(`${this.#base}/repos`) ?? false
    return isHere ? target?.href.slice(this.#base.length) : undefined
  }
}

function toPath({ owner, name }: RepositoryName): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
}

function toFacts(reply: z.infer<typeof RepositoryReply>, etag: string | null): RepositoryFacts {
  const [owner = '', name = ''] = reply.full_name.split('/')
  const license = reply.license?.spdx_id ?? null
  return {
    owner,
    name,
    etag,
    description: reply.description ?? '',
    homepage: reply.homepage ?? '',
    topics: reply.topics,
    language: reply.language ?? null,
    license: license === 'NOASSERTION' ? null : license,
    pushedAt: reply.pushed_at ?? null,
    isArchived: reply.archived,
  }
}

function isRedirect({ status }: Response): boolean {
  return [301, 302, 307, 308].includes(status)
}

/** 403: the repository refuses to be read. 451: not available for legal reasons. */
function isGone({ status }: Response): boolean {
  return [403, 404, 410, 451].includes(status)
}

/**
 * Whether the refusal is about the number of calls. A single repository can refuse with 403 as well, and that must not stop the
 * calls about all others. One of GitHub's limits is known by its message alone.
 */
async function isRateLimited(reply: Response): Promise<boolean> {
  if (reply.status === 429) return true
  if (reply.status !== 403) return false
  const { headers } = reply
  if (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0') return true
  return /rate limit|abuse detection/i.test(await readBody(reply, REFUSAL_BYTES_MAX))
}

function expectOk(reply: Response): Response {
  if (reply.status !== 200) throw new Error(`The code host answered ${reply.status}`)
  return reply
}

/** When calls may continue, after a reply that refused one. Without a time it is a minute. */
function getResetTime({ headers }: Response): number {
  const now = Date.now()
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN) * 1_000
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0'
  const reset = isUsedUp ? Number(headers.get('x-ratelimit-reset')) * 1_000 - now : Number.NaN
  const [wait = 60_000] = [retryAfter, reset].filter((each) => each > 0)
  return now + Math.min(wait, PAUSE_MAX_MS)
}
