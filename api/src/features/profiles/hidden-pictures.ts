import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { hasRole } from '../../platform/http/staff-role.ts'

/** Who sees a picture of a hidden post: the author, who sees the post as well, and moderators, who decide about it. */
export function createHiddenPictureCheck(app: FastifyInstance, db: Database) {
  return async (request: FastifyRequest, uploaderId: string): Promise<boolean> => {
    await app.identifyMember(request)
    const { member } = request
    if (!member) return false
    return member.id === uploaderId || hasRole(db, member.id, 'moderator')
  }
}
