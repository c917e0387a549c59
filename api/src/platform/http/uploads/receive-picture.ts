import { PICTURE_BYTES_MAX, PICTURE_FORMAT_UNSUPPORTED } from '@dolph/contract/pictures/pictures'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { InvalidFormError, readMultipartFile } from './read-multipart-file.ts'

/** A little longer than a request may take to arrive; it frees the slot of an upload that never finishes. */
const RECEIVE_TIMEOUT_MS = 20_000

/** Reads the file of this form field, the only one of the form; refuses every other form. */
export async function receivePicture({ raw }: FastifyRequest, field: string): Promise<Buffer> {
  try {
    const options = { field, maxBytes: PICTURE_BYTES_MAX, timeoutMs: RECEIVE_TIMEOUT_MS }
    return await readMultipartFile(raw, options)
  } catch (error) {
    if (!(error instanceof InvalidFormError)) throw error
    const message =
      error.reason === 'malformed'
        ? PICTURE_FORMAT_UNSUPPORTED
        : 'The picture cannot be larger than 5 MB'
    throw new Refusal('invalid-input', message)
  }
}

/** The routes of this plugin accept multipart forms only, and leave the body unread until `receivePicture`. */
export function acceptMultipartForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _form, done) => done(null))
}
