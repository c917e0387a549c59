import type { MemberRelation } from '@dolph/contract/safety/safety'
import { isForeignKeyViolation } from '../../platform/db/deleted-member-error.ts'
import type { LockPair } from '../../platform/define-feature.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { publishRelationChanged } from './events.ts'
import {
  deleteRelation,
  insertBlock,
  insertMute,
  selectRelation,
  type MemberAndOther,
} from './relations.ts'

type SafetyDeps = Pick<Deps, 'db' | 'bus' | 'position'>

export async function blockMember(
  deps: SafetyDeps & { pairLocks: readonly LockPair[] },
  pair: MemberAndOther,
): Promise<MemberRelation> {
  await readRelation(deps, pair)
  const isChanged = await mapDeletedMember(async () =>
    deps.db.transaction().execute((tx) => insertBlock(tx, pair, deps.pairLocks)),
  )
  if (isChanged) publishRelationChanged(deps, pair)
  return readRelation(deps, pair)
}

export async function unblockMember(
  deps: SafetyDeps,
  pair: MemberAndOther,
): Promise<MemberRelation> {
  const isChanged = await deps.db.transaction().execute((tx) => deleteRelation(tx, 'blocks', pair))
  if (isChanged) publishRelationChanged(deps, pair)
  return readRelation(deps, pair)
}

/** Published to the member's own browsers only: the other member must not learn of it. */
export async function muteMember(deps: SafetyDeps, pair: MemberAndOther): Promise<MemberRelation> {
  await readRelation(deps, pair)
  const isChanged = await mapDeletedMember(async () =>
    deps.db.transaction().execute((tx) => insertMute(tx, pair)),
  )
  if (isChanged) publishRelationChanged(deps, pair, { isSecret: true })
  return readRelation(deps, pair)
}

export async function unmuteMember(
  deps: SafetyDeps,
  pair: MemberAndOther,
): Promise<MemberRelation> {
  const isChanged = await deps.db.transaction().execute((tx) => deleteRelation(tx, 'mutes', pair))
  if (isChanged) publishRelationChanged(deps, pair, { isSecret: true })
  return readRelation(deps, pair)
}

export async function readRelation(
  { db }: Pick<SafetyDeps, 'db'>,
  pair: MemberAndOther,
): Promise<MemberRelation> {
  const relation = await selectRelation(db, pair)
  if (!relation) throw memberNotFound()
  return relation
}

/** The other member was removed during the call. */
async function mapDeletedMember<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error: unknown) => {
    const isOther = isForeignKeyViolation(error) && error.constraint?.endsWith('_other_id_fkey')
    throw isOther ? memberNotFound() : error
  })
}

function memberNotFound(): Refusal {
  return new Refusal('not-found', 'User not found')
}
