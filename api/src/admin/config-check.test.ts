import { expect, test } from 'vitest'
import { startApp } from '../testing/start-app.ts'
import { runCommand } from './testing/run-command.ts'

test('config check connects to everything and names what fails', async () => {
  await using api = await startApp()
  const { code, data } = await runCommand(api, 'config', 'check')
  expect(data).toMatchObject({ postgresql: 'ok', schema: 'ok', redis: 'ok', storage: 'ok' })
  expect(data).toMatchObject({ backups: expect.stringContaining('not set') as string })
  const withBackups = { ...api, config: { ...api.config, BACKUP_FOLDER: '/dev/null/backup' } }
  expect((await runCommand(withBackups, 'config', 'check')).data).toMatchObject({
    backups: expect.stringContaining('failed') as string,
  })
  // This app has no mail server.
  expect([code, data]).toMatchObject([2, { smtp: 'failed: SMTP_URL is not set' }])
})
