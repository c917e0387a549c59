import * as contract from '@dolph/contract/messaging/message-pictures'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { getAddressKey } from '../../../platform/http/limits/rate-limits.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import {
  acceptMultipartForms,
  receivePicture,
} from '../../../platform/http/uploads/receive-picture.ts'
import { createPictureFiles, PICTURE_HEADERS } from '../../pictures/picture-files.ts'
import { PICTURE_FOLDERS } from '../../pictures/picture-folders.ts'
import { storeUpload } from '../../pictures/store-upload.ts'
import { findVisiblePicture } from './find-visible-picture.ts'
import { listMessagePictureFileNames, messagePictureRecords } from './message-pictures.ts'

const CACHE_MAX_BYTES = 16 * 1024 * 1024

/** Browsers keep a picture, but ask each time whether they may still show it. */
const HEADERS = { ...PICTURE_HEADERS, 'cache-control': 'private, no-cache' }

export const messagePictureRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, files } = deps
  const { throttles } = app
  const pictureFiles = createPictureFiles(files, CACHE_MAX_BYTES)
  acceptMultipartForms(app)

  app.route({
    ...contract.uploadMessagePicture,
    handler: async (request, reply) => {
      const { id: memberId } = requireMember(request)
      await throttles.consume('message-picture-member', memberId)
      await throttles.consume('message-picture-address', getAddressKey(request.ip))
      const { key, size } = await storeUpload(deps, {
        ...{ memberId, kind: 'text', records: messagePictureRecords },
        receive: () => receivePicture(request, contract.MESSAGE_PICTURE_FIELD),
        log: request.log,
        unavailableMessage: 'Failed to upload the picture',
      })
      reply.code(201)
      return buildSuccessBody({ url: contract.buildMessagePictureUrl(key, size), ...size })
    },
  })

  app.get<{ Params: { key: string; file: string } }>(
    '/api/messages/pictures/:key/:file',
    { config: { access: 'member', limit: 'asset' }, schema: { hide: true } },
    async (request, reply) => {
      const { key, file } = request.params
      const { id: memberId } = requireMember(request)
      // Any other text is no picture, and costs no query.
      if (!contract.parseMessagePictureUrl(request.url)) throw pictureNotFound()
      const size = await findVisiblePicture(db, { memberId, key })
      const name = `${PICTURE_FOLDERS.ofMessages}${key}/${file}`
      if (!size || !listMessagePictureFileNames(key, size).includes(name)) throw pictureNotFound()
      const etag = `"${key}-${file}"`
      if (request.headers['if-none-match']?.includes(etag))
        return reply.code(304).headers(HEADERS).header('etag', etag).send()
      const bytes = await pictureFiles.read(name)
      if (!bytes) throw pictureNotFound()
      return reply.headers(HEADERS).header('etag', etag).send(bytes)
    },
  )
}

function pictureNotFound(): Refusal {
  return new Refusal('not-found', 'Picture not found')
}
