import {
  importProject,
  listOwnRepositories,
  OWN_REPOSITORIES_MAX,
  parseRepositoryLink,
} from '@dolph/contract/imports/imports'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openGitHub } from './code-host/github.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { OverloadedError, Semaphore } from '../../platform/semaphore.ts'
import { selectGitHubConnection } from '../accounts/github/github-connections.ts'
import { importRepository } from './import-repository.ts'

const IMPORT_CONCURRENCY = 8
const IMPORT_QUEUE_MAX = 32
const IMPORT_QUEUE_TIMEOUT_MS = 5_000

export const importRoutes: FastifyPluginAsyncZod<Deps> = async (app, { config, db }) => {
  const codeHost = openGitHub(config)
  const imports = new Semaphore({
    concurrency: IMPORT_CONCURRENCY,
    queueMax: IMPORT_QUEUE_MAX,
    waitTimeoutMs: IMPORT_QUEUE_TIMEOUT_MS,
  })

  app.route({
    ...importProject,
    handler: async (request) => {
      const { id: memberId } = requireMember(request)
      const repository = parseRepositoryLink(request.body.url)
      if (!codeHost || !repository) throw new Refusal('not-found', NOT_OFFERED)
      await app.throttles.consume('import-member', memberId)
      const draft = await runImport(() => importRepository(codeHost, repository))
      if (draft === 'gone') throw new Refusal('not-found', NOT_FOUND)
      if (draft === 'busy') throw new Refusal('unavailable', BUSY)
      return buildSuccessBody({ data: draft })
    },
  })

  app.route({
    ...listOwnRepositories,
    handler: async (request) => {
      const { id: memberId } = requireMember(request)
      const connection = codeHost && (await selectGitHubConnection(db, memberId))
      if (!connection) return buildSuccessBody({ data: [] })
      await app.throttles.consume('import-member', memberId)
      const repositories = await runImport(() =>
        codeHost.listRepositories(connection, OWN_REPOSITORIES_MAX),
      )
      if (repositories === 'busy') throw new Refusal('unavailable', BUSY)
      const data = repositories.map(({ owner, name, description }) => ({
        name,
        description,
        url: `https://github.com/${owner}/${name}`,
      }))
      return buildSuccessBody({ data })
    },
  })

  async function runImport<Result>(task: () => Promise<Result>): Promise<Result | 'busy'> {
    return imports.run(task).catch((error: unknown) => {
      if (error instanceof OverloadedError) return 'busy' as const
      throw error
    })
  }
}

const NOT_OFFERED = 'Links cannot be read here. Please paste the README.'
const NOT_FOUND = 'There is no public repository at this link.'
const BUSY = 'GitHub does not answer right now. Please try again later, or paste the README.'
