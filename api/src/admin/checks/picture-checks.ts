import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { listPictureFileNames, markPictureStored } from '../../features/pictures/pictures.ts'
import type { ConsistencyCheck, Fault } from './consistency-check.ts'

const BATCH_SIZE = 2_000

interface UsedPicture {
  key: string
  width: number | null
  height: number | null
  isStored: boolean
  isMarked: boolean
}

/** A picture that a profile or a post shows is stored, and marked as in use: others are deleted after a day. */
export const pictureChecks: readonly ConsistencyCheck[] = [
  definePictureCheck('pictures-stored', 'a picture that is shown has its files', (picture) =>
    picture.isStored
      ? undefined
      : { problem: 'the files were never stored', repair: (deps) => markIfStored(deps, picture) },
  ),
  definePictureCheck(
    'pictures-in-use',
    'a picture that is shown is marked as in use',
    ({ key, isMarked }) =>
      isMarked
        ? undefined
        : {
            problem: 'it is not marked as in use and would be deleted',
            repair: async ({ db }) => {
              await sql`update pictures set in_use = true where key = ${key}`.execute(db)
              return true
            },
          },
  ),
]

function definePictureCheck(
  name: string,
  summary: string,
  findFault: (picture: UsedPicture) => Omit<Fault, 'subject'> | undefined,
): ConsistencyCheck {
  return {
    name,
    summary,
    // Keys are no ids: some begin with a minus sign, which may sort before a digit.
    first: '',
    async findFaults({ db }, after) {
      const { rows } = await sql<UsedPicture>`
        select key, width, height, stored_at is not null as "isStored", in_use as "isMarked" from pictures
        where key > ${after} and (exists (select from members where picture = key)
          or exists (select from post_pictures where picture_key = key))
        order by key limit ${BATCH_SIZE}
      `.execute(db)
      const faults = rows.flatMap((picture) => {
        const fault = findFault(picture)
        return fault ? [{ ...fault, subject: picture.key }] : []
      })
      return { faults, next: rows.length === BATCH_SIZE ? (rows.at(-1)?.key ?? null) : null }
    },
  }
}

/** Files that are missing cannot be made again: the page shows initials instead, and the operator knows. */
async function markIfStored(
  { db, files }: Deps,
  { key, width, height }: UsedPicture,
): Promise<boolean> {
  const size = width === null || height === null ? null : { width, height }
  for (const name of listPictureFileNames(key, size))
    if ((await files.get(name)) === null) return false
  return markPictureStored(db, key)
}
