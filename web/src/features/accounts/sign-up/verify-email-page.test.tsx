import { verifyEmail } from '@dolph/contract/accounts/accounts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { CheckEmailPage } from './check-email-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

const REPLY = { success: true, message: 'ok', email: 'ada@dolph.example' } as const

test('the link in the mail verifies the email and leads to the login page after three seconds', async () => {
  const { advanceTime } = installFakeClock()
  mockReply(verifyEmail, REPLY)
  const router = openEmailPage('/verify-email/some-token')

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verifying Email...')
  expect(await screen.findByRole('heading', { name: 'Email Verified Successfully!' })).toBeTruthy()
  await advanceTime(2500)
  expect(router.state.location.pathname).toBe('/verify-email/some-token')
  await advanceTime(600)
  expect(router.state.location.pathname).toBe('/login')
})

test('the link leads to the login page with the address and the page that the sign-up wanted', async () => {
  const { advanceTime } = installFakeClock()
  mockReply(verifyEmail, { ...REPLY, next: '/p/7/reef' })
  const router = openEmailPage('/verify-email/some-token')

  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fp%2F7%2Freef')
  await advanceTime(3100)
  const { pathname, search, state } = router.state.location
  expect(pathname + search).toBe('/login?next=%2Fp%2F7%2Freef')
  expect(state).toEqual({ verifiedEmail: 'ada@dolph.example' })
})

test('a reply that wants to go to another site leads to the login page alone', async () => {
  mockReply(verifyEmail, { ...REPLY, next: '//evil.example' })
  openEmailPage('/verify-email/some-token')
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login')
})

test('an expired link shows an error', async () => {
  mockRefusal(verifyEmail, 400, { code: 'invalid-input', message: 'No' })
  openEmailPage('/verify-email/some-token')
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'Verification failed. Invalid or expired token.',
  )
})

test('a link that could not reach the server may still be valid', async () => {
  mockNetworkError(verifyEmail)
  openEmailPage('/verify-email/some-token')
  expect(await screen.findByText(/The link may still work/)).toBeTruthy()
})

test('a link without a token fails without a request', () => {
  openEmailPage('/verify-email')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verification Failed')
})

test('the check-your-inbox page links to the homepage', () => {
  renderRoutes([{ path: '/check-email', Component: CheckEmailPage }], '/check-email')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your inbox')
  const home = screen.getByRole('link', { name: 'Return to Homepage' })
  expect(home.getAttribute('href')).toBe('/')
})

function openEmailPage(path: string) {
  return renderRoutes(
    [
      { path: '/verify-email/:token?', Component: VerifyEmailPage },
      { path: '*', element: <p>Other page</p> },
    ],
    path,
  )
}
