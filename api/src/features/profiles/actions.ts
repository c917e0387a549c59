import { pictureKey } from '@dolph/contract/pictures'
import type { OwnProfile, updateProfile } from '@dolph/contract/profiles'
import type { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { wearPicture } from '../../files/pictures.ts'
import { askForEmail } from '../accounts/email-change.ts'
import { holdAccount } from '../accounts/queries.ts'
import { selectOwnProfile } from './queries.ts'

type Edit = z.output<typeof updateProfile.schema.body>

/** Saves all that is given, or nothing if some of it is refused. What is absent stays, whoever else is saving it. */
export async function saveProfile(deps: Deps, memberId: string, edit: Edit): Promise<OwnProfile> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await holdAccount(tx, memberId))) throw gone()
    await saveNames(tx, memberId, edit)
    if (edit.profilePicture !== undefined) await savePicture(tx, memberId, edit.profilePicture)
    await saveSayings(tx, memberId, edit)
    if (edit.email !== undefined) await askForEmail(tx, deps, memberId, edit.email)
  })
  return ownProfile(deps, memberId)
}

export async function ownProfile({ db }: Deps, memberId: string): Promise<OwnProfile> {
  const profile = await selectOwnProfile(db, memberId)
  if (!profile) throw gone()
  return profile
}

async function saveNames(tx: Queryable, memberId: string, edit: Edit): Promise<void> {
  const names = { first_name: edit.firstName, last_name: edit.lastName }
  if (saysNothing(names)) return
  await tx.updateTable('members').set(names).where('id', '=', memberId).execute()
}

async function savePicture(tx: Queryable, memberId: string, address: string): Promise<void> {
  const isWorn = await wearPicture(tx, memberId, pictureKey(address))
  if (isWorn) return
  const message = 'Please upload the picture again'
  throw new Refusal('invalid-input', message, { fields: { profilePicture: message } })
}

async function saveSayings(tx: Queryable, memberId: string, edit: Edit): Promise<void> {
  const { bio, skills, github, linkedin, website, location, socialLinks } = edit
  const links = socialLinks && JSON.stringify(socialLinks)
  const said = { bio, skills, github, linkedin, website, location, social_links: links }
  if (saysNothing(said)) return
  await tx
    .insertInto('profiles')
    .values({ member_id: memberId, ...said })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(said))
    .execute()
}

/** Kysely leaves out what is undefined, but there must be something left. */
function saysNothing(columns: object): boolean {
  return Object.values(columns).every((value) => value === undefined)
}

/** The session was good when the call came in, and the account has been deleted since. */
function gone(): Refusal {
  return new Refusal('not-signed-in', 'Please log in')
}
