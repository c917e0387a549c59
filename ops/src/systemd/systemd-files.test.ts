import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '@dolph/api/platform/config/config'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { expect, test } from 'vitest'

const FOLDER = join(REPOSITORY, 'deploy/systemd')
/** What a shutdown may take after `DRAIN_MS`, in seconds. */
const SHUTDOWN_SECONDS = 20
const OPS_PORT_OF_API = '9464'

async function readUnit(name: string): Promise<Map<string, string>> {
  const text = await readFile(join(FOLDER, name), 'utf8')
  return new Map(
    [...text.matchAll(/^(?<key>\w+)=(?<value>.*)$/gm)].map(({ groups }) => [
      groups?.['key'] ?? '',
      groups?.['value'] ?? '',
    ]),
  )
}

test('there is a unit for each role and one for the migrations, and each runs that command', async () => {
  const units = (await readdir(FOLDER)).filter((name) => name.endsWith('.service')).toSorted()
  const commands = units.map(async (name) => (await readUnit(name)).get('ExecStart'))
  expect(units).toEqual(['dolph-api.service', 'dolph-migrate.service', 'dolph-worker.service'])
  expect(await Promise.all(commands)).toEqual(
    ['api', 'migrate', 'worker'].map((role) => `/usr/bin/node api/src/dolph.ts ${role}`),
  )
})

test.each(['api', 'worker'])(
  'the unit of %s restarts it, confines it and lets it stop by itself',
  async (role) => {
    const unit = await readUnit(`dolph-${role}.service`)
    expect(Object.fromEntries(unit)).toMatchObject({
      User: 'dolph',
      Restart: 'always',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      CapabilityBoundingSet: '',
    })
    const { DRAIN_MS } = readConfig({
      NODE_ENV: 'test',
      APP_ORIGIN: 'http://localhost',
      DATABASE_URL: 'postgres://127.0.0.1/dolph',
      REDIS_URL: 'redis://127.0.0.1',
    })
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(DRAIN_MS / 1000 + SHUTDOWN_SECONDS)
  },
)

test('api and worker on one machine have two ports for operators, which the command knows', async () => {
  const port = (await readUnit('dolph-worker.service')).get('Environment')?.split('=').at(-1)
  const script = await readFile(join(FOLDER, 'dolph'), 'utf8')
  expect(port).not.toBe(OPS_PORT_OF_API)
  expect(script).toContain(`local port=${OPS_PORT_OF_API}`)
  expect(script).toContain(`worker) port=${port} `)
})
