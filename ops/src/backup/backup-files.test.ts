import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { expect, onTestFinished, test } from 'vitest'
import { BACKUP_FOLDER, installBackupFiles } from './backup-unit.ts'

const METRICS = ['backup_last_success_seconds', 'files_copy_last_success_seconds']

/** The backup files, with programs in the place of pgBackRest and rclone that do nothing. */
async function installBackup() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [programs, metrics] = [join(folder, 'programs'), join(folder, 'metrics')]
  await Promise.all([mkdir(programs), mkdir(metrics)])
  for (const name of ['pgbackrest', 'rclone'])
    await writeFile(join(programs, name), '#!/bin/sh\n[ ! -e "$0.fails" ]\n', { mode: 0o755 })
  // The user postgres enters it. The folder of the node exporter is of root, as Debian ships it.
  await chmod(folder, 0o755)
  await chmod(metrics, 0o755)
  const installed = await installBackupFiles(folder, {
    PATH: `${programs}:${process.env['PATH']}`,
    METRICS_FOLDER: metrics,
    FROM: 'live:pictures',
    TO: 'backup:files',
  })
  return {
    ...installed,
    breakProgram: (name: string) => writeFile(join(programs, `${name}.fails`), ''),
    async listMetrics(): Promise<string[]> {
      const files = await readdir(metrics)
      const texts = await Promise.all(files.map((file) => readFile(join(metrics, file), 'utf8')))
      const names = texts.map((text) => text.trimEnd().split('\n').at(-1)?.split(' ', 1)[0] ?? '')
      return names.toSorted()
    },
  }
}

async function readCrontab(): Promise<string[]> {
  const text = await readFile(join(REPOSITORY, BACKUP_FOLDER, 'crontab'), 'utf8')
  const [, folder = ''] = /^BACKUP=(.+)$/m.exec(text) ?? []
  const lines = text.split('\n').flatMap((line) => /^\d.* root (.+)$/.exec(line)?.[1] ?? [])
  return lines.map((line) => line.replaceAll('$BACKUP', folder))
}

test.each(['full', 'diff'])(
  'the unit of a %s backup leaves its time for Prometheus',
  async (kind) => {
    const backup = await installBackup()
    await backup.startUnit('dolph-backup@.service', kind)
    expect(await backup.listMetrics()).toEqual([METRICS[0]])
  },
)

test('the unit that copies the pictures leaves its time for Prometheus', async () => {
  const backup = await installBackup()
  await backup.startUnit('dolph-copy-files.service')
  expect(await backup.listMetrics()).toEqual([METRICS[1]])
})

test('the crontab leaves both times', async () => {
  const backup = await installBackup()
  const lines = await readCrontab()
  expect(lines).toHaveLength(3)
  // They do nothing but call the scripts, so no service is needed.
  for (const line of lines) await backup.run(line.replace('runuser -u postgres -- ', ''), false)
  expect(await backup.listMetrics()).toEqual(METRICS)
})

test('what failed leaves no time', async () => {
  const backup = await installBackup()
  await backup.breakProgram('pgbackrest')
  await backup.breakProgram('rclone')
  await expect(backup.startUnit('dolph-backup@.service', 'full')).rejects.toThrow('failed')
  await expect(backup.startUnit('dolph-copy-files.service')).rejects.toThrow('failed')
  const [weekly = ''] = await readCrontab()
  await expect(backup.run(weekly, false)).rejects.toThrow('failed')
  expect(await backup.listMetrics()).toEqual([])
})
