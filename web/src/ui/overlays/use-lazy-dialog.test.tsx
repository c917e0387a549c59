import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { Dialog } from './dialog.tsx'
import { useLazyDialog } from './use-lazy-dialog.ts'

let isOnline = false
const lazyDialog = createLazyModule(async () => {
  if (!isOnline) throw new Error('Offline')
  return Example
})

test('a dialog whose code cannot be loaded says so, and opens with the next press', async () => {
  renderPage(<Opener />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('This could not be loaded. Please try again.')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Example' })).toBeNull()

  isOnline = true
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog', { name: 'Example' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Example' })).toBeNull())
})

function Opener() {
  const { isOpen, wasOpened, open, close } = useLazyDialog(lazyDialog)
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      <LazyPart part={lazyDialog} isEnabled={wasOpened} props={{ isOpen, onClose: close }} />
    </>
  )
}

function Example({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()} title="Example">
      Text
    </Dialog>
  )
}
