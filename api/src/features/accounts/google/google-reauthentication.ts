import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { GoogleClaims } from './google-client.ts'
import { selectOwnAccount } from '../queries.ts'

const REAUTHENTICATION_SECONDS = 300

/** Throws unless Google has just authenticated the person whose account this is. */
export async function assertReauthenticated(db: Database, memberId: string, claims: GoogleClaims) {
  const { googleSub } = await selectOwnAccount(db, memberId)
  if (googleSub !== claims.sub) throw new Error('Google authenticated another person')
  const authenticatedAt = claims.auth_time ?? claims.iat
  if (authenticatedAt < Date.now() / 1000 - REAUTHENTICATION_SECONDS)
    throw new Error('Google did not authenticate the member again')
}

/** Lets this session delete the account once within five minutes. */
export async function grantAccountDeletion(db: Database, sessionId: string) {
  await db
    .updateTable('sessions')
    .set({
      deletion_granted_until: sql`now() + make_interval(secs => ${REAUTHENTICATION_SECONDS})`,
    })
    .where('id', '=', sessionId)
    .execute()
}
