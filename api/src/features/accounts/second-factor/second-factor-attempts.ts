import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { selectDeviceWithSecondFactor } from '../sign-in/known-devices.ts'

export type SecondFactorAttempts = ReturnType<typeof createSecondFactorAttempts>

/**
 * Limits how often the second factor of a member can be tried, however many sign-ins are begun. A browser that has given it before has a
 * budget of its own, so that a person who knows the password cannot lock the owner out.
 */
export function createSecondFactorAttempts(
  { attemptBackoff: backoff }: Pick<FastifyInstance, 'attemptBackoff'>,
  { db }: Pick<Deps, 'db'>,
) {
  return {
    /** Counts an attempt before the code is compared; `reset` is called when it was right. */
    async count(request: FastifyRequest, memberId: string) {
      const signedInAt = await selectDeviceWithSecondFactor(db, request, memberId)
      const key = signedInAt
        ? `second factor of device ${signedInAt} ${memberId}`
        : `second factor ${memberId}`
      await backoff.count(key)
      return { reset: async () => backoff.reset(key) }
    },
  }
}
