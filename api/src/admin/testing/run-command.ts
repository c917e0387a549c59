import type { Deps } from '../../deps.ts'
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

function pickDeps({ config, db, redis, bus, mailer, files }: Deps): Deps {
  return { config, db, redis, bus, mailer, files }
}
