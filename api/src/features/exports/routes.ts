import { Readable } from 'node:stream'
import * as contract from '@dolph/contract/exports/exports'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { StorageUnavailableError } from '../../platform/storage/file-store.ts'
import { readPieces } from './export-files.ts'
import { insertExport, readMemberExport, selectExport } from './exports.ts'

const UNAVAILABLE = 'Your copy cannot be downloaded right now. Please try again later.'
const RETRY_SECONDS = 30

export const exportRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db, files }) => {
  app.route({
    ...contract.startExport,
    handler: async (request, reply) => {
      const data = await insertExport(db, requireMember(request).id)
      reply.code(202)
      return buildSuccessBody({ data })
    },
  })

  app.route({
    ...contract.readExport,
    handler: async (request) =>
      buildSuccessBody({ data: await readMemberExport(db, requireMember(request).id) }),
  })

  app.get(
    contract.EXPORT_FILE_URL,
    { config: { access: 'member', proof: 'always' }, schema: { hide: true } },
    async (request, reply) => {
      const { id: memberId } = requireMember(request)
      const row = await selectExport(db, memberId)
      if (row?.state !== 'ready' || row.attempt === null || row.pieces === null)
        throw new Refusal('not-found', contract.EXPORT_NOT_FOUND)
      if (request.method === 'GET') await app.throttles.consume('export-file-member', memberId)
      const { key, attempt, pieces, size } = row
      const bytes = readPieces(files, { key, attempt, pieces })
      // The first piece is read before the reply begins: storage that is away is a refusal then.
      const first = await bytes.next().catch(refuseUnavailable)
      reply.headers({
        'content-type': 'application/zip',
        'content-length': size ?? 0,
        'content-disposition': `attachment; filename="${contract.EXPORT_FILE_NAME}"`,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      // Fastify would read the whole file for a HEAD, which only asks whether there is one.
      if (request.method === 'HEAD') return reply.removeHeader('content-length').send()
      return reply.send(Readable.from(startWith(first, bytes), { objectMode: false }))
    },
  )
}

async function* startWith(
  first: IteratorResult<Buffer, unknown>,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value
  yield* rest
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof StorageUnavailableError)) throw error
  throw new Refusal('unavailable', UNAVAILABLE, { retryAfterSeconds: RETRY_SECONDS })
}
