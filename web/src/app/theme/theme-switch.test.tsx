import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import './theme-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

test('the theme menu offers light, dark and system, and stores the choice', async () => {
  renderPage(<ThemeSwitch />)

  await userEvent.click(screen.getByRole('button', { name: 'Theme' }))
  const items = await screen.findAllByRole('menuitemradio')
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
    ['Light', 'false'],
    ['Dark', 'false'],
    ['System', 'true'],
  ])

  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})
