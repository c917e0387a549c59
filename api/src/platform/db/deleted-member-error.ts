import pg from 'pg'

const FOREIGN_KEY_VIOLATION = '23503'
/** The foreign keys to members, as PostgreSQL names them: `posts_author_id_fkey`, `sessions_member_id_fkey`. */
const MEMBER_CONSTRAINT = /_(?:member|author)_id_fkey$/

export function isForeignKeyViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION
}

/** Whether a row could not be added because its member has been deleted, for example since the session was checked. */
export function isDeletedMemberError(error: unknown): boolean {
  return isForeignKeyViolation(error) && MEMBER_CONSTRAINT.test(error.constraint ?? '')
}
