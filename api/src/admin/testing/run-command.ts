import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Deps } from '../../platform/deps.ts'
import { runAdmin } from '../run-admin.ts'

export interface CommandResult {
  code: number
  status: 'done' | 'planned' | 'refused' | 'faults'
  lines: string[]
  data: unknown
}

/** Runs a command as `dolph admin … --json` does, with the clients of a test. */
export async function runCommand(deps: Deps, ...argv: string[]): Promise<CommandResult> {
  let output = ''
  const openDeps = async () => ({ ...pickDeps(deps), [Symbol.asyncDispose]: async () => {} })
  const code = await runAdmin([...argv, '--json', '--operator', 'grace'], openDeps, {
    write: (text) => (output += text),
    writeError: () => {},
  })
  return { ...(JSON.parse(output) as Omit<CommandResult, 'code'>), code }
}

/** Describes the change, does it, and finds nothing to do the second time; exactly the one run is in the audit log. */
export async function runCommandTwice(deps: Deps, ...argv: string[]): Promise<CommandResult> {
  const before = await countAuditEntries(deps)
  expect(await runCommand(deps, ...argv)).toMatchObject({ code: 0, status: 'planned' })
  expect(await countAuditEntries(deps)).toBe(before)
  const done = await runCommand(deps, ...argv, '--yes')
  expect(done).toMatchObject({ code: 0, status: 'done' })
  expect(await countAuditEntries(deps)).toBe(before + 1)
  const again = await runCommand(deps, ...argv, '--yes')
  expect(again).toMatchObject({ code: 0, status: 'done', data: null })
  expect(await countAuditEntries(deps)).toBe(before + 1)
  return done
}

async function countAuditEntries({ db }: Deps): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log where details->>'operator' = 'grace'`.execute(db)
  return rows[0]?.count ?? 0
}

function pickDeps({ config, db, redis, bus, mailer, files, flags }: Deps): Deps {
  return { config, db, redis, bus, mailer, files, flags }
}
