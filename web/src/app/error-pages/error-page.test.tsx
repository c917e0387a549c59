import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { ErrorPage } from './error-page.tsx'
import { Layout } from '../layout.tsx'

const routes = [
  {
    Component: Layout,
    children: [
      { errorElement: <ErrorPage />, children: [{ path: '/broken', Component: BrokenPage }] },
    ],
  },
]

function BrokenPage(): never {
  throw new Error('a bug')
}

beforeEach(() => {
  // React and the router log every error that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a page that throws keeps the header, and offers to refresh or to go home', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  renderRoutes(routes, '/broken')

  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/')

  await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
  expect(reload).toHaveBeenCalledTimes(1)
})
