import { describeSignedInMember } from '@dolph/contract/errors'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '../errors.ts'
import { isSafeMethod } from './csrf.ts'

/**
 * Refuses a changing request that names another member in `x-member-id` than the one who is signed in: the browser has
 * changed the account in another tab, and what was typed as the first member must not be stored as the second one's.
 */
export const memberIdCheck = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ headers, is404, member, method }, _reply, done) => {
    if (isSafeMethod(method)) return done()
    const memberId = headers['x-member-id']
    const isAccepted = memberId === undefined || !member || memberId === member.id
    if (is404 || isAccepted) return done()
    const { username } = member
    done(new Refusal('conflict', describeSignedInMember(username), { signedInAs: username }))
  })
})
