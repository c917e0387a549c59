import {
  forgotPassword,
  logIn,
  resetPassword,
  sendPasswordCode,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts/accounts'
import type { Endpoint } from '@dolph/contract/endpoint'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { mockDelayedReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ForgotPasswordPage } from './password-reset/forgot-password-page.tsx'
import { LoginPage } from './sign-in/login-page.tsx'
import { ResetPasswordPage } from './password-reset/reset-password-page.tsx'
import { ChangePassword } from './settings/change-password.tsx'
import { SignupPage } from './sign-up/signup-page.tsx'
import { VerificationCodeStep } from './sign-up/verification-code-step.tsx'

interface Form {
  page: ReactElement
  endpoint: Endpoint
  fields: Record<string, string>
  /** The button that opens the form, where it is closed at first. */
  opener?: string
  /** Absent where the last character sends the form. */
  button?: string
}

const IGNORE = () => undefined
const STEP = { email: 'ada@dolph.example', nextCodeTime: 0 }

const FORMS: Record<string, Form> = {
  'verification code': {
    page: <VerificationCodeStep step={STEP} onChange={IGNORE} lead="" onDone={IGNORE} />,
    endpoint: verifyCode,
    fields: { 'Verification code': '123456' },
  },
  'log-in': {
    page: <LoginPage />,
    endpoint: logIn,
    fields: { Email: 'ada@dolph.example', Password: 'Lagoon42' },
    button: 'Log in',
  },
  'sign-up': {
    page: <SignupPage />,
    endpoint: signUp,
    fields: {
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Username: 'ada',
      Email: 'ada@dolph.example',
      Password: 'Lagoon42',
      'Confirm password': 'Lagoon42',
    },
    button: 'Create account',
  },
  'forgotten password': {
    page: <ForgotPasswordPage />,
    endpoint: forgotPassword,
    fields: { Email: 'ada@dolph.example' },
    button: 'Send link',
  },
  'new password': {
    page: <ResetPasswordPage />,
    endpoint: resetPassword,
    fields: { 'New password': 'Lagoon42', 'Confirm new password': 'Lagoon42' },
    button: 'Set new password',
  },
  'change of the password': {
    page: <ChangePassword email="ada@dolph.example" />,
    opener: 'Change password',
    endpoint: sendPasswordCode,
    fields: {
      'Current password': 'Harbour1',
      'New password': 'Lagoon42',
      'Confirm new password': 'Lagoon42',
    },
    button: 'Send verification code',
  },
}

test.each(Object.entries(FORMS))(
  'the fields of the %s are read-only while it is sent, and keep their text after a failure',
  async (_, { page, endpoint, fields, button, opener }) => {
    const answer = mockDelayedReply(
      endpoint,
      () => ({ success: false, code: 'unavailable', message: 'Later' }),
      503,
    )
    renderPage(page, '/form')
    if (opener !== undefined) await userEvent.click(screen.getByRole('button', { name: opener }))
    for (const [label, text] of Object.entries(fields)) {
      await userEvent.click(screen.getByLabelText(label))
      await userEvent.paste(text)
    }
    if (button !== undefined) await userEvent.click(screen.getByRole('button', { name: button }))

    const inputs = Object.keys(fields).map((label) => screen.getByLabelText(label))
    await waitFor(() => expect(inputs.every((input) => isReadOnly(input))).toBe(true))
    answer()
    await waitFor(() => expect(inputs.some((input) => isReadOnly(input))).toBe(false))
    expect(inputs.map((input) => input instanceof HTMLInputElement && input.value)).toEqual(
      Object.values(fields),
    )
  },
)

function isReadOnly(input: HTMLElement): boolean {
  return input instanceof HTMLInputElement && input.readOnly
}
