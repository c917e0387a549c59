import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chooseTheme, useThemeChoice } from './theme.ts'

const root = document.documentElement

test('without a choice the system decides', () => {
  runPreHydrationScript()
  expect(root.dataset['theme']).toBeUndefined()
  expect(renderHook(useThemeChoice).result.current).toBe('system')
})

test('the choice applies at once and is stored for the next visit', () => {
  const { result } = renderHook(useThemeChoice)

  act(() => chooseTheme('dark'))
  expect(root.dataset['theme']).toBe('dark')
  expect(result.current).toBe('dark')

  delete root.dataset['theme']
  runPreHydrationScript()
  expect(root.dataset['theme']).toBe('dark')
})

test('choosing the system removes the stored choice', () => {
  chooseTheme('light')
  chooseTheme('system')
  runPreHydrationScript()
  expect(root.dataset['theme']).toBeUndefined()
})

test('a choice made in another tab applies here too', () => {
  const { result } = renderHook(useThemeChoice)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }))
  })
  expect(result.current).toBe('light')
})

/** Runs the script that the browser runs before the first paint. */
function runPreHydrationScript() {
  const script = readFileSync(join(import.meta.dirname, '../../public/pre-hydration.js'), 'utf8')
  const listen = vi.spyOn(document, 'addEventListener')
  runInThisContext(`{${script}}`)
  // The listeners would take the clicks of later tests for those before hydration.
  for (const [type, listener, options] of listen.mock.calls)
    document.removeEventListener(type, listener, options)
  listen.mockRestore()
}
