import { parsePictureKey } from '@dolph/contract/pictures/pictures'
import type { OwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import { setProfilePicture } from '../pictures/pictures.ts'
import { requestEmailChange } from '../accounts/email-change/email-change.ts'
import { lockAccount } from '../accounts/queries.ts'
import { indexMember } from '../people/people-index.ts'
import { selectOwnProfile } from './queries.ts'

type ProfileEdit = z.output<typeof updateProfile.schema.body>

/** Saves all given fields, or none if one is refused. Absent fields keep their value, also what another tab saves now. */
export async function saveProfile(
  deps: Deps,
  request: FastifyRequest,
  edit: ProfileEdit,
): Promise<OwnProfile> {
  const { id: memberId } = requireMember(request)
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, memberId))) throw accountDeleted()
    await saveNames(tx, memberId, edit)
    if (edit.profilePicture !== undefined) await savePicture(tx, memberId, edit.profilePicture)
    await saveProfileFields(tx, memberId, edit)
    await indexMember(tx, memberId)
    if (edit.email !== undefined) await requestEmailChange(tx, deps, request, edit.email)
  })
  return readOwnProfile(deps, memberId)
}

export async function readOwnProfile({ db }: Deps, memberId: string): Promise<OwnProfile> {
  const profile = await selectOwnProfile(db, memberId)
  if (!profile) throw accountDeleted()
  return profile
}

async function saveNames(tx: Queryable, memberId: string, edit: ProfileEdit): Promise<void> {
  const names = { first_name: edit.firstName, last_name: edit.lastName }
  if (isEmptyUpdate(names)) return
  await tx.updateTable('members').set(names).where('id', '=', memberId).execute()
}

async function savePicture(tx: Queryable, memberId: string, url: string): Promise<void> {
  const isSet = await setProfilePicture(tx, memberId, parsePictureKey(url))
  if (isSet) return
  const message = 'Please upload the picture again'
  throw new Refusal('invalid-input', message, { fields: { profilePicture: message } })
}

async function saveProfileFields(
  tx: Queryable,
  memberId: string,
  edit: ProfileEdit,
): Promise<void> {
  const { bio, skills, github, linkedin, website, location, socialLinks } = edit
  const links = socialLinks && JSON.stringify(socialLinks)
  const columns = { bio, skills, github, linkedin, website, location, social_links: links }
  if (isEmptyUpdate(columns)) return
  await tx
    .insertInto('profiles')
    .values({ member_id: memberId, ...columns })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
    .execute()
}

/** Kysely leaves out undefined columns, but an update needs at least one. */
function isEmptyUpdate(columns: object): boolean {
  return Object.values(columns).every((value) => value === undefined)
}

/** The session was valid when the call arrived, and the account has been deleted since. */
function accountDeleted(): Refusal {
  return new Refusal('not-signed-in', 'Please log in')
}
