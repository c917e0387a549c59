import { changePassword, sendPasswordCode } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { ChangePassword } from './change-password.tsx'

const ada = createViewerFixture()
const SENT = { success: true, message: 'Verification code sent to your email' } as const

test('another code to change the password can be sent after a minute', async () => {
  const { user, advanceTime } = installFakeClock()
  const calls = mockReply(sendPasswordCode, SENT)
  await sendFirstCode(user)

  expect(getButton().textContent).toMatch(/^Send another code in (60|59) s$/)
  expect(getButton()).toHaveProperty('disabled', true)
  await advanceTime(61_000)
  await user.click(getButton())
  await expect.poll(() => calls.length).toBe(2)
  await expect.poll(() => getButton().textContent).toMatch(/^Send another code in (60|59) s$/)
})

test('a code that is asked for too early leaves the earlier one good, and sets the countdown', async () => {
  const { user } = installFakeClock()
  mockRefusal(
    sendPasswordCode,
    429,
    {
      code: 'too-many-requests',
      message: 'Please wait 42 seconds before asking for another code.',
    },
    { 'retry-after': '42' },
  )
  await sendFirstCode(user)

  expect(screen.getByRole('status').textContent).toBe('The code we just sent you still works.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(getButton().textContent).toMatch(/^Send another code in 4[012] s$/)
  const calls = mockReply(changePassword, SENT)
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
  await expect.poll(() => calls.length).toBe(1)
  // The form closes.
  expect(await screen.findByRole('button', { name: 'Change password' })).toBe(
    document.activeElement,
  )
})

test('a code that no longer works says so at its field', async () => {
  const { user, advanceTime } = installFakeClock()
  mockReply(sendPasswordCode, SENT)
  const message = 'This code no longer works. Please ask for a new one.'
  mockRefusal(changePassword, 400, {
    code: 'code-expired',
    message,
    fields: { verificationCode: message },
  })
  await sendFirstCode(user)
  await advanceTime(61_000)
  await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  await user.click(getButton())
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('Verification code')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Current password')).toHaveProperty('value', 'Harbour1')
})

async function sendFirstCode(user: UserEvent) {
  renderPage(<ChangePassword email={ada.email} />, '/settings', ada)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await user.type(screen.getByLabelText('Current password'), 'Harbour1')
  await user.type(screen.getByLabelText('New password'), 'Lagoon42')
  await user.type(screen.getByLabelText('Confirm new password'), 'Lagoon42')
  await user.click(screen.getByRole('button', { name: 'Send verification code' }))
  await screen.findByLabelText('Verification code')
}

function getButton(): HTMLElement {
  return screen.getByRole('button', { name: /^Send another code/ })
}

test('the form opens when it is wanted, and Cancel closes it', async () => {
  const { user } = installFakeClock()
  renderPage(<ChangePassword email={ada.email} />, '/settings', ada)
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }))
})
