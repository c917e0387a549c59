import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { changePassword, deleteAccount, sendPasswordCode } from '@dolph/contract/accounts/accounts'
import { getViewer, type Viewer } from '@dolph/contract/accounts/viewer'
import { listPasskeys } from '@dolph/contract/accounts/passkeys'
import { endOtherSessions, listSessions } from '@dolph/contract/accounts/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Layout } from '../../../app/layout.tsx'
import { RequireSignIn } from '../../../app/routes/require-sign-in.tsx'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import '../../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { fillField } from '../../../testing/form-helpers.ts'
import { SettingsPage } from './settings-page.tsx'

const DONE = { success: true, message: 'ok' } as const
const QUESTION = 'Are you sure you want to delete your account? This action cannot be undone.'
const LOAD_FAILED = 'Failed to load user data. Please refresh the page.'
const ada = createViewerFixture()
const grace = createViewerFixture({ userName: 'grace', googleId: 'google' })
const thisSession = createSession({ isThisOne: true, device: 'Firefox on Linux' })
const OTHER_ID = '0198c5a0-0000-7000-8000-000000000012'
const otherSession = createSession({ _id: OTHER_ID, device: 'Safari on iPhone' })

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  mockReply(listSessions, { success: true, data: [thisSession, otherSession] })
  mockReply(listAccountEvents, { success: true, data: [], nextCursor: null })
  mockReply(listPasskeys, { success: true, data: [] })
})

test('a member with a password finds Change Password and Delete Account', async () => {
  openSettings()
  expect(screen.getByText('Account Settings').tagName).toBe('H1')
  expect(screen.getByText('Change Password').tagName).toBe('H3')
  expect((await screen.findByText('Delete Account')).tagName).toBe('H3')
})

test('the settings have five parts, and the email is found there', async () => {
  openSettings()
  await screen.findByText('Delete Account')
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(parts).toEqual(['Account', 'Sign-in and security', 'Notifications', 'Safety', 'Your data'])
  const account = within(screen.getByRole('region', { name: 'Account' }))
  expect(account.getByText(ada.email)).toBeTruthy()
  expect(account.getByRole('link', { name: 'Change email' }).getAttribute('href')).toBe(
    '/profile#email',
  )
})

test('a member with a passkey alone reads that they sign in with it, and what to check', async () => {
  openSettings('/settings', createViewerFixture({ signInMethods: ['passkey'] }))
  expect(
    screen.getByText('You sign in with a passkey. This address is used for emails.'),
  ).toBeTruthy()
  expect(await screen.findByText(/remove passkeys that are not yours\.$/)).toBeTruthy()
})

test('a member whose data cannot be loaded is asked to refresh the page', async () => {
  document.cookie = 'signed-in=1; Path=/'
  mockRefusal(getViewer, 503, { code: 'unavailable', message: 'Later' })
  openSettings('/settings', 'unknown')
  expect(await screen.findByText(LOAD_FAILED)).toBeTruthy()
  expect(screen.queryByText('Account Settings')).toBeNull()
})

