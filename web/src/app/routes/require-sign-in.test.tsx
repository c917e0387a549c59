import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { RequireSignIn } from './require-sign-in.tsx'

const ada = createViewerFixture()

const routes = [
  { Component: RequireSignIn, children: [{ path: '/posts', element: <h1>Dashboard</h1> }] },
  { path: '/login', element: <h1>Welcome Back</h1> },
]

test('a visitor is sent to the login page, with the requested page as `next`', async () => {
  const router = renderRoutes(routes, '/posts?sort=likes#top')

  await screen.findByRole('heading', { name: 'Welcome Back' })
  const { pathname, search } = router.state.location
  expect(pathname).toBe('/login')
  expect(new URLSearchParams(search).get('next')).toBe('/posts?sort=likes#top')
})

test('a member gets the page', async () => {
  renderRoutes(routes, '/posts', ada)
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})
