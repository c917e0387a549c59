import * as contract from '@dolph/contract/accounts/passkeys'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { getAddressKey } from '../../../platform/http/limits/rate-limits.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { publishSignIn, setSessionCookies } from '../sign-in/sessions.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { selectPasskeys, updatePasskeyName } from './passkeys.ts'
import { removePasskey } from './remove-passkey.ts'
import { logInWithPasskey, startPasskeyLogin, startPasskeyProof } from './use-passkey.ts'

export const passkeyRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app

  app.route({
    ...contract.listPasskeys,
    handler: async (request) =>
      buildSuccessBody({ data: await selectPasskeys(deps.db, requireMember(request).id) }),
  })

  app.route({
    ...contract.startPasskey,
    handler: async (request) => {
      const { id } = requireMember(request)
      await throttles.consume('passkey-change-member', id)
      return buildSuccessBody({ data: await startPasskey(deps, id) })
    },
  })

  app.route({
    ...contract.addPasskey,
    handler: async (request, reply) => {
      const data = await addPasskey(deps, request, request.body.credential)
      reply.code(201)
      return buildSuccessBody({ data })
    },
  })

  app.route({
    ...contract.renamePasskey,
    handler: async (request) => {
      const rename = { memberId: requireMember(request).id, id: request.params.id }
      const data = await updatePasskeyName(deps.db, { ...rename, name: request.body.name })
      if (!data) throw new Refusal('not-found', 'This passkey does not exist')
      return buildSuccessBody({ data })
    },
  })

  app.route({
    ...contract.removePasskey,
    handler: async (request) => {
      await throttles.consume('passkey-change-member', requireMember(request).id)
      await removePasskey(deps, request, request.params.id)
      return buildSuccessBody({ message: 'Passkey removed' })
    },
  })

  app.route({
    ...contract.startPasskeyLogin,
    handler: async (request) => {
      await throttles.consume('passkey-start-address', getAddressKey(request.ip))
      return buildSuccessBody({ data: await startPasskeyLogin(deps) })
    },
  })

  app.route({
    ...contract.logInWithPasskey,
    handler: async (request, reply) => {
      await throttles.consume('login-address', getAddressKey(request.ip))
      await throttles.consume('login-address-hour', getAddressKey(request.ip))
      const tokens = await logInWithPasskey(deps, request, request.body.credential)
      publishSignIn(deps.bus, request, tokens)
      setSessionCookies(app, reply, tokens)
      return buildSuccessBody({ message: 'Successfully logged in!' })
    },
  })

  app.route({
    ...contract.startPasskeyProof,
    handler: async (request) => {
      const { id } = requireMember(request)
      await throttles.consume('passkey-change-member', id)
      return buildSuccessBody({ data: await startPasskeyProof(deps, id) })
    },
  })
}
