import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import {
  AdminRefusal,
  formatTable,
  reportNothingToDo,
  type AdminGroup,
  type AdminInput,
} from '../admin-command.ts'

interface BackfillState {
  name: string
  state: 'running' | 'paused' | 'done'
  /** The last row that is filled, in the form of the backfill. */
  cursor: string | null
  startedAt: string
  pausedAt: string | null
  doneAt: string | null
}

/** A worker inserts the row of a backfill within ten seconds of its start. */
async function selectBackfills(db: Queryable): Promise<BackfillState[]> {
  const { rows } = await sql<BackfillState>`
    select name, case when done_at is not null then 'done' when paused_at is not null then 'paused' else 'running' end as state,
      cursor, started_at as "startedAt", paused_at as "pausedAt", done_at as "doneAt"
    from backfills order by name
  `.execute(db)
  return rows
}

async function findBackfill(db: Queryable, { args }: AdminInput): Promise<BackfillState> {
  const backfills = await selectBackfills(db)
  const backfill = backfills.find(({ name }) => name === args['backfill'])
  if (backfill) return backfill
  throw new AdminRefusal(`There is no backfill ${args['backfill']}`)
}

export const backfillGroup: AdminGroup = {
  summary: 'what fills existing rows after an upgrade',
  commands: {
    list: {
      summary: 'Lists all backfills and how far they are.',
      run: async ({ db }) => {
        const backfills = await selectBackfills(db)
        return { lines: formatTable(backfills), data: backfills }
      },
    },
    show: {
      summary: 'Shows one backfill.',
      args: ['backfill'],
      run: async ({ db }, input) => {
        const backfill = await findBackfill(db, input)
        const rows = Object.entries(backfill).map(([name, value]) => ({ name, value }))
        return { lines: formatTable(rows).slice(1), data: backfill }
      },
    },
    pause: {
      summary: 'Lets no further batch run. A batch that runs is finished.',
      args: ['backfill'],
      run: async ({ db }, input) => {
        const { name, state } = await findBackfill(db, input)
        if (state === 'done' || state === 'paused') return reportNothingToDo(`${name} is ${state}`)
        return {
          description: `pause the backfill ${name}`,
          action: 'operator.backfill.pause',
          details: { backfill: name },
          apply: async (tx) => {
            await tx
              .updateTable('backfills')
              .set({ paused_at: sql`now()` })
              .where('name', '=', name)
              .execute()
          },
        }
      },
    },
    resume: {
      summary: 'Lets a paused backfill go on where it stopped.',
      args: ['backfill'],
      run: async ({ db }, input) => {
        const { name, state } = await findBackfill(db, input)
        if (state !== 'paused') return reportNothingToDo(`${name} is ${state}`)
        return {
          description: `let the backfill ${name} go on`,
          action: 'operator.backfill.resume',
          details: { backfill: name },
          apply: async (tx) => {
            await tx
              .updateTable('backfills')
              .set({ paused_at: null })
              .where('name', '=', name)
              .execute()
          },
        }
      },
    },
  },
}
