import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { BottomBar } from './bottom-bar.tsx'

const ada = createViewerFixture()

test('the bar leads to feed, roles, a new project, messages and the own profile', () => {
  renderPage(<BottomBar />, '/', ada)
  expect(listLinks().map((link) => [getName(link), link.getAttribute('href')])).toEqual([
    ['Feed', '/posts'],
    ['Roles', '/roles'],
    ['Create Project', '/posts/create'],
    ['Messages', '/messages'],
    ['Me', '/profile'],
  ])
})

test.each([
  ['/posts', ['Feed']],
  ['/posts/create', ['Create Project']],
  ['/posts/0198c5a0-0000-7000-8000-000000000001', []],
  ['/messages/0198c5a0-0000-7000-8000-000000000001', ['Messages']],
  ['/profile', ['Me']],
  ['/profile/bob', []],
])('on %s the current page is %j', (path, names) => {
  renderPage(<BottomBar />, path, ada)
  const current = listLinks().filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map(getName)).toEqual(names)
})

function listLinks(): HTMLElement[] {
  return within(screen.getByRole('navigation', { name: 'Main pages' })).getAllByRole('link')
}

function getName(link: HTMLElement): string | null {
  return link.getAttribute('aria-label') ?? link.textContent
}
