import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { findPostgresUser } from '../chaos/services.ts'

const runCommand = promisify(execFile)
const INSTALLED_AT = '/opt/dolph'
export const BACKUP_FOLDER = 'deploy/backup'

/** The files of the backups as an operator installs them, below another folder, where the user postgres can read them. */
export async function installBackupFiles(folder: string, env: Record<string, string>) {
  await cp(join(REPOSITORY, BACKUP_FOLDER), join(folder, BACKUP_FOLDER), { recursive: true })
  await runCommand('chmod', ['-R', 'a+rX', join(folder, 'deploy')])
  const owner = await findPostgresUser()

  /** Runs a command line of a unit or of the crontab. */
  async function run(line: string, asPostgres: boolean): Promise<void> {
    const here = line.replaceAll(INSTALLED_AT, folder)
    await runCommand('sh', ['-c', here], { cwd: '/', env, ...(asPostgres && owner) })
  }

  return {
    run,
    /** Does what systemd does with a unit of the type `oneshot`: each line as its user, the next one only after a success. */
    async startUnit(file: string, instance = ''): Promise<void> {
      const text = await readFile(join(REPOSITORY, BACKUP_FOLDER, 'systemd', file), 'utf8')
      const isOfPostgres = /^User=postgres$/m.test(text)
      for (const { groups } of text.matchAll(/^ExecStart(?:Post)?=(?<asRoot>\+?)(?<line>.+)$/gm)) {
        const line = (groups?.['line'] ?? '').replaceAll('%i', instance)
        await run(line, isOfPostgres && groups?.['asRoot'] === '')
      }
    },
  }
}
