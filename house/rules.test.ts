import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

describe('the check', () => {
  test('is content with a house that keeps its rules', async () => {
    const complaint = await lint({
      'api/src/features/posts/routes.ts': `import { find } from '../accounts/queries.ts'\nexport const use = find\n`,
      'api/src/features/accounts/queries.ts': 'export const find = 1\n',
    })
    expect(complaint).toBe('')
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a cycle',
      {
        'api/src/http/one.ts': `import { two } from './two.ts'\nexport const one = () => two\n`,
        'api/src/http/two.ts': `import { one } from './one.ts'\nexport const two = () => one\n`,
      },
      'no-cycle',
    ],
    [
      'a barrel',
      {
        'web/src/ui/index.ts': `export * from './button.ts'\n`,
        'web/src/ui/button.ts': 'export const button = 1\n',
      },
      'no-barrel-file',
    ],
    [
      'a web page that reaches into the API',
      {
        'web/src/features/posts/page.ts': `import { db } from '@dolph/api/db/database'\nexport const use = db\n`,
      },
      'no-restricted-imports',
    ],
    [
      'a web page that reaches into the API by path',
      {
        'web/src/features/posts/page.ts': `import { db } from '../../../../api/src/db.ts'\nexport const use = db\n`,
        'api/src/db.ts': 'export const db = 1\n',
      },
      'no-restricted-imports',
    ],
    [
      'a feature that looks to the right',
      {
        'api/src/features/accounts/routes.ts': `import { list } from '../posts/queries.ts'\nexport const use = list\n`,
        'api/src/features/posts/queries.ts': 'export const list = 1\n',
      },
      'no-restricted-imports',
    ],
    [
      'a room that knows a feature',
      {
        'api/src/http/session.ts': `import { list } from '../features/posts/queries.ts'\nexport const use = list\n`,
        'api/src/features/posts/queries.ts': 'export const list = 1\n',
      },
      'no-restricted-imports',
    ],
    [
      'a contract that needs a server',
      {
        'contract/src/posts.ts': `import { readFile } from 'node:fs'\nexport const use = readFile\n`,
      },
      'no-restricted-imports',
    ],
    ['an endless file', { 'web/src/lib/all.ts': endlessFile() }, 'max-lines'],
  ])('fails on %s', async (_, files, rule) => {
    expect(await lint(files)).toContain(rule)
  })
})

function endlessFile(): string {
  return Array.from({ length: 251 }, (_, nth) => `export const line${nth} = ${nth}\n`).join('')
}

/** What the project's own lint says about a small house of `files`; nothing if it is content. */
async function lint(files: Record<string, string>): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), 'dolph-house-'))
  await cp(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, name)), { recursive: true })
    await writeFile(join(house, name), text)
  }
  const result = await run(join(root, 'node_modules/.bin/oxlint'), ['--deny-warnings', '.'], {
    cwd: house,
  }).then(
    () => '',
    (failure: { stdout: string; stderr: string }) => failure.stdout + failure.stderr,
  )
  await rm(house, { recursive: true })
  return result
}
