import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const runCommand = promisify(execFile)

/** Runs git in a repository and returns what it printed. */
export async function readGit(repository: string, ...args: string[]): Promise<string> {
  const { stdout } = await runCommand('git', args, { cwd: repository })
  return stdout.trim()
}
