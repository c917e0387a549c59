import { answerStillOpen, readStillOpen } from '@dolph/contract/roles/still-open'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import { parseStillOpenToken } from '../../notifications/mails/still-open-token.ts'
import { readStillOpenLine } from '../../notifications/writing/read-still-open-line.ts'
import { confirmRoles } from '../confirm-roles.ts'
import { closeRoles, selectStillOpenRoles } from './still-open-roles.ts'

/** Stands for the token in links inside the app. */
const SIGNED_IN_MEMBER = 'me'

export const stillOpenRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, config } = deps

  app.route({
    ...readStillOpen,
    handler: async (request) => {
      const { data } = await readRoles(request, request.params.token)
      return buildSuccessBody({ data })
    },
  })

  app.route({
    ...answerStillOpen,
    handler: async (request) => {
      const { memberId } = await readRoles(request, request.params.token)
      const { open, closed } = request.body
      const reply = {
        closed: await closeRoles(db, { memberId, ids: closed }),
        confirmed: await confirmRoles(db, { memberId, ids: open }),
      }
      await readStillOpenLine(deps, memberId)
      return buildSuccessBody(reply)
    },
  })

  async function readRoles({ member }: Pick<FastifyRequest, 'member'>, token: string) {
    const memberId =
      token === SIGNED_IN_MEMBER ? member?.id : parseStillOpenToken(listSecrets(config), token)
    const data = memberId === undefined ? undefined : await selectStillOpenRoles(db, memberId)
    if (memberId === undefined || !data) throw new Refusal('not-found', 'This link is not valid')
    return { memberId, data }
  }
}
