import { resendVerification, signUp, verifyCode } from '@dolph/contract/accounts/accounts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  mockReply,
  mockRawReply,
  mockNetworkError,
  mockRefusal,
} from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { SignupPage } from './signup-page.tsx'

const DONE = { success: true, message: 'ok' } as const

const FORM = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Username: 'ada',
  Email: 'Ada@Dolph.example',
  Password: 'Lagoon42',
  'Confirm password': 'Lagoon42',
}

describe('signing up', () => {
  test('sends the form and asks for the code sent to the email of the reply', async () => {
    const calls = mockReply(signUp, { success: true, message: 'ok', email: 'reply@dolph.example' })
    renderPage(<SignupPage />, '/signup')
    await submitSignUpForm()

    expect(await screen.findByRole('heading', { name: 'Verify Your Email' })).toBeTruthy()
    expect(screen.getByText('reply@dolph.example')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        userName: 'ada',
        Email: 'ada@dolph.example',
        Password: 'Lagoon42',
        confirmPassword: 'Lagoon42',
      },
    ])
  })

  test('needs the same password twice', async () => {
    renderPage(<SignupPage />, '/signup')
    await submitSignUpForm({ 'Confirm password': 'Lagoon43' })
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Confirm password'))
  })

  test('needs every field', async () => {
    const calls = answerSignUp()
    renderPage(<SignupPage />, '/signup')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))

    expect(await screen.findByText('First name is required')).toBeTruthy()
    for (const label of ['First name', 'Last name', 'Username', 'Email', 'Password']) {
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
    }
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    await submitSignUpForm({ 'Confirm password': '' })
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('ticks off the password rules while the password is typed', async () => {
    renderPage(<SignupPage />, '/signup')
    const password = screen.getByLabelText('Password')
    expect(getHint(password)).toBe(
      'At least 8 characters (not met yet) 1 uppercase letter (not met yet) 1 number (not met yet) ',
    )
    await userEvent.type(password, 'lagoon42')
    expect(getHint(password)).toBe(
      'At least 8 characters (met) 1 uppercase letter (not met yet) 1 number (met) ',
    )
  })

  test('shows a field error of the server beside its field', async () => {
    mockRefusal(signUp, 409, {
      code: 'conflict',
      message: 'Please fix the validation errors before submitting',
      fields: { userName: 'This username is taken' },
    })
    renderPage(<SignupPage />, '/signup')
    await submitSignUpForm()

    expect(await screen.findByText('This username is taken')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'Ada@Dolph.example')
  })

  test('fails with «Signup failed» when the server gives no message', async () => {
    mockRawReply(signUp, 500, null)
    renderPage(<SignupPage />, '/signup')
    await submitSignUpForm()
    expect((await screen.findByRole('alert')).textContent).toBe('Signup failed')
  })

  test('fails with «An error occurred during signup» when the server is unreachable', async () => {
    mockNetworkError(signUp)
    renderPage(<SignupPage />, '/signup')
    await submitSignUpForm()
    expect((await screen.findByRole('alert')).textContent).toBe('An error occurred during signup')
  })

  test('is possible with Google, and never puts a password into the URL', () => {
    renderPage(<SignupPage />, '/signup')
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
    expect(document.querySelector('form')?.getAttribute('method')).toBe('post')
  })

  test('is skipped for a member', async () => {
    const router = renderPage(<SignupPage />, '/signup', createViewerFixture())
    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/posts')
  })
})

describe('the code', () => {
  test('verifies the email and leads to the login page after two seconds', async () => {
    const { user, advanceTime } = installFakeClock()
    const calls = mockReply(verifyCode, DONE)
    const router = await reachCodeStep()

    await user.type(screen.getByLabelText('Verification code'), '123 456{Enter}')

    expect(await screen.findByText('Email verified successfully! You can now log in.')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example', code: '123456' }])
    await advanceTime(1500)
    expect(router.state.location.pathname).toBe('/signup')
    await advanceTime(600)
    expect(router.state.location.pathname).toBe('/login')
  })

  test('that is wrong is refused with the message of the server, or with «Verification failed»', async () => {
    mockRefusal(verifyCode, 400, { code: 'invalid-input', message: 'Invalid or expired code' })
    await reachCodeStep()
    await userEvent.type(screen.getByLabelText('Verification code'), '123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired code')

    mockNetworkError(verifyCode)
    await userEvent.click(screen.getByRole('button', { name: 'Verify email' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Verification failed'))
  })

  test('has six digits and can be filled in from the mail by a phone', async () => {
    const calls = mockReply(verifyCode, DONE)
    await reachCodeStep()
    const code = screen.getByLabelText('Verification code')
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(code.getAttribute('inputmode')).toBe('numeric')
    for (const [typed, value] of [
      ['{Enter}', ''],
      ['12a34{Enter}', '1234'],
    ] as const) {
      await userEvent.type(code, typed)
      expect(code).toHaveProperty('value', value)
      expect(await screen.findByText('Enter the 6 digits of the code')).toBeTruthy()
    }
    expect(calls).toEqual([])
  })

  test('can be resent every sixty seconds', async () => {
    const { user, advanceTime } = installFakeClock()
    const calls = mockReply(resendVerification, DONE)
    await reachCodeStep()

    const button = () => screen.getByRole('button', { name: /^Resend code/ })
    expect(button().textContent).toMatch(/^Resend code in (60|59) s$/)
    expect(button()).toHaveProperty('disabled', true)
    await advanceTime(30_000)
    expect(button().textContent).toMatch(/^Resend code in (30|29) s$/)
    await advanceTime(31_000)
    expect(button().textContent).toBe('Resend code')

    await user.click(button())
    expect((await screen.findByRole('status')).textContent).toBe(
      'New verification code sent successfully!',
    )
    expect(button().textContent).toMatch(/^Resend code in (60|59) s$/)
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example' }])
  })

  test('that could not be resent shows an error and can be resent again', async () => {
    const { user, advanceTime } = installFakeClock()
    mockRefusal(resendVerification, 503, { code: 'unavailable', message: 'Later' })
    await reachCodeStep()
    await advanceTime(61_000)
    await user.click(screen.getByRole('button', { name: 'Resend code' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to resend verification code. Please try again.',
    )
    expect(screen.getByRole('button', { name: 'Resend code' })).toHaveProperty('disabled', false)
  })
})

function answerSignUp() {
  return mockReply(signUp, { success: true, message: 'ok', email: 'ada@dolph.example' })
}

async function submitSignUpForm(changes: Partial<typeof FORM> = {}) {
  for (const [label, typed] of Object.entries({ ...FORM, ...changes })) {
    const field = screen.getByLabelText(label)
    await userEvent.click(field)
    await userEvent.paste(typed)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
}

async function reachCodeStep() {
  answerSignUp()
  const router = renderPage(<SignupPage />, '/signup')
  await submitSignUpForm()
  await screen.findByRole('heading', { name: 'Verify Your Email' })
  return router
}

function getHint(field: HTMLElement): string | undefined {
  const id = field.getAttribute('aria-describedby')
  return document.getElementById(id ?? '')?.textContent
}
