import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepare, raw } from '../../db/prepared.ts'
import { messagesBefore, party, written, type Place, type Written } from './queries.ts'

/** How much of a long conversation one search looks at, and how much it finds at most. */
const LOOKED_AT = 5000
const FOUND_MAX = 50

interface Search extends Place {
  text: string
}

interface Looked {
  /** What contains the text, newest first; one more than a reply has. */
  found: Written[]
  count: number
  oldest: string | null
}

/** Looks for a text, in any case, in what was said before a message. */
export async function selectContaining(db: Database, search: Search) {
  const [row] = await containingStatement.run(db, search)
  const { found, count, oldest } = row ?? { found: [], count: 0, oldest: null }
  const page = found.slice(0, FOUND_MAX)
  const stoppedAt = found.length > page.length ? page.at(-1)?._id : oldest
  const isAll = found.length === page.length && count < LOOKED_AT
  return { found: page, next: isAll ? null : (stoppedAt ?? null) }
}

export const containingStatement = prepare<Search, Looked>((slot) => {
  const [me, peer] = [party(slot('memberId')), party(slot('peerId'))]
  return raw(sql`
    with looked as materialized (${messagesBefore(slot, LOOKED_AT)})
    select
      (select count(*)::integer from looked) as count,
      (select id from looked order by id limit 1) as oldest,
      coalesce((
        select json_agg(json_build_object('_id', message.id,
          'json', ${written(slot('memberId'), me, peer)}::text) order by message.id desc)
        from (
          select * from looked where position(lower(${slot('text')}) in lower(content)) > 0
          order by id desc limit ${sql.lit(FOUND_MAX + 1)}) as message), '[]') as found`)
})
