import { verifyEmail } from '@dolph/contract/accounts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../testing/fake-api.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { CheckEmailPage } from './check-email-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

test('the link of the mail verifies the address; three seconds later one can log in', async () => {
  const { pass } = installFakeClock()
  mockReply(verifyEmail, { success: true, message: 'ok' })
  const router = openEmailPage('/verify-email/some-token')

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verifying Email...')
  expect(await screen.findByRole('heading', { name: 'Email Verified Successfully!' })).toBeTruthy()
  await pass(2500)
  expect(router.state.location.pathname).toBe('/verify-email/some-token')
  await pass(600)
  expect(router.state.location.pathname).toBe('/login')
})

test('a link that is too old says so', async () => {
  mockRefusal(verifyEmail, 400, { code: 'invalid-input', message: 'No' })
  openEmailPage('/verify-email/some-token')
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'Verification failed. Invalid or expired token.',
  )
})

test('a link that could not be tried may still be good', async () => {
  mockNetworkError(verifyEmail)
  openEmailPage('/verify-email/some-token')
  expect(await screen.findByText(/The link may still be good/)).toBeTruthy()
})

test('without a token there is nothing to ask', () => {
  openEmailPage('/verify-email')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verification Failed')
})

test('the page of the inbox leads home', () => {
  renderRoutes([{ path: '/check-email', Component: CheckEmailPage }], '/check-email')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your inbox')
  const home = screen.getByRole('link', { name: 'Return to Homepage' })
  expect(home.getAttribute('href')).toBe('/')
})

function openEmailPage(path: string) {
  return renderRoutes(
    [
      { path: '/verify-email/:token?', Component: VerifyEmailPage },
      { path: '*', element: <p>Went elsewhere</p> },
    ],
    path,
  )
}
