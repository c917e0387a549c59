import { forgotPassword, resetPassword } from '@dolph/contract/accounts/accounts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { renderPage, renderRoutes } from '../../../testing/render-page.tsx'
import { CheckEmailPage } from '../sign-up/check-email-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const NEUTRAL = 'If an account exists for this address, we have sent a link to it.'

describe('a forgotten password', () => {
  test('gets the same answer for every email, on the page that says to check the inbox', async () => {
    const calls = mockReply(forgotPassword, { success: true, message: NEUTRAL })
    const router = renderRoutes(
      [
        { path: '/forgot-password', Component: ForgotPasswordPage },
        { path: '/check-email', Component: CheckEmailPage },
      ],
      '/forgot-password',
    )
    await userEvent.type(screen.getByLabelText('Email'), 'Ada@dolph.example{Enter}')

    expect((await screen.findByRole('status')).textContent).toBe(NEUTRAL)
    expect(router.state.location.pathname).toBe('/check-email')
    expect(screen.getByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
    const home = screen.getByRole('link', { name: 'Return to Homepage' })
    expect(home.getAttribute('href')).toBe('/')
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example' }])
  })

  test.each([
    ['is sent along, and kept on the way back', '/posts/1?a=b', { next: '/posts/1?a=b' }],
    ['of another site is not', '//evil.example', {}],
  ])('the page that the visitor wanted %s', async (_, next, sent) => {
    const calls = mockReply(forgotPassword, { success: true, message: NEUTRAL })
    const search = new URLSearchParams({ next })
    renderRoutes(
      [
        { path: '/forgot-password', Component: ForgotPasswordPage },
        { path: '/check-email', Component: CheckEmailPage },
      ],
      `/forgot-password?${search}`,
    )
    const back = screen.getByRole('link', { name: 'Log in' }).getAttribute('href')
    expect(back).toBe('next' in sent ? `/login?${search}` : '/login')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@dolph.example{Enter}')
    await screen.findByRole('status')
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example', ...sent }])
  })

  test('needs an email', async () => {
    renderPage(<ForgotPasswordPage />, '/forgot-password')
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  })

  test('shows when the mail could not be requested', async () => {
    mockNetworkError(forgotPassword)
    renderPage(<ForgotPasswordPage />, '/forgot-password')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@dolph.example{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The email could not be sent. Please try again.',
    )
  })
})

describe('a new password', () => {
  test('is set with the token of the link, and leads to the login page', async () => {
    const calls = mockReply(resetPassword, { success: true, message: 'ok' })
    const router = openResetPage()
    await submitNewPassword('Lagoon42', 'Lagoon42')

    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/login')
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'some-token', password: 'Lagoon42' }])
  })

  test.each([
    ['leads to the page that was wanted', '/posts/1', '?next=%2Fposts%2F1'],
    ['leads to no other site', 'https://evil.example/', ''],
  ])('%s after the login', async (_, next, search) => {
    mockReply(resetPassword, { success: true, message: 'ok', next })
    const router = openResetPage()
    await submitNewPassword('Lagoon42', 'Lagoon42')
    await screen.findByText('Other page')
    expect(router.state.location).toMatchObject({ pathname: '/login', search })
  })

  test('must be typed twice', async () => {
    openResetPage()
    await submitNewPassword('Lagoon42', 'Lagoon43')
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  })

  test('must meet the rules', async () => {
    openResetPage()
    await submitNewPassword('lagoon', 'lagoon')
    expect(
      await screen.findByText('At least 8 characters, 1 uppercase letter and 1 number'),
    ).toBeTruthy()
  })

  test('is refused with an expired link, and the page links to a new request', async () => {
    mockRefusal(resetPassword, 400, { code: 'invalid-input', message: 'Invalid or expired token' })
    openResetPage()
    await submitNewPassword('Lagoon42', 'Lagoon42')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired token')
    const newLink = screen.getByRole('link', { name: 'Ask for a new one' })
    expect(newLink.getAttribute('href')).toBe('/forgot-password')
  })
})

function openResetPage() {
  return renderRoutes(
    [
      { path: '/reset-password/:token', Component: ResetPasswordPage },
      { path: '*', element: <p>Other page</p> },
    ],
    '/reset-password/some-token',
  )
}

async function submitNewPassword(password: string, confirmation: string) {
  await userEvent.type(screen.getByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm new password'), `${confirmation}{Enter}`)
}
