import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '../../testing/preload-member-modules.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { Header } from './header.tsx'
import './mobile-sheet.tsx'

const ada = createViewerFixture()

test('a visitor finds the public pages, Log in and Sign up', () => {
  renderPage(<Header viewer={null} />)

  expect(listLinks(screen.getByRole('banner'))).toEqual([
    ['Dolph', '/'],
    ['Home', '/'],
    ['Browse Projects', '/browse'],
    ['About', '/about'],
    ['Roles', '/roles'],
    ['Log in', '/login'],
    ['Sign up', '/signup'],
  ])
})

test('a member finds their own pages, and the logo leads to the dashboard', () => {
  renderPage(<Header viewer={ada} />)

  expect(listLinks(screen.getByRole('banner'))).toEqual([
    ['Dolph', '/posts'],
    ['Dashboard', '/posts'],
    ['Create Post', '/posts/create'],
    ['My Posts', '/my-posts'],
    ['Messages', '/messages'],
    ['Profile', '/profile'],
    ['Roles', '/roles'],
  ])
})

test('a member has no menu in the header: the bar at the bottom is theirs', () => {
  renderPage(<Header viewer={ada} />)
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
})

test('the mobile menu closes when a page is chosen', async () => {
  const router = renderPage(<Header viewer={null} />)
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Menu' })

  await userEvent.click(within(menu).getByRole('link', { name: 'Log in' }))

  expect(router.state.location.pathname).toBe('/login')
  expect(screen.queryByRole('dialog')).toBeNull()
})

function listLinks(element: HTMLElement): [name: string | undefined, to: string | null][] {
  return within(element)
    .getAllByRole('link', { hidden: true })
    .map((link) => {
      // The avatar is decoration; only the text nodes are the name.
      const textNodes = [...link.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      return [textNodes.map((node) => node.textContent).join(''), link.getAttribute('href')]
    })
}
