import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

const texts = {
  title: 'Delete post',
  message: 'Are you sure you want to delete this post?',
  confirmLabel: 'Delete',
}

test('nothing happens until the question is answered', async () => {
  const { onConfirm, onCancel } = renderConfirmDialog()

  const dialog = await screen.findByRole('alertdialog', { name: 'Delete post' })
  expect(dialog.textContent).toContain('Are you sure you want to delete this post?')
  expect(onConfirm).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onCancel).not.toHaveBeenCalled()
})

test('Escape and Cancel both leave everything as it was', async () => {
  const { onConfirm, onCancel } = renderConfirmDialog()
  await screen.findByRole('alertdialog')

  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

  expect(onCancel).toHaveBeenCalledTimes(2)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('while the action is running, the dialog can be neither confirmed nor closed', async () => {
  const { onConfirm, onCancel } = renderConfirmDialog(true)
  await screen.findByRole('alertdialog')

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.keyboard('{Escape}')

  expect(onConfirm).not.toHaveBeenCalled()
  expect(onCancel).not.toHaveBeenCalled()
})

function renderConfirmDialog(busy = false) {
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
  render(
    <ConfirmDialog open danger {...texts} busy={busy} onConfirm={onConfirm} onCancel={onCancel} />,
  )
  return { onConfirm, onCancel }
}
