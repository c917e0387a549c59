import { expect, test } from 'vitest'
import { renderPreloadLinks, type Manifest } from './preloads.ts'

const BUILT: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_core.js'] },
  '_core.js': { file: 'assets/core.js' },
  '_kit.js': { file: 'assets/kit.js', imports: ['index.html', '_core.js'] },
  'src/features/posts/browse-page.tsx': {
    file: 'assets/browse.js',
    imports: ['index.html', '_kit.js'],
  },
}

test('a page is fetched with all that it needs and the entry does not have, each once', () => {
  const links = renderPreloadLinks(BUILT, 'BrowsePage')
  expect([...links.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual([
    '/assets/browse.js',
    '/assets/kit.js',
  ])
})

test('a component that is not in the file of its name stops the build', () => {
  expect(() => renderPreloadLinks(BUILT, 'HelpPage')).toThrow('no help-page.tsx')
})
