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

  await advanceTime(1000)
  expect(screen.queryAllByText('Profile updated successfully')).toEqual([])
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
