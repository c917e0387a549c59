import { deleteAccount } from '@dolph/contract/accounts/accounts'
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

async function openDialog(onDeleted: () => void) {
  renderPage(
    <DeleteAccount withGoogle={false} onDeleted={onDeleted} />,
    '/settings',
    createViewerFixture(),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete account' }))
  const password = dialog.getByLabelText('Password')
  await userEvent.type(password, 'Harbour1')
  return { button: dialog.getByRole('button', { name: 'Delete account' }), password }
}
