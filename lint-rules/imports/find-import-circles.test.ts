import { expect, test } from 'vitest'
import { findImportCircles } from './find-import-circles.ts'

const PAGE = `import { Row } from './row.tsx'\nexport interface PageProps {}\n`

test('files that import each other in one direction form no circle', () => {
  const files = {
    'web/src/page.tsx': PAGE,
    'web/src/row.tsx': `import type { Role } from './role.ts'\n`,
  }
  expect(
    find({ ...files, 'web/src/role.ts': '', 'web/src/list.ts': `import './row.tsx'\n` }),
  ).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ['types alone', { 'web/src/row.tsx': `import type { PageProps } from './page.tsx'\n` }],
  ['a part loaded on demand', { 'web/src/row.tsx': `const load = () => import('./page.tsx')\n` }],
  [
    'three files',
    {
      'web/src/row.tsx': `import type { Props } from './props.ts'\n`,
      'web/src/props.ts': `import { type PageProps } from './page.tsx'\n`,
    },
  ],
])('a circle of %s is found', (_, files) => {
  const circles = find({ 'web/src/page.tsx': PAGE, ...files })
  expect(circles).toHaveLength(1)
  expect(circles[0]).toMatch(
    /^web\/src\/page.tsx imports web\/src\/row.tsx imports .*web\/src\/page.tsx: a circle$/,
  )
})

function find(files: Record<string, string>): string[] {
  return findImportCircles(new Map(Object.entries(files)))
}
