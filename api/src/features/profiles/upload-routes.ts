import * as contract from '@dolph/contract/pictures/pictures'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { storeUpload } from '../pictures/store-upload.ts'
import { requireMember } from '../../platform/http/access.ts'
import { getAddressKey } from '../../platform/http/limits/rate-limits.ts'
import {
  acceptMultipartForms,
  receivePicture,
} from '../../platform/http/uploads/receive-picture.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'

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
