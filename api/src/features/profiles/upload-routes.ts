import * as contract from '@dolph/contract/pictures'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { storeUpload } from '../../files/store-upload.ts'
import { requireMember } from '../../http/access.ts'
import { getAddressKey } from '../../http/limits/rate-limits.ts'
import { acceptMultipartForms, receivePicture } from '../../http/uploads/receive-picture.ts'
import { buildSuccessBody } from '../../http/replies/success-body.ts'

export const uploadRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app
  acceptMultipartForms(app)

  app.route({
    ...contract.uploadPicture,
    handler: async (request, reply) => {
      const { id: memberId } = requireMember(request)
      await throttles.consume('upload-member', memberId)
      await throttles.consume('upload-address', getAddressKey(request.ip))
      const { key } = await storeUpload(deps, {
        memberId,
        kind: 'profile',
        receive: () => receivePicture(request, contract.PICTURE_FIELD),
        log: request.log,
        unavailableMessage: 'Failed to upload profile picture',
      })
      reply.code(201)
      return buildSuccessBody({ url: contract.buildPictureUrl(key) })
    },
  })
}
