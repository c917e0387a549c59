import type { ExportKind } from '@dolph/contract/exports/exported-data'
import { sql, type RawBuilder } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/iso-time.ts'

/** The most rows that are read at once. */
export const EXPORT_BATCH_SIZE = 1_000

/** A part of a member's copy of their data: the rows of one kind, in the order of a cursor. A feature has those of its tables. */
export interface ExportSection {
  kind: ExportKind
  /** The columns that name the member and whose rows the section has, as `table.column`. */
  columns: readonly string[]
  count: (db: Queryable, memberId: string) => Promise<number>
  /** The rows after `after`, or the first ones. */
  readBatch: (db: Queryable, memberId: string, after: string | null) => Promise<ExportBatch>
}

export interface ExportBatch {
  rows: ExportRow[]
  /** Where the next batch begins; null after the last one. */
  next: string | null
}

export interface ExportRow {
  /** In the form of `EXPORTED` of the contract. */
  item: unknown
  /** The names in storage of the files that belong to it, which they have in the copy too. */
  files: readonly string[]
}

/** The rows of a subquery with the columns `key`, a uuid that orders them, `item`, and `files` where there are any. */
export function defineExportSection(
  kind: ExportKind,
  columns: readonly string[],
  selectRows: (memberId: string) => RawBuilder<unknown>,
): ExportSection {
  return buildSection(kind, columns, {
    count: (memberId) => sql`select count(*)::int as count from (${selectRows(memberId)}) as rows`,
    select: (memberId, after, limit) => sql`
      select rows.*, key::text as cursor from (${selectRows(memberId)}) as rows
      where key > ${after ?? MIN_ID}::uuid order by rows.key limit ${limit}`,
  })
}

interface NestedRows {
  /** A subquery with the column `parent_id` and what `selectRows` needs, named `parents`. */
  selectParents: (memberId: string) => RawBuilder<unknown>
  /** A query of the rows of one of `parents` with the columns `first` and `second`, uuids that order them, `item`, and `files` where there are any. */
  selectRows: (memberId: string) => RawBuilder<unknown>
}

/**
 * Rows below parents, parent after parent. Each parent gives at most one batch, in the order of an index, so that a long list below one
 * parent is not sorted again for every batch.
 */
export function defineNestedExportSection(
  kind: ExportKind,
  columns: readonly string[],
  { selectParents, selectRows }: NestedRows,
): ExportSection {
  return buildSection(kind, columns, {
    count: (memberId) => sql`
      select count(*)::int as count from (${selectParents(memberId)}) as parents
      cross join lateral (${selectRows(memberId)}) as rows`,
    select: (memberId, after, limit) => {
      const [parentId = MIN_ID, first = MIN_ID, second = MIN_ID] = after?.split('/') ?? []
      // The first row below each parent, but the one where the last batch ended.
      const bound = (id: string) =>
        sql`case when parents.parent_id = ${parentId}::uuid then ${id}::uuid else ${sql.lit(MIN_ID)} end`
      return sql`
        select rows.*, concat_ws('/', parent_id, first, second) as cursor
        from (${selectParents(memberId)}) as parents cross join lateral (
          select * from (${selectRows(memberId)}) as below
          where first >= ${bound(first)} and (first, second) > (${bound(first)}, ${bound(second)})
          order by first, second limit ${limit}) as rows
        where parents.parent_id >= ${parentId}::uuid
        order by parent_id, first, second limit ${limit}`
    },
  })
}

/** When a limit of a member ends, as the contract's `LimitEnd`: PostgreSQL's `infinity` is no time in JSON. */
export function limitEnd(time: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`case when isfinite(${time}) then ${isoTime(time)} when ${time} is not null then 'unlimited' end`
}

interface SectionQueries {
  count: (memberId: string) => RawBuilder<{ count: number }>
  select: (
    memberId: string,
    after: string | null,
    limit: RawBuilder<number>,
  ) => RawBuilder<{ cursor: string; item: unknown; files?: string[] | null }>
}

function buildSection(
  kind: ExportKind,
  columns: readonly string[],
  { count, select }: SectionQueries,
): ExportSection {
  return {
    kind,
    columns,
    count: async (db, memberId) => (await count(memberId).execute(db)).rows[0]?.count ?? 0,
    readBatch: async (db, memberId, after) => {
      const { rows } = await select(memberId, after, sql.lit(EXPORT_BATCH_SIZE)).execute(db)
      return {
        rows: rows.map(({ item, files }) => ({ item, files: files ?? [] })),
        next: rows.length < EXPORT_BATCH_SIZE ? null : (rows.at(-1)?.cursor ?? null),
      }
    },
  }
}
