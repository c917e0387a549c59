import { listJoinRequests } from '@dolph/contract/join-requests/join-requests'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { BottomBar } from './bottom-bar.tsx'

const ada = createViewerFixture()

test('the bar leads to feed, roles, a new project and messages', () => {
  renderPage(<BottomBar />, '/', ada)
  expect(listLinks().map((link) => [getName(link), link.getAttribute('href')])).toEqual([
    ['Feed', '/posts'],
    ['Roles', '/roles'],
    ['Create Project', '/posts/create'],
    ['Messages', '/messages'],
  ])
})

test.each([
  ['/posts', ['Feed']],
  ['/posts/create', ['Create Project']],
  ['/posts/0198c5a0-0000-7000-8000-000000000001', []],
  ['/messages/0198c5a0-0000-7000-8000-000000000001', ['Messages']],
  ['/profile', []],
  ['/people', ['Roles']],
  ['/profile/bob', []],
])('on %s the current page is %j', (path, names) => {
  renderPage(<BottomBar />, path, ada)
  const current = listLinks().filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map(getName)).toEqual(names)
})

test('everything else is behind “Me”, which says “projects” instead of “posts”', async () => {
  mockReply(listJoinRequests, { success: true, data: [], waitingCount: 3, nextCursor: null })
  const router = renderPage(<BottomBar />, '/', createViewerFixture({ role: 'moderator' }))
  await userEvent.click(screen.getByRole('button', { name: 'Me' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Me' }))
  await sheet.findByRole('link', { name: 'Join requests 3 waiting for your answer' })
  expect(
    sheet.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    [expect.stringContaining('Profile'), '/profile'],
    ['Create Project', '/posts/create'],
    ['My Projects', '/my-posts'],
    ['Join requests3 waiting for your answer', '/join-requests'],
    ['Saved and following', '/following'],
    ['People', '/people'],
    ['Settings', '/settings'],
    ['Review', '/review'],
  ])
  expect(sheet.getByRole('button', { name: 'Log out' })).toBeTruthy()
  await userEvent.click(sheet.getByRole('link', { name: 'My Projects' }))
  expect(router.state.location.pathname).toBe('/my-posts')
})

function listLinks(): HTMLElement[] {
  return within(screen.getByRole('navigation', { name: 'Main pages' })).getAllByRole('link')
}

function getName(link: HTMLElement): string | null {
  return link.getAttribute('aria-label') ?? link.textContent
}
