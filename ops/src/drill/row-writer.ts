import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const ROWS_PER_SECOND = 20

interface WrittenRow {
  id: number
  /** Milliseconds, by the clock of PostgreSQL. */
  at: number
}

/** Writes rows at a steady rate and records those that PostgreSQL acknowledged, until it is stopped or the server dies. */
export async function startRowWriter(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(
    'create table drill_rows (id bigserial primary key, at timestamptz not null default clock_timestamp())',
  )
  const acknowledged: WrittenRow[] = []
  let isStopped = false
  const writing = write()

  async function write(): Promise<void> {
    while (!isStopped) {
      try {
        const { rows } = await client.query<{ id: string; at: string }>(
          'insert into drill_rows default values returning id, extract(epoch from at) * 1000 as at',
        )
        for (const { id, at } of rows) acknowledged.push({ id: Number(id), at: Number(at) })
      } catch {
        return
      }
      await wait(1_000 / ROWS_PER_SECOND)
    }
  }

  return {
    acknowledged,
    async stop(): Promise<void> {
      isStopped = true
      await writing
      await client.end().catch(() => {})
    },
  }
}

export type RowWriter = Awaited<ReturnType<typeof startRowWriter>>

/** What a restored database has of the acknowledged rows. */
export async function compareRows(url: string, { acknowledged }: RowWriter) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; at: string }>(
    'select id, extract(epoch from at) * 1000 as at from drill_rows order by id',
  )
  await client.end()
  const restored = new Set(rows.map(({ id }) => Number(id)))
  return {
    lastAt: Number(rows.at(-1)?.at ?? 0),
    /** Acknowledged until this time, and not restored. */
    countMissing: (until: number) =>
      acknowledged.filter(({ id, at }) => at <= until && !restored.has(id)).length,
    /** Restored although they were written after this time. */
    countLater: (time: number) => rows.filter(({ at }) => Number(at) > time).length,
  }
}
