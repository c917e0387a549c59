import { createHash, randomBytes } from 'node:crypto'
import * as contract from '@dolph/contract/pictures'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { encodePicture, Undecodable, type Encoded } from '../../files/encode.ts'
import { insertPicture, markStored, pictureFile } from '../../files/pictures.ts'
import { StorageDown } from '../../files/store.ts'
import { memberOf } from '../../http/access.ts'
import { BadForm, readOneFile } from '../../http/one-file-form.ts'
import { ok } from '../../http/ok.ts'
import { callerOf } from '../../http/rate-limits.ts'
import { openThrottles } from '../../http/throttles.ts'
import { QueueFullError, Semaphore } from '../../semaphore.ts'

const FIELD = 'profilePicture'
/** Each may hold a whole file in memory. The others wait with their bytes still on the way. */
const IN_MEMORY_AT_ONCE = 4
const WAITING_MAX = 8
/** Well within the time that a request may take. */
const PATIENCE_MS = 6_000
/** A little longer than a request may take to arrive, so that no place is lost for ever. */
const RECEIVE_MS = 20_000
const RETRY_SECONDS = 5

export const uploadRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, files, redis, config } = deps
  const throttles = openThrottles(redis, config.LIMITS)
  const uploads = new Semaphore({
    concurrency: IN_MEMORY_AT_ONCE,
    queueMax: WAITING_MAX,
    waitTimeoutMs: PATIENCE_MS,
  })
  // This call takes a form and nothing else; no other call takes forms.
  app.removeAllContentTypeParsers()
  // Not read here: bytes are let in when there is a place for them.
  app.addContentTypeParser('multipart/form-data', (_request, _form, done) => done(null))

  app.route({
    ...contract.uploadPicture,
    config: { ...contract.uploadPicture.config, filePart: FIELD },
    handler: async (request, reply) => {
      const { id: memberId } = memberOf(request)
      await throttles.count('upload-member', memberId)
      await throttles.count('upload-address', callerOf({ member: null, ip: request.ip }))
      const picture = await refusing(request, () =>
        uploads.run(async () => encodePicture(await receiveFile(request))),
      )
      const key = await refusing(request, () => keep(memberId, picture))
      reply.code(201)
      return ok({ url: contract.pictureAddress(key) })
    },
  })

  /** The row comes first: whatever happens afterwards, something names what may be in storage. */
  async function keep(memberId: string, { large, small }: Encoded): Promise<string> {
    const key = createHash('sha256').update(randomBytes(32)).update(large).digest('base64url')
    if (!(await insertPicture(db, key, memberId)))
      throw new Refusal('not-signed-in', 'Please log in')
    await Promise.all([
      files.put(pictureFile(key, 'large'), large, 'image/webp'),
      files.put(pictureFile(key, 'small'), small, 'image/webp'),
    ])
    if (!(await markStored(db, key))) throw new Refusal('not-signed-in', 'Please log in')
    return key
  }
}

function receiveFile({ raw }: FastifyRequest): Promise<Buffer> {
  const wanted = { field: FIELD, maxBytes: contract.PICTURE_BYTES_MAX, withinMs: RECEIVE_MS }
  return readOneFile(raw, wanted)
}

async function refusing<T>(request: FastifyRequest, deed: () => Promise<T>): Promise<T> {
  try {
    return await deed()
  } catch (error) {
    if (error instanceof BadForm) {
      throw error.reason === 'malformed' ? noPicture() : tooLarge()
    }
    if (error instanceof Undecodable) {
      throw error.reason === 'unreadable' ? noPicture() : tooManyPixels()
    }
    if (error instanceof StorageDown) request.log.warn(error)
    if (error instanceof StorageDown || error instanceof QueueFullError) {
      throw new Refusal('unavailable', 'Failed to upload profile picture', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    throw error
  }
}

function noPicture(): Refusal {
  return new Refusal('invalid-input', 'Please choose a JPEG, PNG or WebP picture')
}

function tooLarge(): Refusal {
  return new Refusal('invalid-input', 'The picture cannot be larger than 5 MB')
}

function tooManyPixels(): Refusal {
  return new Refusal('invalid-input', 'The picture has too many pixels')
}
