import { expect, test } from 'vitest'
import { collectPageFiles, renderMembersPreloadLinks, type Manifest } from './preloads.ts'

const MANIFEST: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_core.js'], css: ['assets/index.css'] },
  '_core.js': { file: 'assets/core.js' },
  '_kit.js': {
    file: 'assets/kit.js',
    imports: ['index.html', '_core.js'],
    css: ['assets/kit.css'],
  },
  'src/features/posts/feed/browse-page.tsx': {
    file: 'assets/browse.js',
    imports: ['index.html', '_kit.js'],
  },
  '_client.js': { file: 'assets/client.js', imports: ['_core.js'] },
  'src/app/routes/require-sign-in.tsx': { file: 'assets/require.js', imports: ['_client.js'] },
}

test('every chunk and stylesheet that a page needs is named once, after those it imports', () => {
  expect(collectPageFiles(MANIFEST, 'BrowsePage')).toEqual({
    entryCode: ['assets/core.js', 'assets/index.js'],
    pageCode: ['assets/kit.js', 'assets/browse.js'],
    styleLinks: '<link rel="stylesheet" crossorigin href="/assets/kit.css">',
  })
})

test('a members’ page preloads the query client and the check of the session too', () => {
  const links = renderMembersPreloadLinks(MANIFEST, 'BrowsePage')
  expect([...links.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual([
    '/assets/client.js',
    '/assets/require.js',
    '/assets/kit.js',
    '/assets/kit.css',
    '/assets/browse.js',
  ])
})

test('a component without a file of its name fails the build', () => {
  expect(() => collectPageFiles(MANIFEST, 'HelpPage')).toThrow('no chunk of help-page.tsx')
})
