import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findDocumentFaults } from './find-document-faults.ts'

const root = join(import.meta.dirname, '../..')

test('every path and link in a document leads somewhere, and excerpts are what the files say', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  // Sample posts are no documents, and GitHub resolves the links of its templates itself.
  const isDocument = (path: string) => /^(?!api\/src\/seed\/|\.github\/).*\.md$/.test(path)
  const documents = paths.filter(isDocument)
  const readText = (path: string) => readFileSync(join(root, path), 'utf8')
  expect(documents.length).toBeGreaterThan(50)
  expect(findDocumentFaults(documents, { paths, readText })).toEqual([])
})

test.each([
  ['a path', 'See `posts/missing.ts` and `posts/queries.ts`', 'there is no posts/missing.ts'],
  ['a folder', 'See `posts/missing/` and `api/posts`', 'there is no posts/missing'],
  ['a link', '[one](missing.md), [two](other.md)', 'the link missing.md leads nowhere'],
  [
    'a heading',
    '[one](other.md#gone), [two](other.md#a-heading)',
    'other.md#gone has no such heading',
  ],
  [
    'an excerpt',
    '`api/posts/queries.ts`\n\n```ts\nconst two = 2\n```',
    'the excerpt is not in api/posts/queries.ts',
  ],
])('%s that leads nowhere is found', (_, text, fault) => {
  expect(findFaults(text)).toEqual([`docs/page.md: ${fault}`])
})

test('an excerpt may leave lines out, and have its own indentation', () => {
  const excerpt = '  const one = 1\n  // …\n  const three = 3'
  expect(findFaults(`\`api/posts/queries.ts\`\n\n\`\`\`ts\n${excerpt}\n\`\`\``)).toEqual([])
})

function findFaults(text: string): string[] {
  const texts: Record<string, string> = {
    'docs/page.md': text,
    'docs/other.md': '# A heading',
    'api/posts/queries.ts': 'const one = 1\n  const zero = 0\nconst three = 3',
  }
  const readText = (path: string) => texts[path] ?? ''
  return findDocumentFaults(['docs/page.md'], { paths: Object.keys(texts), readText })
}
