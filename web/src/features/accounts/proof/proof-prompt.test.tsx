import { giveProof, sendProofCode } from '@dolph/contract/accounts/accounts'
import { startPasskeyProof } from '@dolph/contract/accounts/passkeys'
import { readSecondFactor } from '@dolph/contract/accounts/second-factor'
import type { Viewer } from '@dolph/contract/accounts/viewer'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { useMutation } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { Link } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callEndpoint } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import {
  fakeApi,
  mockNetworkError,
  mockRawReply,
  mockRefusal,
  mockReply,
} from '../../../testing/fake-api.ts'
import {
  createBrowserFailure,
  fakeCredentialId,
  installFakePasskeys,
  requestOptions,
} from '../../../testing/fake-passkeys.ts'
import { createOwnProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { lazyProofDialog, ProofPrompt } from './proof-prompt.tsx'

const NEW_EMAIL = 'countess@dolph.example'
const PROOF_NEEDED = { code: 'proof-needed', message: 'Please confirm that it is you.' } as const

beforeEach(async () => {
  await lazyProofDialog.loadAndWait()
})

test('a call that needs proof waits for the password and then goes on by itself', async () => {
  const refused = mockRefusal(updateProfile, 403, PROOF_NEEDED)
  const proofs = mockReply(giveProof, { success: true, message: 'Confirmed' })
  const dialog = await openDialog()
  const input = within(dialog).getByLabelText('Password')
  expect(document.activeElement).toBe(input)
  expect(input.getAttribute('autocomplete')).toBe('current-password')
  const accepted = acceptUpdate()

  await userEvent.type(input, 'Harbour1{Enter}')

  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(proofs.map(({ body }) => body)).toEqual([{ password: 'Harbour1' }])
  expect([refused, accepted].map((calls) => calls.map(({ body }) => body))).toEqual([
    [{ email: NEW_EMAIL }],
    [{ email: NEW_EMAIL }],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['Escape', async () => userEvent.keyboard('{Escape}')],
  ['Cancel', async () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('%s leaves everything as typed and sends nothing', async (_, cancel) => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  await openDialog()
  await cancel()
  expect(
    await screen.findByText('Nothing was changed, because you did not confirm it’s you.'),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Email')).toHaveProperty('value', NEW_EMAIL)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))

  // The next attempt asks again, with an empty field.
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByLabelText('Password')).toHaveProperty('value', '')
})

test('a wrong or missing password is shown at its field, which keeps the focus', async () => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  mockRefusal(giveProof, 400, {
    code: 'invalid-input',
    message: 'Incorrect password',
    fields: { password: 'Incorrect password' },
  })
  const dialog = within(await openDialog())
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await dialog.findByText('Password is required')).toBeTruthy()

  await userEvent.type(dialog.getByLabelText('Password'), 'nope{Enter}')

  expect(await dialog.findByText('Incorrect password')).toBeTruthy()
  expect(dialog.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(dialog.getByLabelText('Password'))
  expect(dialog.queryByRole('alert')?.textContent).not.toContain('could not be confirmed')
})

test('too many attempts say how long to wait, and a lost connection says so', async () => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  refuseProofFor(250)
  const dialog = within(await openDialog())
  await userEvent.type(dialog.getByLabelText('Password'), 'Harbour1{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Too many attempts. Please try again in 5 minutes.',
  )
  refuseProofFor(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toContain('try again in 1 second.'),
  )
  mockNetworkError(giveProof)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toBe(
      'This could not be confirmed. Please try again.',
    ),
  )
})

test('two calls that need proof at once share one dialog', async () => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  // No second endpoint asks for proof yet.
  mockRawReply(readOwnProfile, 403, { success: false, ...PROOF_NEEDED })
  const proofs = mockReply(giveProof, { success: true, message: 'Confirmed' })
  const dialog = await openDialog()
  const reading = callEndpoint(readOwnProfile, {})
  acceptUpdate()
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture() })
  await userEvent.type(within(dialog).getByLabelText('Password'), 'Harbour1{Enter}')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect((await reading).data.userName).toBe('ada')
  expect(proofs).toHaveLength(1)
})

test('an account with Google is sent there, and sees the result on its return', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const grace = createViewerFixture({ googleId: 'google' })
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  const dialog = within(await openDialog(grace))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Continue with Google' }))
  expect(assign).toHaveBeenCalledWith('/api/users/auth/google?proofFor=/settings')
})

describe('a member with GitHub alone', () => {
  const octocat = createViewerFixture({ githubLogin: 'octocat', signInMethods: ['github'] })

  test('is proved by a code, which is mailed at once', async () => {
    mockRefusal(updateProfile, 403, PROOF_NEEDED)
    const codes = mockReply(sendProofCode, { success: true, message: 'ok' })
    const proofs = mockReply(giveProof, { success: true, message: 'Confirmed' })
    const dialog = within(await openDialog(octocat))
    expect(await dialog.findByText(`We sent a code to ${octocat.email}.`)).toBeTruthy()
    expect(codes.map(({ body }) => body)).toEqual([{ purpose: 'proof' }])
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('Enter the 6 digits of the code')).toBeTruthy()
    acceptUpdate()
    await userEvent.type(dialog.getByLabelText('Verification code'), '123456{Enter}')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(proofs.map(({ body }) => body)).toEqual([{ code: '123456' }])
  })

  test('sees that a code is wrong, that an earlier one still works, and when none could be sent', async () => {
    mockRefusal(updateProfile, 403, PROOF_NEEDED)
    mockRefusal(sendProofCode, 429, { code: 'too-many-requests', message: 'Please wait.' })
    mockRefusal(giveProof, 400, {
      code: 'invalid-input',
      message: 'Invalid or expired verification code.',
      fields: { code: 'Invalid or expired verification code.' },
    })
    const dialog = within(await openDialog(octocat))
    expect(await dialog.findByText(/The code we just sent you still works/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: /Send another code in/ })).toHaveProperty(
      'disabled',
      true,
    )
    await userEvent.type(dialog.getByLabelText('Verification code'), '123456{Enter}')
    expect(await dialog.findByText('Invalid or expired verification code.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Verification code'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    mockNetworkError(sendProofCode)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to send verification code')
  })
})

