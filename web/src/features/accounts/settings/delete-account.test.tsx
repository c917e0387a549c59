import { deleteAccount, sendProofCode } from '@dolph/contract/accounts/accounts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { DeleteAccount } from './delete-account.tsx'

const DONE = { success: true, message: 'ok' } as const

test('the final button works once, however often it and Enter are pressed', async () => {
  const calls = mockReply(deleteAccount, DONE)
  const onDeleted = vi.fn<() => void>()
  const { button, password } = await openDialog(onDeleted)

  fireEvent.click(button)
  fireEvent.click(button)
  fireEvent.submit(password.closest('form') ?? password)

  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  fireEvent.click(button)
  fireEvent.submit(password.closest('form') ?? password)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'Harbour1' }])
})

test('after a wrong password the final button works again', async () => {
  mockRefusal(deleteAccount, 400, { code: 'invalid-input', message: 'Incorrect password' })
  const onDeleted = vi.fn<() => void>()
  const { button, password } = await openDialog(onDeleted)
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect password')
  expect(password).toHaveProperty('value', 'Harbour1')

  mockReply(deleteAccount, DONE)
  await userEvent.click(button)
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
})

test('a member with GitHub alone gives the code that was mailed for it', async () => {
  const codes = mockReply(sendProofCode, { success: true, message: 'ok' })
  const calls = mockReply(deleteAccount, DONE)
  const viewer = createViewerFixture({ githubLogin: 'octocat', signInMethods: ['github'] })
  const onDeleted = vi.fn<() => void>()
  renderPage(<DeleteAccount proofMethod="code" onDeleted={onDeleted} />, '/settings', viewer)
  expect(codes).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete account' }))
  expect(await dialog.findByText(`We sent a code to ${viewer.email}.`)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await dialog.findByText('Enter the 6 digits of the code')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Verification code'), '123456{Enter}')
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(codes.map(({ body }) => body)).toEqual([{ purpose: 'delete-account' }])
  expect(calls.map(({ body }) => body)).toEqual([{ code: '123456' }])
})

async function openDialog(onDeleted: () => void) {
  renderPage(
    <DeleteAccount proofMethod="password" onDeleted={onDeleted} />,
    '/settings',
    createViewerFixture(),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete account' }))
  const password = dialog.getByLabelText('Password')
  await userEvent.type(password, 'Harbour1')
  return { button: dialog.getByRole('button', { name: 'Delete account' }), password }
}
