import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

describe('the lint configuration', () => {
  test('accepts files that keep the rules', async () => {
    const findings = await lint({
      'api/src/features/posts/routes.ts': `import { find } from '../accounts/queries.ts'\nexport const use = find\n`,
      'api/src/features/accounts/queries.ts': 'export const find = 1\n',
    })
    expect(findings).toBe('')
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'an import cycle',
      {
        'api/src/platform/http/one.ts': `import { two } from './two.ts'\nexport const one = () => two\n`,
        'api/src/platform/http/two.ts': `import { one } from './one.ts'\nexport const two = () => one\n`,
      },
      'no-cycle',
    ],
    [
      'a cycle of type imports alone',
      {
        'web/src/ui/one.ts': `import type { Two } from './two.ts'\nexport interface One { two: Two }\n`,
        'web/src/ui/two.ts': `import type { One } from './one.ts'\nexport interface Two { one: One }\n`,
      },
      'no-cycle',
    ],
    [
      'a barrel file',
      {
        'web/src/ui/index.ts': `export * from './button.ts'\n`,
        'web/src/ui/button.ts': 'export const button = 1\n',
      },
      'no-barrel-file',
    ],
    [
      'a contract that imports Node',
      {
        'contract/src/posts/posts.ts': `import { readFile } from 'node:fs'\nexport const use = readFile\n`,
      },
      'no-restricted-imports',
    ],
    [
      'a module of the product that imports a test helper',
      {
        'api/src/platform/http/one.ts': `import { start } from '../testing/start-app.ts'\nexport const use = start\n`,
        'api/src/testing/start-app.ts': 'export const start = 1\n',
      },
      'no-restricted-imports',
    ],
    [
      'a pattern that backtracks in more than linear time',
      { 'contract/src/posts/posts.ts': 'export const pattern = /^(?:a+)+$/\n' },
      'no-super-linear-backtracking',
    ],
    [
      'a pattern that starts over at each character of a run',
      {
        'web/src/lib/trim.ts':
          'const SPACES = String.raw`\\s+$`\nexport const pattern = new RegExp(SPACES)\n',
      },
      'no-super-linear-move',
    ],
  ])('rejects %s', async (_, files, rule) => {
    expect(await lint(files)).toContain(rule)
  })

  test('only warns of a file over 400 lines', async () => {
    const { failed, output } = await runLint({ 'web/src/lib/all.ts': fileOver400Lines() })
    expect(output).toContain('max-lines')
    expect(failed).toBe(false)
  })

  test('finds type errors in every package, each with its own tsconfig.json', async () => {
    const { stdout } = await run('git', ['ls-files', '*tsconfig.json'], { cwd: root })
    const configurations = stdout.trim().split('\n')
    expect(configurations.length).toBeGreaterThanOrEqual(10)

    const { files, plantedPaths } = await plantTypeErrors(configurations)
    const findings = await lint(files, ['--type-aware', '--type-check', '--format=unix'])

    for (const path of plantedPaths) {
      const codes = findings
        .split('\n')
        .filter((line) => line.startsWith(`${path}:`))
        .flatMap((line) => /\bTS\d+/.exec(line) ?? [])
      const errors = ['TS2322', 'TS1294']
      // Only what runs in a browser knows `document`.
      if (!/^(?:web\/src\/planted|e2e|pictures)/.test(path)) errors.push('TS2584')
      expect([path, ...codes]).toEqual([path, ...errors])
    }
  })
})

async function plantTypeErrors(configurations: string[]) {
  const files: Record<string, string> = { 'package.json': '{ "type": "module" }' }
  const plantedPaths: string[] = []
  for (const configuration of ['tsconfig.base.json', ...configurations]) {
    const text = await readFile(join(root, configuration), 'utf8')
    files[configuration] = text
    const { include = [] } = JSON.parse(text) as { include?: string[] }
    const [included] = include
    if (!included) continue
    const name = included.endsWith('.ts') ? included : `${included}/planted.ts`
    const path = join(dirname(configuration), name)
    files[path] = PLANTED_TYPE_ERRORS
    plantedPaths.push(path)
  }
  return { files, plantedPaths }
}

const PLANTED_TYPE_ERRORS = `const texts: string[] = []
export const first: string = texts[0]
export enum Kind { One }
export const title = document.title
`

function fileOver400Lines(): string {
  return Array.from({ length: 401 }, (_, index) => `export const line${index} = ${index}\n`).join(
    '',
  )
}

/** Returns the errors that the project's own lint finds in `files`; an empty result means that it passes. */
async function lint(files: Record<string, string>, typeFlags: string[] = []): Promise<string> {
  const { failed, output } = await runLint(files, typeFlags)
  return failed ? output : ''
}

/** Runs the project's own lint over a temporary repository of `files`. */
async function runLint(
  files: Record<string, string>,
  typeFlags: string[] = [],
): Promise<{ failed: boolean; output: string }> {
  const repository = await mkdtemp(join(tmpdir(), 'dolph-lint-rules-'))
  const configuration = await readFile(join(root, '.oxlintrc.json'), 'utf8')
  // A plugin is looked for beside the configuration, where there is none.
  const withPlugin = configuration.replace('eslint-plugin-regexp', () =>
    createRequire(join(root, 'package.json')).resolve('eslint-plugin-regexp'),
  )
  await writeFile(join(repository, '.oxlintrc.json'), withPlugin)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, name)), { recursive: true })
    await writeFile(join(repository, name), text)
  }
  if (typeFlags.length > 0) await linkTypes(repository)
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') }
  const result = await run(
    oxlint,
    [...typeFlags, ...Object.keys(files).filter((name) => name.endsWith('.ts'))],
    {
      cwd: repository,
      env,
    },
  ).then(
    ({ stdout }) => ({ failed: false, output: stdout }),
    (failure: { stdout: string; stderr: string }) => ({
      failed: true,
      output: failure.stdout + failure.stderr,
    }),
  )
  await rm(repository, { recursive: true })
  return result
}

/** The types that the configurations name. */
async function linkTypes(repository: string): Promise<void> {
  for (const path of ['node_modules/@types/node', 'web/node_modules/vite']) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await symlink(await realpath(join(root, path)), join(repository, path))
  }
}
