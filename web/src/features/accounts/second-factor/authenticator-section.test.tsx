import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import {
  confirmTotp,
  newRecoveryCodes,
  readSecondFactor,
  removeTotp,
  startTotp,
} from '@dolph/contract/accounts/second-factor'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { AuthenticatorSection } from './authenticator-section.tsx'

const CODES = Array.from({ length: 10 }, (_, nth) => `aaaa-bbbb-cccc-ddd${nth === 0 ? 'z' : nth}`)
const STARTED = {
  secret: 'DOLPHDOLPHDOLPHDOLPHDOLPHDOLPHDO',
  uri: 'otpauth://totp/Dolph:ada%40dolph.example?secret=DOLPHDOLPHDOLPHDOLPHDOLPHDOLPHDO&issuer=Dolph',
  recoveryCodes: CODES,
}
const ON = { onSince: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 10 }

beforeEach(() => {
  mockReply(listAccountEvents, { success: true, data: [], nextCursor: null })
})

describe('setting it up', () => {
  test('shows recovery codes first, which must be saved before the QR code comes', async () => {
    const user = await start()
    expect(document.activeElement?.textContent).toBe('Your recovery codes')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
    expect(screen.getByText(/Keep these codes where you would keep a key/)).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
    await user.click(screen.getByRole('button', { name: 'Continue' }))

    expect(document.activeElement?.textContent).toBe('Scan this code')
    const image = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(image.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/)
    expect(screen.getByText(/DOLP HDOL PHDO/)).toBeTruthy()
  })

  test('can download the codes as a file', async () => {
    const user = await start()
    const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(click).toHaveBeenCalledOnce()
    const [[file]] = createUrl.mock.calls as [[Blob]]
    const text = await file.text()
    for (const code of CODES) expect(text).toContain(code)
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', false)
  })

  test('ends with a code of the app', async () => {
    const user = await start()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    expect(screen.getByText('Enter the 6 digits that your app shows')).toBeTruthy()

    const wrong = 'This code is wrong. Check the clock of your phone and try the next one.'
    mockRefusal(confirmTotp, 400, {
      code: 'invalid-input',
      message: wrong,
      fields: { code: wrong },
    })
    const field = screen.getByLabelText('Code that the app shows')
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ])
    await user.type(field, '111111{Enter}')
    expect(await screen.findByText(wrong)).toBeTruthy()

    const calls = mockReply(confirmTotp, { success: true, message: 'ok' })
    mockReply(readSecondFactor, { success: true, data: ON })
    await user.clear(field)
    await user.type(field, '314 159{Enter}')
    expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ code: '314159' }])
  })

  test('can be cancelled, and the focus goes back to where it began', async () => {
    const user = await start()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Set up an authenticator app' }),
    )
  })

  test('that fails says so', async () => {
    mockNetworkError(startTotp)
    renderSection()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Set up an authenticator app' }),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This did not work. Please try again.',
    )
  })
})

describe('an app that is on', () => {
  test('is switched off after a question', async () => {
    mockReply(readSecondFactor, { success: true, data: ON })
    const calls = mockReply(removeTotp, { success: true, message: 'ok' })
    renderSection()
    await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(calls).toHaveLength(0)
    mockReply(readSecondFactor, { success: true, data: { onSince: null, recoveryCodesLeft: 0 } })
    await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }))
    expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('gets new recovery codes, which are shown once', async () => {
    mockReply(readSecondFactor, { success: true, data: { ...ON, recoveryCodesLeft: 1 } })
    mockReply(newRecoveryCodes, { success: true, data: { recoveryCodes: CODES } })
    const user = userEvent.setup()
    renderSection()
    expect(await screen.findByText('1 recovery code is left. Make new ones soon.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(10)
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
    mockReply(readSecondFactor, { success: true, data: ON })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('listitem')).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New recovery codes'))
  })

  test('without recovery codes says so', async () => {
    mockReply(readSecondFactor, { success: true, data: { ...ON, recoveryCodesLeft: 0 } })
    renderSection()
    expect(await screen.findByText('No recovery codes are left. Make new ones.')).toBeTruthy()
  })
})

test('a state that cannot be loaded says so', async () => {
  mockRefusal(readSecondFactor, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderSection()
  expect((await screen.findByRole('alert')).textContent).toBe('Please slow down.')
})

test('staff reads that it needs one', async () => {
  renderPage(<AuthenticatorSection />, '/settings', createViewerFixture({ role: 'moderator' }))
  expect(await screen.findByText('You need a second factor to review reports.')).toBeTruthy()
})

function renderSection() {
  renderPage(<AuthenticatorSection />, '/settings', createViewerFixture())
}

async function start() {
  const user = userEvent.setup()
  mockReply(startTotp, { success: true, data: STARTED })
  renderSection()
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  await screen.findByText('Your recovery codes')
  return user
}
