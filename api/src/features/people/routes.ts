import * as availability from '@dolph/contract/people/availability'
import { browsePeople } from '@dolph/contract/people/browse-people'
import { searchPeople } from '@dolph/contract/people/people'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { refuseIfOff, SEARCH_OFF } from '../../platform/flags/flags.ts'
import { requireMember } from '../../platform/http/access.ts'
import { sendRawJson } from '../../platform/http/replies/raw-json-reply.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { endAvailability, setAvailability } from './availability.ts'
import { readPeoplePage } from './browse-people.ts'
import { selectAvailability } from './candidates.ts'
import { findPeople } from './search-people.ts'

export const peopleRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db } = deps
  const { throttles } = app

  app.route({
    ...searchPeople,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      refuseIfOff(deps, 'search', SEARCH_OFF, id)
      return sendRawJson(reply, await findPeople(request.reader, id, request.query.username))
    },
  })

  app.route({
    ...browsePeople,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      if (request.query.q) refuseIfOff(deps, 'search', SEARCH_OFF, id)
      return sendRawJson(reply, await readPeoplePage(request.reader, id, request.query))
    },
  })

  app.route({
    ...availability.readAvailability,
    handler: async (request) =>
      buildSuccessBody({ data: await selectAvailability(db, requireMember(request).id) }),
  })

  app.route({
    ...availability.setAvailability,
    handler: async (request) => {
      const { id } = requireMember(request)
      await throttles.consume('profile-member', id)
      return buildSuccessBody({ data: await setAvailability(db, id, request.body) })
    },
  })

  app.route({
    ...availability.endAvailability,
    handler: async (request) => {
      await endAvailability(db, requireMember(request).id)
      return buildSuccessBody({ data: null })
    },
  })
}
