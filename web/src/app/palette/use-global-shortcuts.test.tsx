import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { setDeviceSwitch } from '../../lib/device-switch.ts'
import { SINGLE_KEY_SHORTCUTS } from '../../lib/shortcuts/single-key-shortcuts.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { closeOverlay, showOverlay } from './overlay-store.ts'
import { Overlays } from './overlays.tsx'
// Imported up front, so that no test waits for the lazy modules.
import './command-palette.tsx'
import './shortcuts-dialog.tsx'

const ada = createViewerFixture()

afterEach(closeOverlay)

test('g followed by a letter opens a page', async () => {
  const router = renderOverlays()
  for (const [key, path] of [
    ['m', '/messages'],
    ['s', '/settings'],
    ['b', '/browse'],
    ['d', '/posts'],
  ]) {
    await userEvent.keyboard(`g${key}`)
    expect(router.state.location.pathname).toBe(path)
  }
})

test('the second key must follow within a second', async () => {
  const { user } = installFakeClock()
  const router = renderOverlays()
  await user.keyboard('g')
  fireEvent(document.body, createDelayedKeydown('m', 1_200))
  expect(router.state.location.pathname).toBe('/here')
})

test('another key in between cancels the shortcut, and g starts it again', async () => {
  const router = renderOverlays()
  await userEvent.keyboard('gxm')
  expect(router.state.location.pathname).toBe('/here')
  await userEvent.keyboard('ggm')
  expect(router.state.location.pathname).toBe('/messages')
})

test('shortcuts take a visitor to public pages only', async () => {
  const router = renderOverlays(null)
  await userEvent.keyboard('gm')
  expect(router.state.location.pathname).toBe('/here')
  await userEvent.keyboard('gb')
  expect(router.state.location.pathname).toBe('/browse')
})

test('in a field, with a modifier key, or while a character is composed, letters are no shortcuts', async () => {
  const router = renderOverlays()
  await userEvent.type(screen.getByRole('textbox'), 'gm?')
  await userEvent.click(document.body)
  await userEvent.keyboard('g{Alt>}m{/Alt}')
  await userEvent.keyboard('g{Shift>}M{/Shift}')
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'm', isComposing: true })

  expect(router.state.location.pathname).toBe('/here')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('? lists the shortcuts, those for members to members only', async () => {
  renderOverlays(null)
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Search')
  expect(dialog.textContent).not.toContain('Go to messages')
})

test('? lists the shortcuts of members to a member', async () => {
  renderOverlays()
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Go to messages')
})

test('single-key shortcuts can be switched off, and on again', async () => {
  const router = renderOverlays()
  await userEvent.keyboard('?')
  const singleKeySwitch = await screen.findByRole('switch', { name: 'Single-key shortcuts' })
  await userEvent.click(singleKeySwitch)
  expect(singleKeySwitch.getAttribute('aria-checked')).toBe('false')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.keyboard('?gm')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.pathname).toBe('/here')

  // The link in the footer still opens the list.
  showOverlay('shortcuts')
  await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('gm')
  expect(router.state.location.pathname).toBe('/messages')
})

test('Ctrl+K opens and closes the palette, even in a field and with single-key shortcuts off', async () => {
  setDeviceSwitch(SINGLE_KEY_SHORTCUTS, false)
  renderOverlays()
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy()
  await userEvent.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
})

test('Ctrl+K opens the palette while the list of shortcuts still fades out', async () => {
  renderOverlays()
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  // An animation that does not end keeps the dialog on the screen.
  dialog.getAnimations = () => [{ finished: new Promise(() => {}) } as unknown as Animation]
  await userEvent.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  await userEvent.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(true)
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy()
})

test('shortcuts open nothing over a dialog that waits for an answer', async () => {
  renderOverlays()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.keyboard('{Control>}k{/Control}?')
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

function renderOverlays(viewer: typeof ada | null = ada) {
  const page = (
    <>
      <Overlays />
      <input aria-label="Title" />
      <div role="alertdialog" aria-label="Sure?">
        <button>Delete</button>
      </div>
    </>
  )
  return renderRoutes([{ path: '*', element: page }], '/here', viewer)
}

function createDelayedKeydown(key: string, milliseconds: number): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() + milliseconds })
  return event
}
