import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { useLazyMenu } from './use-lazy-menu.ts'

let isOnline = false
const lazyMenu = createLazyModule(async () => {
  if (!isOnline) throw new Error('Offline')
  return Example
})

test('a menu whose code cannot be loaded says so, and opens with the next press', async () => {
  renderPage(<Opener />)
  const button = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(button)
  expect(await screen.findByText('This could not be loaded. Please try again.')).toBeTruthy()
  expect(button.getAttribute('aria-expanded')).toBe('false')

  isOnline = true
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(
    await screen.findByRole('menuitem', { name: 'Pointer or keyboard: keyboard' }),
  ).toBeTruthy()
})

function Opener() {
  const { wasPressed, pressedBy, buttonProps } = useLazyMenu(lazyMenu)
  return (
    <LazyPart
      part={lazyMenu}
      isEnabled={wasPressed}
      props={{ pressedBy }}
      fallback={
        <button type="button" {...buttonProps}>
          Open
        </button>
      }
    />
  )
}

function Example({ pressedBy }: { pressedBy: 'pointer' | 'keyboard' }) {
  return (
    <Menu trigger={<button type="button">Open</button>} openedBy={pressedBy}>
      <MenuItem onSelect={() => undefined}>Pointer or keyboard: {pressedBy}</MenuItem>
    </Menu>
  )
}
