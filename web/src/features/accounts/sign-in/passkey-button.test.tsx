import {
  logInWithPasskey,
  PASSKEY_UNKNOWN,
  startPasskeyLogin,
} from '@dolph/contract/accounts/passkeys'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import {
  createBrowserFailure,
  fakeCredentialId,
  installFakePasskeys,
  requestOptions,
} from '../../../testing/fake-passkeys.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { LoginPage } from './login-page.tsx'

const DONE = { success: true, message: 'ok' } as const
const ada = createViewerFixture()

test('without WebAuthn there is no button, and nothing is requested', async () => {
  renderPage(<LoginPage />, '/login')
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons.filter((text) => text !== '')).toEqual([
    'Log in',
    'Sign in with Google',
    'Sign in with GitHub',
  ])
})

test('a passkey signs in and leads to the page that the visitor wanted', async () => {
  installFakePasskeys()
  mockReply(startPasskeyLogin, { success: true, data: requestOptions })
  const calls = mockReply(logInWithPasskey, DONE)
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  const router = renderPage(<LoginPage />, '/login?next=/my-posts')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  await screen.findByText('Other page')
  expect(router.state.location.pathname).toBe('/my-posts')
  expect(await screen.findAllByText('Successfully logged in!')).not.toEqual([])
  expect(calls.map(({ body }) => body)).toMatchObject([{ credential: { id: fakeCredentialId } }])
})

test('a passkey that the browser offers in the email field signs in by itself', async () => {
  const browser = installFakePasskeys({ hasAutofill: true })
  mockReply(startPasskeyLogin, { success: true, data: requestOptions })
  mockReply(logInWithPasskey, DONE)
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  renderPage(<LoginPage />, '/login')
  await userEvent.click(screen.getByLabelText('Email'))
  await screen.findByText('Other page')
  expect(browser.get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' })
})

test('the offer in the email field ends for the dialog, begins again after it, and ends with the page', async () => {
  const browser = installFakePasskeys({ hasAutofill: true })
  const signals: (AbortSignal | undefined)[] = []
  browser.get.mockImplementation(async ({ mediation, signal }) => {
    if (mediation !== 'conditional') throw createBrowserFailure('NotAllowedError')
    signals.push(signal)
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(createBrowserFailure('AbortError')))
    })
  })
  mockReply(startPasskeyLogin, { success: true, data: requestOptions })
  const router = renderPage(<LoginPage />, '/login')
  await userEvent.click(screen.getByLabelText('Email'))
  await waitFor(() => expect(signals).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No passkey was used. You can try again or choose another way.',
  )
  await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]))
  await router.navigate('/elsewhere')
  await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]))
})

test('a passkey that the server does not know is explained, and the browser stops to offer it', async () => {
  const browser = installFakePasskeys()
  mockReply(startPasskeyLogin, { success: true, data: requestOptions })
  mockRefusal(logInWithPasskey, 404, { code: 'not-found', message: PASSKEY_UNKNOWN })
  renderPage(<LoginPage />, '/login')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe(PASSKEY_UNKNOWN)
  await waitFor(() =>
    expect(browser.signalUnknownCredential).toHaveBeenCalledWith({
      rpId: 'localhost',
      credentialId: fakeCredentialId,
    }),
  )
})

test('a server that does not answer is explained', async () => {
  installFakePasskeys()
  mockNetworkError(startPasskeyLogin)
  renderPage(<LoginPage />, '/login')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server did not answer. Please try again.',
  )
})
