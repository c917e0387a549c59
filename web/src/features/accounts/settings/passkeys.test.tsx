import {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@dolph/contract/accounts/passkeys'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import {
  createBrowserFailure,
  createPasskeyFixture,
  creationOptions,
  fakeCredentialId,
  installFakePasskeys,
} from '../../../testing/fake-passkeys.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { Passkeys } from './passkeys.tsx'

const phone = createPasskeyFixture({
  _id: '0198c5a0-0000-7000-8000-000000000032',
  name: 'My phone',
  isBackedUp: true,
  lastUsedAt: '2026-01-02T03:04:05.678Z',
})

test('a member without passkeys adds one, and gives it a name', async () => {
  installFakePasskeys()
  showPasskeys([])
  expect(await screen.findByText('You have no passkey yet.')).toBeTruthy()
  mockReply(startPasskey, { success: true, data: creationOptions })
  const added = createPasskeyFixture()
  const calls = mockReply(addPasskey, { success: true, data: added })
  mockReply(listPasskeys, { success: true, data: [added] })

  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))

  const input = await screen.findByLabelText<HTMLInputElement>('Name of the passkey')
  expect([input.value, input.selectionEnd]).toEqual(['Firefox on Linux', 16])
  expect(calls.map(({ body }) => body)).toMatchObject([
    { credential: { id: fakeCredentialId, response: { transports: ['internal'] } } },
  ])

  const named = { ...added, name: 'Desk' }
  const renames = mockReply(renamePasskey, { success: true, data: named })
  mockReply(listPasskeys, { success: true, data: [named] })
  await userEvent.keyboard('Desk{Enter}')
  expect(await screen.findByText('Desk')).toBeTruthy()
  expect(renames.map(({ body }) => body)).toEqual([{ name: 'Desk' }])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Desk' })),
  )
})

test.each([
  ['NotAllowedError', 'No passkey was used. You can try again or choose another way.'],
  ['InvalidStateError', 'This device has a passkey for your account already.'],
  [
    'ConstraintError',
    'This device cannot keep a passkey. Set up a screen lock, or use another device or a security key.',
  ],
  ['UnknownError', 'The passkey could not be used. Please try again.'],
])('a browser that fails with %s is explained', async (name, text) => {
  const browser = installFakePasskeys()
  browser.create.mockRejectedValue(createBrowserFailure(name))
  showPasskeys([])
  mockReply(startPasskey, { success: true, data: creationOptions })
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('a dialog that nobody answers in time is said to have taken too long', async () => {
  const browser = installFakePasskeys()
  browser.create.mockRejectedValue(createBrowserFailure('NotAllowedError'))
  showPasskeys([])
  mockReply(startPasskey, { success: true, data: { ...creationOptions, timeout: 0 } })
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'That took too long. Please try again.',
  )
})

test('a refusal of the server is shown, and a lost connection too', async () => {
  installFakePasskeys()
  showPasskeys([])
  const message = 'This passkey is already in use.'
  mockReply(startPasskey, { success: true, data: creationOptions })
  mockRefusal(addPasskey, 409, { code: 'conflict', message })
  const add = await screen.findByRole('button', { name: 'Add a passkey' })
  await userEvent.click(add)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  mockNetworkError(startPasskey)
  await userEvent.click(add)
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The passkey could not be added. Please try again.',
    ),
  )
})

describe('the list', () => {
  test('says when each was added and used, and which are synced', async () => {
    showPasskeys([createPasskeyFixture(), phone])
    const rows = within(await screen.findByRole('list', { name: 'Your passkeys' }))
    const texts = rows.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(texts[0]).toContain('not used yet')
    expect(texts[0]).not.toContain('Synced')
    expect(texts[1]).toContain('My phoneSynced')
    expect(texts[1]).toContain('last used')
  })

  test('without WebAuthn offers no button, and says why', async () => {
    showPasskeys([phone])
    expect(await screen.findByText(/This browser cannot use passkeys here/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove My phone' })).toBeTruthy()
  })

  test('of ten passkeys takes no further one', async () => {
    installFakePasskeys()
    showPasskeys(
      Array.from({ length: 10 }, (_, nth) =>
        createPasskeyFixture({ _id: `0198c5a0-0000-7000-8000-00000000010${nth}` }),
      ),
    )
    await screen.findByRole('list', { name: 'Your passkeys' })
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('that cannot be loaded says so', async () => {
    mockNetworkError(listPasskeys)
    renderPage(<Passkeys />, '/settings', createViewerFixture())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The passkeys could not be loaded. Please refresh the page.',
    )
  })
})

describe('removing a passkey', () => {
  test('asks first, and the list keeps the focus', async () => {
    showPasskeys([phone])
    const calls = mockReply(removePasskey, { success: true, message: 'Passkey removed' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove My phone' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove passkey' }))
    expect(dialog.getByText('My phone')).toBeTruthy()
    expect(calls).toEqual([])
    mockReply(listPasskeys, { success: true, data: [] })
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy()
    expect(await screen.findAllByText('Passkey removed')).not.toEqual([])
    await waitFor(() =>
      expect(document.activeElement?.textContent).toContain('You have no passkey yet.'),
    )
  })

  test('that is the only way to log in is refused with a reason', async () => {
    showPasskeys([phone])
    const message = 'This passkey is your only way to log in. Add another one before you remove it.'
    mockRefusal(removePasskey, 409, { code: 'conflict', message })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove My phone' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findAllByText(message)).not.toEqual([])
    expect(screen.getByText('My phone')).toBeTruthy()
  })

  test('can be cancelled', async () => {
    showPasskeys([phone])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove My phone' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

test('a name that is empty, refused or unchanged', async () => {
  showPasskeys([phone])
  await userEvent.click(await screen.findByRole('button', { name: 'Rename My phone' }))
  const input = screen.getByLabelText('Name of the passkey')
  await userEvent.clear(input)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(document.activeElement).toBe(input)
  mockNetworkError(renamePasskey)
  await userEvent.type(input, 'Old phone{Enter}')
  await screen.findAllByText('The name could not be saved. Please try again.')
  await userEvent.clear(input)
  await userEvent.type(input, 'My phone{Enter}')
  await waitFor(() => expect(screen.queryByLabelText('Name of the passkey')).toBeNull())
})

function showPasskeys(passkeys: Passkey[]) {
  mockReply(listPasskeys, { success: true, data: passkeys })
  return renderPage(<Passkeys />, '/settings', createViewerFixture())
}
