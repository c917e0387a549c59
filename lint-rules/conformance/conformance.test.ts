import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectSourceTexts } from './collect-source-texts.ts'
import { collectTestTitles } from './collect-test-titles.ts'
import { findProblems } from './find-problems.ts'
import type { Repository } from './find-problems.ts'

const root = join(import.meta.dirname, '../..')
/** Tests, the component kit of development and sample data. */
const NOT_PRODUCT = /\.test\.tsx?$|\/testing\/|\/app\/kit|\/api\/src\/seed\//
const titlesByFile = new Map<string, string[] | undefined>()
const document = readFile('docs/conformance.md')
const repository: Repository = { readTestTitles, sourceTexts: readSourceTexts() }

test('every statement of the specification has a test that exists or a decision, and every fixed text is in the source', () => {
  const { problems, summary } = findProblems(document, repository)
  process.stdout.write(`${summary}\n`)
  expect(problems).toEqual([])
})

describe('a fault in the document is found:', () => {
  const file = 'web/src/app/router.test.tsx'
  const valid = '- **C1** (as written) A page\n  - texts: `Oops! Something went wrong`\n  - test: '
  const proof = `\`${file}\` \`/about is public\``

  test('none in a valid statement', () => {
    expect(findFaults(valid + proof)).toEqual([])
  })

  test('a missing statement', () => {
    const { problems } = findProblems(document.replace('- **C77** ', '- '), repository)
    expect(problems).toContain('C77 is missing')
  })

  test('a statement twice', () => {
    const { problems } = findProblems(document.replace('- **C77** ', '- **C76** '), repository)
    expect(problems).toEqual(expect.arrayContaining(['C77 is missing', 'C76 is there twice']))
  })

  test('a statement without test or decision', () => {
    expect(findFaults('- **C1** (as written) A page')).toEqual([
      'C1 has neither a test nor a decision',
    ])
    expect(findFaults('- **C1** (as written) A page\n  - open')).toEqual([
      'C1: cannot read "open"',
      'C1 has neither a test nor a decision',
    ])
  })

  test('a statement that does not say whether it is met as written', () => {
    expect(findFaults((valid + proof).replace('(as written) ', ''))).toEqual([
      'C1 is marked neither (as written) nor (differs)',
    ])
  })

  test('a difference without its decision, or with one that does not apply to it', () => {
    const differing = (valid + proof).replace('as written', 'differs')
    expect(findFaults(differing)).toEqual(['C1 differs without a decision'])
    expect(findFaults(`${differing}\n  - decision: It is better so.`)).toEqual([])

    const named = differing.replace('(differs)', '(differs: Refresh)')
    expect(findFaults(`- **Refresh** (C1 to C3, C7): in place.\n\n${named}`)).toEqual([])
    const elsewhere = ["C1: there is no decision 'Refresh' that applies to it"]
    expect(findFaults(named)).toEqual(elsewhere)
    expect(findFaults(`- **Refresh** (C2): in place.\n\n${named}`)).toEqual(elsewhere)
  })

  test('a test that does not exist', () => {
    expect(findFaults(`${valid}\`${file}\` \`/lost is public\``)).toEqual([
      `C1: ${file} has no test '/lost is public'`,
    ])
  })

  test('a file that does not exist, and one that the checks do not run', () => {
    const lost = 'web/src/app/lost.test.tsx'
    expect(findFaults(valid + proof.replace(file, lost))).toEqual([
      `C1: ${lost} is no test file that the checks run`,
    ])
    const visual = 'e2e/visual/public.spec.ts'
    expect(findFaults(`${valid}\`${visual}\` \`/about looks unchanged\``)).toEqual([
      `C1: ${visual} is no test file that the checks run`,
    ])
  })

  test('a text that the source lost', () => {
    const placeholder = 'Search projects...'
    expect(repository.sourceTexts.has(placeholder)).toBe(true)
    const sourceTexts = repository.sourceTexts.difference(new Set([placeholder]))
    expect(findProblems(document, { ...repository, sourceTexts }).problems).toContain(
      `C49: the text '${placeholder}' is not in the source`,
    )
  })

  test('a line that cannot be read', () => {
    expect(findFaults(`${valid}${proof}\n  - tests: none`)).toEqual([
      'C1: cannot read "tests: none"',
    ])
  })

  function findFaults(text: string): string[] {
    return findProblems(text, repository).problems.filter(
      (problem) => !/^C\d+ is missing$/.test(problem),
    )
  }
})

describe('the titles of a file', () => {
  test('are those of tests in their groups', () => {
    expect(collectTitles(`describe('a post', () => { test('is shown', () => {}) })`)).toEqual([
      'a post > is shown',
    ])
    expect(
      collectTitles(
        `test.describe('a post', () => { test('is shown', { tag: '@phone' }, () => {}) })`,
      ),
    ).toEqual(['a post > is shown'])
  })

  test('leave out what does not run, and words in comments and texts', () => {
    expect(
      collectTitles(`
        test.skip('later', () => {})
        describe.todo('some day', () => { test('too', () => {}) })
        test.fixme('broken', () => {})
        // test('in a comment', () => {})
        const text = "test('in a text', () => {})"
      `),
    ).toEqual([])
  })

  test('have one for each row of a table in the file', () => {
    expect(
      collectTitles(`const PATHS = ['/', '/help']\ntest.each(PATHS)('%s is public', () => {})`),
    ).toEqual(['%s is public', '/ is public', '/help is public'])
    expect(collectTitles(`test.each([[401, run], [404, run]])('after %i', () => {})`)).toEqual([
      'after %i',
      'after 401',
      'after 404',
    ])
  })

  test('have placeholders where only the run knows the value', () => {
    const source = 'for (const path of paths) test(`${path} looks unchanged`, () => {})'
    expect(collectTitles(source)).toEqual(['{} looks unchanged'])
    expect(collectTitles(`test.each(Object.entries(ROUTES))('%s', () => {})`)).toEqual(['{}'])
  })

  function collectTitles(source: string): string[] {
    return collectTestTitles('a.test.ts', source)
  }
})

test('the texts of a file are its strings and what JSX shows, not its comments', () => {
  const source = `
    // 'Lost in a comment'
    const label = 'Read More'
    const badge = <b>Comments ({count})</b>
    const time = \`Attempt \${n}\`
    const long = <p>
      Nothing
      here yet
    </p>
  `
  const texts = collectSourceTexts('a.tsx', source)
  expect(texts).toEqual(
    expect.arrayContaining(['Read More', 'Comments ({})', 'Attempt {}', 'Nothing here yet']),
  )
  expect(texts.join()).not.toContain('Lost')
})

function readFile(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Many statements name the same file, and each planted fault is looked for in all of them. */
function readTestTitles(file: string): string[] | undefined {
  if (!titlesByFile.has(file))
    titlesByFile.set(
      file,
      existsSync(join(root, file)) ? collectTestTitles(file, readFile(file)) : undefined,
    )
  return titlesByFile.get(file)
}

function readSourceTexts(): Set<string> {
  const files = globSync('{web,contract,api}/src/**/*.{ts,tsx}', { cwd: root })
  const product = files.filter((file) => !NOT_PRODUCT.test(file))
  return new Set(product.flatMap((file) => collectSourceTexts(file, readFile(file))))
}
