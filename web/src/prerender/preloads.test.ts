import { expect, test } from 'vitest'
import { renderMembersPreloadLinks, renderPreloadLinks, type Manifest } from './preloads.ts'

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

test('every chunk and stylesheet that a page needs beyond those of the entry is linked once', () => {
  const links = renderPreloadLinks(MANIFEST, 'BrowsePage')
  expect([...links.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual([
    '/assets/browse.js',
    '/assets/kit.js',
    '/assets/kit.css',
  ])
})

test('a members’ page preloads the query client and the check of the session too', () => {
  const links = renderMembersPreloadLinks(MANIFEST, 'BrowsePage')
  expect([...links.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual([
    '/assets/require.js',
    '/assets/client.js',
    '/assets/browse.js',
    '/assets/kit.js',
    '/assets/kit.css',
  ])
})

test('a component without a file of its name fails the build', () => {
  expect(() => renderPreloadLinks(MANIFEST, 'HelpPage')).toThrow('no chunk of help-page.tsx')
})
