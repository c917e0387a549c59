import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findSlowFunctions } from './fuzz-texts.ts'

const COMMAND = fileURLToPath(new URL('../run-fuzz.ts', import.meta.url))

test('no function that reads text from people is slow with texts built to be slow', async () => {
  const output = await fuzzTexts(['--every', '499', '--mixed', '10', '--seed', '1'])
  expect(output).toMatch(/^seed=1\nfunctions=\d{2,} slow=0\n$/)
}, 120_000)

test('a pattern that starts over at each space of a heading is found', async () => {
  const heading = /^ {0,3}#{1,6}[ \t]+(.{1,300}?)[ \t#]{0,100}$(?=\s+\S)/gm
  const planted = { stripHeadings: (text: string) => text.replaceAll(heading, '$1') }
  const slow = await findSlowFunctions(planted, { every: 499, mixed: 0, seed: 1 })
  expect(slow).toMatchObject([{ name: 'stripHeadings', text: { prefix: '# ', run: ' ' } }])
}, 120_000)

/** What `pnpm fuzz texts` prints. A process of its own, as the renderer of the browser needs a DOM, and React its production build. */
async function fuzzTexts(args: readonly string[]): Promise<string> {
  const options = { env: { ...process.env, NODE_ENV: 'production' }, timeout: 100_000 }
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(process.execPath, [COMMAND, 'texts', ...args], options, (_, stdout, stderr) =>
    resolve(stdout + stderr),
  )
  return promise
}