describe('changing the password', () => {
  test('needs a code from the mail', async () => {
    const codes = mockReply(sendPasswordCode, { success: true, message: '' })
    const calls = mockReply(changePassword, DONE)
    mockReply(getViewer, { success: true, _id: ada._id, data: ada })
    openSettings()
    await typePasswords()
    expect(screen.queryByLabelText('Verification code')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send verification code' }))

    expect(await screen.findByText('Verification code sent to your email')).toBeTruthy()
    const code = screen.getByLabelText('Verification code')
    expect([document.activeElement, codes.length]).toEqual([code, 1])
    await userEvent.type(code, '123456{Enter}')

    expect(await screen.findAllByText('Password updated successfully')).not.toEqual([])
    expect(calls.map(({ body }) => body)).toMatchObject([
      { currentPassword: 'Harbour1', newPassword: 'Lagoon42', verificationCode: '123456' },
    ])
    await waitFor(() => expect(screen.queryByLabelText('Verification code')).toBeNull())
    expect(screen.queryByLabelText('Current password')).toBeNull()
  })

  test('needs the new password twice', async () => {
    openSettings()
    await typePasswords({ confirmation: 'Lagoon43' })
    await userEvent.click(screen.getByRole('button', { name: 'Send verification code' }))
    expect(await screen.findByText('New passwords do not match')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Confirm new password'))
  })

  test('needs every field, and the code once it was sent', async () => {
    const codes = mockReply(sendPasswordCode, { success: true, message: '' })
    const calls = mockReply(changePassword, DONE)
    openSettings()
    await openPasswordForm()
    await userEvent.click(screen.getByRole('button', { name: 'Send verification code' }))
    for (const label of ['Current password', 'New password']) {
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
    }
    expect(codes).toEqual([])
    await typePasswords()
    await userEvent.click(screen.getByRole('button', { name: 'Send verification code' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Update password' }))
    expect(await screen.findByText('Enter the 6 digits of the code')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('shows when no code could be sent', async () => {
    mockNetworkError(sendPasswordCode)
    openSettings()
    await typePasswords()
    await userEvent.click(screen.getByRole('button', { name: 'Send verification code' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to send verification code')
  })

  test('shows why it was refused, or «Failed to update password»', async () => {
    mockReply(sendPasswordCode, { success: true, message: 'Verification code sent to your email' })
    mockRefusal(changePassword, 400, {
      code: 'invalid-input',
      message: 'Current password is incorrect',
    })
    openSettings()
    await typePasswords()
    await userEvent.click(screen.getByRole('button', { name: 'Send verification code' }))
    await userEvent.type(await screen.findByLabelText('Verification code'), '123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Current password is incorrect')

    mockNetworkError(changePassword)
    await userEvent.click(screen.getByRole('button', { name: 'Update password' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Failed to update password'),
    )
  })

  test('is not offered to an account that signs in with Google', async () => {
    openSettings('/settings', grace)
    await screen.findByText('Firefox on Linux')
    expect(screen.queryByRole('heading', { name: 'Change Password' })).toBeNull()
  })
})

describe('the list of sessions', () => {
  test('marks this browser, and can sign out all others', async () => {
    const calls = mockReply(endOtherSessions, DONE)
    openSettings()
    const list = within(await screen.findByRole('region', { name: 'Active sessions' }))
    expect((await list.findByText('Firefox on Linux')).closest('li')?.textContent).toContain(
      'This browser',
    )
    expect(list.getByText('Safari on iPhone').closest('li')?.textContent).not.toContain(
      'This browser',
    )

    mockReply(listSessions, { success: true, data: [thisSession] })
    await userEvent.click(list.getByRole('button', { name: 'Log out everywhere else' }))

    expect(await screen.findAllByText('Logged out everywhere else')).not.toEqual([])
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
    expect(list.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('shows an error when it cannot be loaded', async () => {
    mockNetworkError(listSessions)
    openSettings()
    expect(await screen.findByText(LOAD_FAILED)).toBeTruthy()
  })
})

describe('deleting the account', () => {
  test('needs the password, confirms the deletion and leads to the homepage after two seconds', async () => {
    const { user, advanceTime } = installFakeClock()
    const calls = mockReply(deleteAccount, DONE)
    localStorage.setItem(`draft:${ada._id}:post:new`, 'Half a thought')
    sessionStorage.setItem('auth', 'true')
    const router = openSettings()

    await user.click(await screen.findByRole('button', { name: 'Delete account' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete account' })
    expect(dialog.textContent).toContain(QUESTION)
    await user.type(within(dialog).getByLabelText('Password'), 'Harbour1{Enter}')

    const notice = 'Account deleted successfully. Redirecting to homepage...'
    expect(await screen.findAllByText(notice)).not.toEqual([])
    expect(calls.map(({ body }) => body)).toEqual([{ password: 'Harbour1' }])
    expect([localStorage.length, sessionStorage.getItem('auth')]).toEqual([0, null])
    await advanceTime(1500)
    expect(router.state.location.pathname).toBe('/settings')
    await advanceTime(600)
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
    expect(screen.queryByRole('button', { name: 'Account of ada' })).toBeNull()
  })

  test('without a password shows that it is required', async () => {
    openSettings()
    const dialog = await openDeleteDialog()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }))
    expect(await within(dialog).findByText('Password is required')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Password'))
  })

  test('shows why it failed', async () => {
    mockRefusal(deleteAccount, 400, { code: 'invalid-input', message: 'Incorrect password' })
    openSettings()
    const dialog = await openDeleteDialog()
    await userEvent.type(within(dialog).getByLabelText('Password'), 'nope{Enter}')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Incorrect password')

    mockNetworkError(deleteAccount)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }))
    await waitFor(() =>
      expect(within(dialog).getByRole('alert').textContent).toBe(
        'Failed to delete account. Please try again.',
      ),
    )
  })

  test('can be cancelled', async () => {
    openSettings()
    const dialog = await openDeleteDialog()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('with Google needs a second confirmation and a sign-in', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    openSettings('/settings', grace)
    const dialog = await openDeleteDialog()
    expect(within(dialog).queryByLabelText('Password')).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }))

    await screen.findByRole('alertdialog', { name: 'Sign in once more' })
    expect(assign).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Google' }))
    expect(assign).toHaveBeenCalledWith('/api/users/auth/google?deleteAccount=true')
  })

  test('returns from Google to the last confirmation', async () => {
    const calls = mockReply(deleteAccount, DONE)
    openSettings('/settings?reauthenticated=1', grace)
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete account' })
    expect(dialog.textContent).toContain(QUESTION)
    expect(calls).toEqual([])

    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{}]))
  })

  test('shows when the Google sign-in could not start', async () => {
    openSettings('/settings?error=google', grace)
    expect(
      await screen.findAllByText('Failed to initiate Google login. Please try again.'),
    ).not.toEqual([])
  })
})

function openSettings(path = '/settings', viewer: Viewer | 'unknown' = ada) {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          { path: '/', lazy: { Component: async () => () => <h1>Home</h1> } },
          { path: '/login', element: <h1>Welcome Back</h1> },
          { Component: RequireSignIn, children: [{ path: '/settings', Component: SettingsPage }] },
        ],
      },
    ],
    path,
    viewer === 'unknown' ? undefined : viewer,
  )
}

async function openDeleteDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  return screen.findByRole('alertdialog', { name: 'Delete account' })
}

async function openPasswordForm() {
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

async function typePasswords({ confirmation = 'Lagoon42' } = {}) {
  if (!screen.queryByLabelText('Current password')) await openPasswordForm()
  await fillField('Current password', 'Harbour1')
  await fillField('New password', 'Lagoon42')
  await fillField('Confirm new password', confirmation)
}

function createSession(fields: object) {
  return {
    _id: '0198c5a0-0000-7000-8000-000000000011',
    device: 'Some browser',
    signedInAt: '2026-01-02T03:04:05.678Z',
    lastSeenAt: '2026-01-02T04:04:05.678Z',
    isThisOne: false,
    ...fields,
  }
}
