import * as contract from '@dolph/contract/posts/post-pictures'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { storeUpload } from '../../pictures/store-upload.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { getAddressKey } from '../../../platform/http/limits/rate-limits.ts'
import {
  acceptMultipartForms,
  receivePicture,
} from '../../../platform/http/uploads/receive-picture.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'

export const postPictureRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app
  acceptMultipartForms(app)

  app.route({
    ...contract.uploadPostPicture,
    handler: async (request, reply) => {
      const { id: memberId } = requireMember(request)
      await throttles.consume('post-picture-member', memberId)
      await throttles.consume('post-picture-address', getAddressKey(request.ip))
      const { key, size } = await storeUpload(deps, {
        memberId,
        kind: request.params.kind,
        receive: () => receivePicture(request, contract.POST_PICTURE_FIELD),
        log: request.log,
        unavailableMessage: 'Failed to upload the picture',
      })
      reply.code(201)
      return buildSuccessBody({ url: contract.buildPostPictureUrl(key, size), ...size })
    },
  })
}
