import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runPreHydration } from '../testing/run-pre-hydration.ts'
import { chooseTheme, useThemeChoice } from './theme.ts'

const root = document.documentElement

test('without a choice the system decides', () => {
  runPreHydration()()
  expect(root.dataset['theme']).toBeUndefined()
  expect(renderHook(useThemeChoice).result.current).toBe('system')
})

test('the choice applies at once and is stored for the next visit', () => {
  const { result } = renderHook(useThemeChoice)

  act(() => chooseTheme('dark'))
  expect(root.dataset['theme']).toBe('dark')
  expect(result.current).toBe('dark')

  delete root.dataset['theme']
  runPreHydration()()
  expect(root.dataset['theme']).toBe('dark')
})

test('choosing the system removes the stored choice', () => {
  chooseTheme('light')
  chooseTheme('system')
  runPreHydration()()
  expect(root.dataset['theme']).toBeUndefined()
})

test('a choice made in another tab applies here too', () => {
  const { result } = renderHook(useThemeChoice)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }))
  })
  expect(result.current).toBe('light')
})
