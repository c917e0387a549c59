import { createHash, randomBytes } from 'node:crypto'
import * as contract from '@dolph/contract/pictures'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { encodePicture, DecodeError, type EncodedPicture } from '../../files/encode-picture.ts'
import { insertPicture, markPictureStored, buildPictureFileName } from '../../files/pictures.ts'
import { StorageUnavailableError } from '../../files/file-store.ts'
import { requireMember } from '../../http/access.ts'
import { InvalidFormError, readMultipartFile } from '../../http/read-multipart-file.ts'
import { buildSuccessBody } from '../../http/replies/success-body.ts'
import { getAddressKey } from '../../http/limits/rate-limits.ts'
import { OverloadedError, Semaphore } from '../../semaphore.ts'

/** Each running upload may hold a whole file in memory; the bytes of queued uploads are not read yet. */
const UPLOAD_CONCURRENCY = 4
const UPLOAD_QUEUE_MAX = 8
/** Well below the request timeout. */
const UPLOAD_QUEUE_TIMEOUT_MS = 6_000
/** A little longer than a request may take to arrive; it frees the slot of an upload that never finishes. */
const RECEIVE_TIMEOUT_MS = 20_000
const RETRY_SECONDS = 5

export const uploadRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, files } = deps
  const { throttles } = app
  const uploads = new Semaphore({
    concurrency: UPLOAD_CONCURRENCY,
    queueMax: UPLOAD_QUEUE_MAX,
    waitTimeoutMs: UPLOAD_QUEUE_TIMEOUT_MS,
  })
  // This route accepts multipart forms only, and no other route accepts them.
  app.removeAllContentTypeParsers()
  // The parser leaves the body unread: `receiveFile` reads it once the semaphore admits the upload.
  app.addContentTypeParser('multipart/form-data', (_request, _form, done) => done(null))

  app.route({
    ...contract.uploadPicture,
    handler: async (request, reply) => {
      const { id: memberId } = requireMember(request)
      await throttles.consume('upload-member', memberId)
      await throttles.consume('upload-address', getAddressKey(request.ip))
      const picture = await mapUploadErrors(request, () =>
        uploads.run(async () => encodePicture(await receiveFile(request))),
      )
      const key = await mapUploadErrors(request, () => storePicture(memberId, picture))
      reply.code(201)
      return buildSuccessBody({ url: contract.buildPictureUrl(key) })
    },
  })

  /** The row is inserted before the files, so that a failed upload can be found and its files deleted. */
  async function storePicture(memberId: string, { large, small }: EncodedPicture): Promise<string> {
    const key = createHash('sha256').update(randomBytes(32)).update(large).digest('base64url')
    if (!(await insertPicture(db, key, memberId)))
      throw new Refusal('not-signed-in', 'Please log in')
    await Promise.all([
      files.put(buildPictureFileName(key, 'large'), large, 'image/webp'),
      files.put(buildPictureFileName(key, 'small'), small, 'image/webp'),
    ])
    if (!(await markPictureStored(db, key))) throw new Refusal('not-signed-in', 'Please log in')
    return key
  }
}

function receiveFile({ raw }: FastifyRequest): Promise<Buffer> {
  const options = {
    field: contract.PICTURE_FIELD,
    maxBytes: contract.PICTURE_BYTES_MAX,
    timeoutMs: RECEIVE_TIMEOUT_MS,
  }
  return readMultipartFile(raw, options)
}

async function mapUploadErrors<T>(request: FastifyRequest, upload: () => Promise<T>): Promise<T> {
  try {
    return await upload()
  } catch (error) {
    if (error instanceof InvalidFormError) {
      throw error.reason === 'malformed' ? unsupportedFormat() : fileTooLarge()
    }
    if (error instanceof DecodeError) {
      throw error.reason === 'unreadable' ? unsupportedFormat() : tooManyPixels()
    }
    if (error instanceof StorageUnavailableError)
      request.log.warn(
        error,
        'picture upload failed: storage is unavailable; the member gets a 503',
      )
    if (error instanceof StorageUnavailableError || error instanceof OverloadedError) {
      throw new Refusal('unavailable', 'Failed to upload profile picture', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    throw error
  }
}

function unsupportedFormat(): Refusal {
  return new Refusal('invalid-input', 'Please choose a JPEG, PNG or WebP picture')
}

function fileTooLarge(): Refusal {
  return new Refusal('invalid-input', 'The picture cannot be larger than 5 MB')
}

function tooManyPixels(): Refusal {
  return new Refusal('invalid-input', 'The picture has too many pixels')
}
