import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { selectMemberOfDevice } from '../sign-in/known-devices.ts'

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>

/**
 * Limits how often the password of an account can be tried, wherever it is asked for. A browser that has signed in to the
 * account before has a budget of its own; all other browsers share one, so that no stranger can lock the owner out.
 */
export function createPasswordAttempts(
  { attemptBackoff: backoff }: Pick<FastifyInstance, 'attemptBackoff'>,
  { db }: Pick<Deps, 'db'>,
) {
  return {
    /** Counts an attempt before the password is compared; `reset` is called when it was right. */
    async count(request: FastifyRequest, email: string) {
      const device = await selectMemberOfDevice(db, request, email)
      const key = device ? `device ${device.signedInAt} ${device.memberId}` : `email ${email}`
      await backoff.count(key)
      return { reset: async () => backoff.reset(key) }
    },
  }
}
