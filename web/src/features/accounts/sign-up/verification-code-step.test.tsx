import {
  logIn,
  resendVerification,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { renderPage, renderRoutes } from '../../../testing/render-page.tsx'
import { LoginPage } from '../sign-in/login-page.tsx'
import { SignupPage } from './signup-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

const DONE = { success: true, message: 'ok' } as const
const EMAIL = 'ada@dolph.example'
const FORM = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Username: 'ada',
  Email: EMAIL,
  Password: 'Lagoon42',
  'Confirm password': 'Lagoon42',
}

describe('a log-in with an unverified email', () => {
  test('within a minute of the last mail opens the code step, with the earlier code, and counts down', async () => {
    const { user, advanceTime } = installFakeClock()
    refuseResend(42)
    await logInUnverified(user)

    expect(screen.getByText(/check your email/).textContent).toBe(
      'Your email address is not verified yet. Please check your email ada@dolph.example. The code we just sent you still works.',
    )
    expect(screen.queryByRole('alert')).toBeNull()
    expect(getResendButton().textContent).toMatch(/^Resend code in 4[012] s$/)
    expect(getResendButton()).toHaveProperty('disabled', true)
    await advanceTime(43_000)
    expect(getResendButton()).toHaveProperty('disabled', false)
  })

  test('after five mails in an hour says that the newest code is good for ten minutes', async () => {
    const { user } = installFakeClock()
    refuseResend(1_380)
    await logInUnverified(user)
    expect(screen.getByText(/check your email/).textContent).toContain(
      'No other code can be sent yet. The newest one in your mailbox is good for 10 minutes.',
    )
    expect(getResendButton().textContent).toBe('Resend code in 23 min')
  })

  test('keeps the step when the page is reloaded, until its visitor goes back', async () => {
    const { user } = installFakeClock()
    refuseResend(42)
    await logInUnverified(user)
    reloadPage(<LoginPage />, '/login')

    expect(await screen.findByText(EMAIL)).toBeTruthy()
    expect(getResendButton().textContent).toMatch(/^Resend code in \d\d s$/)
    await user.click(screen.getByRole('link', { name: 'Back to log in' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
    reloadPage(<LoginPage />, '/login')
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })

  test('ends its code step when the link in the mail is opened in the same tab', async () => {
    const { user, advanceTime } = installFakeClock()
    refuseResend(42)
    await logInUnverified(user)
    mockReply(verifyEmail, { ...DONE, email: EMAIL })
    cleanup()
    renderRoutes(
      [
        { path: '/verify-email/:token', Component: VerifyEmailPage },
        { path: '/login', Component: LoginPage },
      ],
      '/verify-email/some-token',
      null,
    )

    await screen.findByRole('heading', { name: 'Email Verified Successfully!' })
    await advanceTime(3100)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome Back')
  })
})

test('a code that no longer works is not called good any more', async () => {
  const { user } = installFakeClock()
  refuseResend(42)
  const message = 'This code no longer works. Please ask for a new one.'
  mockRefusal(verifyCode, 400, { code: 'code-expired', message })
  await logInUnverified(user)
  await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByText(/still works/)).toBeNull()
})

describe('six digits submit by themselves', () => {
  test('once, when they are typed and Enter follows', async () => {
    await signUpAda()
    const calls = mockReply(verifyCode, DONE)
    await userEvent.type(screen.getByLabelText('Verification code'), '123456{Enter}')
    await screen.findByText('Email verified successfully! You can now log in.')
    expect(calls.map(({ body }) => body)).toEqual([{ email: EMAIL, code: '123456' }])
  })

  test('when they are pasted with other characters or filled in by the browser', async () => {
    await signUpAda()
    const calls = mockReply(verifyCode, DONE)
    const field = screen.getByLabelText('Verification code')
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    await userEvent.click(field)
    await userEvent.paste('Your code: 123 456')
    await screen.findByText('Email verified successfully! You can now log in.')
    expect(calls.map(({ body }) => body)).toEqual([{ email: EMAIL, code: '123456' }])
  })

  test('a wrong code is not sent again by a seventh digit, and can be corrected', async () => {
    const message = 'Invalid or expired verification code.'
    const refused = mockRefusal(verifyCode, 400, { code: 'invalid-input', message })
    await signUpAda()
    const field = screen.getByLabelText('Verification code')
    await userEvent.type(field, '123456')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await userEvent.type(field, '7')
    expect(field).toHaveProperty('value', '123456')
    expect(refused).toHaveLength(1)

    const accepted = mockReply(verifyCode, DONE)
    await userEvent.type(field, '{Backspace}8')
    await screen.findByText('Email verified successfully! You can now log in.')
    expect(accepted.map(({ body }) => body)).toEqual([{ email: EMAIL, code: '123458' }])
  })
})

describe('the code step of a sign-up', () => {
  test('sets the countdown by the reply when another code is asked for too early', async () => {
    const { user, advanceTime } = installFakeClock()
    await signUpAda()
    await advanceTime(61_000)
    refuseResend(30)
    await user.click(screen.getByRole('button', { name: 'Resend code' }))

    expect((await screen.findByRole('status')).textContent).toBe(
      'The code we just sent you still works.',
    )
    expect(getResendButton().textContent).toMatch(/^Resend code in (30|29) s$/)
    expect(getResendButton()).toHaveProperty('disabled', true)
  })

  test('stays with email and countdown when the page is reloaded, and ends with the verification', async () => {
    const { user, advanceTime } = installFakeClock()
    await signUpAda()
    await advanceTime(20_000)
    reloadPage(<SignupPage />, '/signup')

    expect(await screen.findByRole('heading', { name: 'Verify Your Email' })).toBeTruthy()
    expect(screen.getByText(EMAIL)).toBeTruthy()
    expect(getResendButton().textContent).toMatch(/^Resend code in (40|39|38) s$/)
    const calls = mockReply(verifyCode, DONE)
    await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
    await screen.findByText('Email verified successfully! You can now log in.')
    expect(calls.map(({ body }) => body)).toEqual([{ email: EMAIL, code: '123456' }])
    reloadPage(<SignupPage />, '/signup')
    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeTruthy()
  })

  test('leads back to the form for another email', async () => {
    await signUpAda()
    await userEvent.click(screen.getByRole('link', { name: 'Use another email' }))
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
  })

  test('says that a new code is needed when the server says so, and offers it', async () => {
    const { user, advanceTime } = installFakeClock()
    const message = 'This code no longer works. Please ask for a new one.'
    mockRefusal(verifyCode, 400, { code: 'code-expired', message })
    await signUpAda()
    await advanceTime(61_000)
    await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    reloadPage(<SignupPage />, '/signup')
    expect((await screen.findByRole('alert')).textContent).toBe(message)

    const calls = mockReply(resendVerification, DONE)
    await user.click(screen.getByRole('button', { name: 'Resend code' }))
    expect((await screen.findByRole('status')).textContent).toBe(
      'New verification code sent successfully!',
    )
    expect(screen.getByLabelText('Verification code')).toHaveProperty('value', '')
    expect(calls).toHaveLength(1)
  })

  test('says that a new code is needed when the last one is older than ten minutes', async () => {
    const { user, advanceTime } = installFakeClock()
    const message = 'Invalid or expired verification code.'
    mockRefusal(verifyCode, 400, { code: 'invalid-input', message })
    await signUpAda()
    await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await advanceTime(601_000)
    await user.click(screen.getByRole('button', { name: 'Verify email' }))
    expect(
      await screen.findByText('This code no longer works. Please ask for a new one.'),
    ).toBeTruthy()
  })
})

function refuseResend(seconds: number) {
  return mockRefusal(
    resendVerification,
    429,
    {
      code: 'too-many-requests',
      message: `Please wait ${seconds} seconds before asking for another code.`,
    },
    { 'retry-after': String(seconds) },
  )
}

async function logInUnverified(user: ReturnType<typeof userEvent.setup>) {
  mockRefusal(logIn, 403, {
    code: 'email-not-verified',
    message: 'Please verify your email to log in.',
  })
  renderPage(<LoginPage />, '/login')
  await user.type(screen.getByLabelText('Email'), EMAIL)
  await user.type(screen.getByLabelText('Password'), 'Lagoon42{Enter}')
  await screen.findByRole('heading', { name: 'Verify Your Email' })
}

async function signUpAda() {
  mockReply(signUp, { success: true, message: 'ok', email: EMAIL })
  renderPage(<SignupPage />, '/signup')
  for (const [label, typed] of Object.entries(FORM)) {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(typed)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByRole('heading', { name: 'Verify Your Email' })
}

function reloadPage(...page: Parameters<typeof renderPage>) {
  cleanup()
  renderPage(...page)
}

function getResendButton(): HTMLElement {
  return screen.getByRole('button', { name: /^Resend code/ })
}
