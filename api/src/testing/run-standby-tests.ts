import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startStandbys } from './servers/standby.ts'

/** Runs tests of the API on a primary and a standby of their own that is two seconds behind. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    'without-positions': { type: 'boolean', default: false },
  },
})

const DELAY_MS = 2_000
const FEATURES = 'api/src/features'
const SHORT_FILES = [
  `${FEATURES}/posts/feed/browse-posts.test.ts`,
  `${FEATURES}/comments/read-comments.test.ts`,
  `${FEATURES}/comments/create-edit-comment.test.ts`,
  `${FEATURES}/profiles/read-profile.test.ts`,
]
const ALL_FILES = [FEATURES]

await using servers = await startStandbys(1)
const [standby] = servers.standbys
if (!standby) throw new Error('no standby was started')
await standby.delay(DELAY_MS)

const files = positionals.length > 0 ? positionals : values.short ? SHORT_FILES : ALL_FILES
const child = spawn(
  'pnpm',
  ['exec', 'vitest', 'run', '--maxWorkers=1', '--project', 'api', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: servers.primary.url,
      TEST_STANDBY_URL: standby.url,
      ...(values['without-positions'] && { TEST_STANDBY_POSITIONS: 'off' }),
    },
  },
)
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
