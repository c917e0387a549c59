import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './toast-layer.tsx'
import { toast, Toasts } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a toast disappears after three seconds', async () => {
  render(<Toasts />)
  await showToast(() => toast.success('Profile updated successfully'))
  expect(screen.getAllByText('Profile updated successfully')).not.toEqual([])

  await advanceTime(2900)
  expect(screen.getAllByText('Profile updated successfully')).not.toEqual([])

  await advanceTime(200)
  expect(screen.queryAllByText('Profile updated successfully')).toEqual([])
})

test('each of the four kinds of toasts has its own icon', async () => {
  render(<Toasts />)
  const icons = new Set<string | undefined>()
  for (const kind of ['success', 'error', 'warning', 'info'] as const) {
    await showToast(() => toast[kind](`A toast: ${kind}`))
    const [title] = screen.getAllByText(`A toast: ${kind}`)
    icons.add(title?.parentElement?.querySelector('svg')?.outerHTML)
    await advanceTime(4000)
  }
  expect(icons.size).toBe(4)
  expect(icons).not.toContain(undefined)
})

test('a toast can be closed', async () => {
  render(<Toasts />)
  await showToast(() => toast.error('Failed to load projects'))

  fireEvent.click(screen.getByLabelText('Close'))
  await advanceTime(500)

  expect(screen.queryByLabelText('Close')).toBeNull()
})

test('the same text twice is one toast', async () => {
  render(<Toasts />)
  await showToast(() => toast.error('Failed to load projects'))
  await showToast(() => toast.error('Failed to load projects'))
  expect(screen.getAllByLabelText('Close')).toHaveLength(1)
  await advanceTime(4000)
})

async function showToast(show: () => void) {
  await act(async () => show())
  await advanceTime(50)
}

async function advanceTime(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}