test('an account with an authenticator app can confirm with a code instead', async () => {
  mockReply(readSecondFactor, {
    success: true,
    data: { onSince: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 10 },
  })
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  const proofs = mockReply(giveProof, { success: true, message: 'Confirmed' })
  const dialog = within(await openDialog())
  await userEvent.click(await dialog.findByRole('button', { name: 'Use your authenticator app' }))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  const input = dialog.getByLabelText('Code')
  expect(document.activeElement).toBe(input)
  await userEvent.type(input, '{Enter}')
  expect(dialog.getByText('Enter the 6 digits that your app shows')).toBeTruthy()
  acceptUpdate()
  await userEvent.type(input, '314159{Enter}')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(proofs.map(({ body }) => body)).toEqual([{ appCode: '314159' }])
})

test('an account without one is not offered it', async () => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  const states = mockReply(readSecondFactor, {
    success: true,
    data: { onSince: null, recoveryCodesLeft: 0 },
  })
  const dialog = within(await openDialog())
  await waitFor(() => expect(states).toHaveLength(1))
  expect(dialog.queryByRole('button', { name: 'Use your authenticator app' })).toBeNull()
})

test('a member with a passkey is offered it first, and may still use the password', async () => {
  const browser = installFakePasskeys()
  browser.get.mockRejectedValueOnce(createBrowserFailure('NotAllowedError'))
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  mockReply(startPasskeyProof, { success: true, data: requestOptions })
  const proofs = mockReply(giveProof, { success: true, message: 'Confirmed' })
  const dialog = within(
    await openDialog(createViewerFixture({ signInMethods: ['password', 'passkey'] })),
  )
  expect(dialog.getByLabelText('Password')).toBeTruthy()
  const button = dialog.getByRole('button', { name: 'Use a passkey' })
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'No passkey was used. You can try again or choose another way.',
  )
  acceptUpdate()
  await userEvent.click(button)
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(proofs.map(({ body }) => body)).toMatchObject([{ passkey: { id: fakeCredentialId } }])
})

test('without WebAuthn the password alone is asked for', async () => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  const dialog = within(
    await openDialog(createViewerFixture({ signInMethods: ['password', 'passkey'] })),
  )
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(document.activeElement).toBe(dialog.getByLabelText('Password'))
})

test.each([
  ['given', 'Confirmed. You can save your changes now.'],
  ['failed', 'Google did not confirm that it is you. Please try again.'],
])('the result «%s» is shown once', async (result, text) => {
  const router = renderPage(<Form />, `/profile?proof=${result}`, createViewerFixture())
  expect(await screen.findAllByText(text)).not.toEqual([])
  expect(router.state.location.search).toBe('')
})

test('leaving the page ends the question', async () => {
  mockRefusal(updateProfile, 403, PROOF_NEEDED)
  const router = await renderForm()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('dialog')
  const failed = vi.fn()
  callEndpoint(updateProfile, { body: {} }).catch(failed)
  await router.navigate('/elsewhere')
  await waitFor(() => expect(failed).toHaveBeenCalled())
})

/** A form as any feature has it: nothing in it knows about proof. */
function Form() {
  const [email, setEmail] = useState(NEW_EMAIL)
  const save = useMutation({
    mutationFn: () => callEndpoint(updateProfile, { body: { email } }),
  })
  return (
    <>
      <ProofPrompt />
      <label>
        Email <input value={email} onChange={(event) => setEmail(event.target.value)} />
      </label>
      <button type="button" onClick={() => save.mutate()}>
        Save
      </button>
      {save.isSuccess && <p>Saved</p>}
      {save.error && <p>{getErrorMessage(save.error, 'Failed')}</p>}
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
}

async function renderForm(viewer: Viewer = createViewerFixture()) {
  return renderPage(<Form />, '/profile', viewer)
}

async function openDialog(viewer?: Viewer): Promise<HTMLElement> {
  await renderForm(viewer)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  return screen.findByRole('dialog', { name: 'Confirm it is you' })
}

function acceptUpdate() {
  const data = createOwnProfileFixture({ pendingEmail: NEW_EMAIL })
  return mockReply(updateProfile, { success: true, message: 'ok', data })
}

function refuseProofFor(seconds: number): void {
  fakeApi.use(
    http.post(`*${giveProof.url}`, () =>
      HttpResponse.json(
        { success: false, code: 'too-many-requests', message: 'Too many attempts.' },
        { status: 429, headers: { 'retry-after': String(seconds) } },
      ),
    ),
  )
}
