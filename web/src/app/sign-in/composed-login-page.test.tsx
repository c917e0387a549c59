import { readPublicPost } from '@dolph/contract/posts/read-public-post'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { createPublicPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { createRoleFixture } from '../../testing/fixtures/role-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ComposedLoginPage } from './composed-login-page.tsx'
import { ComposedSignupPage } from './composed-signup-page.tsx'
// Loaded for these visitors only; the tests look at once.
import './join-lead.tsx'

const post = createPublicPostFixture({ title: 'Restore Friday' })
const ASK_PATH = `/posts/${post._id}?ask=${createRoleFixture()._id}`

test('who is about to ask to join reads for which project they log in, and sign up', async () => {
  mockReply(readPublicPost, { success: true, data: post })
  const router = renderPage(<ComposedLoginPage />, getPath('/login', ASK_PATH), null)
  expect(await findLead('Log in to ask to join “Restore Friday”')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome Back')
  expect(router.state.location.pathname).toBe('/login')

  renderPage(<ComposedSignupPage />, getPath('/signup', ASK_PATH), null)
  expect(await findLead('Sign up to ask to join “Restore Friday”')).toBeTruthy()
})

test('a project that is gone is not named, and the form is there', async () => {
  const requests = mockRefusal(readPublicPost, 404, { code: 'not-found', message: 'Gone' })
  renderPage(<ComposedLoginPage />, getPath('/login', ASK_PATH), null)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(screen.queryByText(/ask to join/)).toBeNull()
  expect(screen.getByLabelText('Email')).toBeTruthy()
})

test.each([
  `/posts/${post._id}`,
  `/posts/${post._id}/more?ask=1`,
  '/posts/create?ask=1',
  `//evil.example/posts/${post._id}?ask=1`,
])('on the way to %s nothing is asked for', async (next) => {
  renderPage(<ComposedLoginPage />, getPath('/login', next), null)
  expect(await screen.findByText('Good to see you again.')).toBeTruthy()
})

function getPath(page: string, next: string): string {
  return `${page}?${new URLSearchParams({ next })}`
}

/** The title in it is an element of its own, for its direction. */
async function findLead(text: string): Promise<HTMLElement> {
  return screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)
}
