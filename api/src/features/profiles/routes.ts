import { UserName } from '@dolph/contract/accounts/accounts'
import { Id } from '@dolph/contract/primitives'
import * as contract from '@dolph/contract/profiles/profiles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import type { Reader } from '../../platform/db/reader.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember, requireProof } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { sendRawJsonWithEtag } from '../../platform/http/replies/raw-json-reply.ts'
import { readOwnProfile, saveProfile } from './actions.ts'
import { selectProfileByUsername, selectProfileById, selectSkillSuggestions } from './queries.ts'

export const profileRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app

  /** Accepts an id or a username, which never look alike because ids are longer than usernames can be. */
  async function findProfile(
    reader: Reader,
    callerId: string,
    idOrName: string,
  ): Promise<string | undefined> {
    const [id, name] = [Id.safeParse(idOrName), UserName.safeParse(idOrName)]
    if (id.success) return selectProfileById(reader, callerId, id.data)
    return name.success
      ? selectProfileByUsername(reader, callerId, name.data.toLowerCase())
      : undefined
  }

  app.route({
    ...contract.readOwnProfile,
    handler: async (request) => {
      return buildSuccessBody({ data: await readOwnProfile(deps, requireMember(request).id) })
    },
  })

  app.route({
    ...contract.updateProfile,
    handler: async (request) => {
      const { id } = requireMember(request)
      const { email } = request.body
      await throttles.consume('profile-member', id)
      if (email !== undefined && email !== (await readOwnProfile(deps, id)).email) {
        // Checked before the attempt is counted: the same call is repeated after the proof.
        requireProof(request)
        await throttles.consume('email-change-member', id)
        await throttles.consume('email-change-address', email)
      }
      const data = await saveProfile(deps, request, request.body)
      return buildSuccessBody({ message: 'Profile updated successfully', data })
    },
  })

  app.route({
    ...contract.readProfile,
    handler: async (request, reply) => {
      const { params, reader } = request
      const profile = await findProfile(reader, requireMember(request).id, params.username)
      if (!profile) throw new Refusal('not-found', 'User not found')
      return sendRawJsonWithEtag(request, reply, profile)
    },
  })

  app.route({
    ...contract.suggestSkills,
    handler: async (request) => {
      return buildSuccessBody({
        data: await selectSkillSuggestions(request.reader, request.query.q),
      })
    },
  })
}
