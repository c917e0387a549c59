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

test('a toast goes by itself after three seconds', async () => {
  render(<Toasts />)
  await say(() => toast.success('Profile updated successfully'))
  expect(screen.getAllByText('Profile updated successfully')).not.toEqual([])

  await pass(2900)
  expect(screen.getAllByText('Profile updated successfully')).not.toEqual([])

  await pass(1000)
  expect(screen.queryAllByText('Profile updated successfully')).toEqual([])
})

test('a toast can be closed by hand', async () => {
  render(<Toasts />)
  await say(() => toast.error('Failed to load projects'))

  fireEvent.click(screen.getByLabelText('Close'))
  await pass(500)

  expect(screen.queryByLabelText('Close')).toBeNull()
})

test('the same words twice are one toast', async () => {
  render(<Toasts />)
  await say(() => toast.error('Failed to load projects'))
  await say(() => toast.error('Failed to load projects'))
  expect(screen.getAllByLabelText('Close')).toHaveLength(1)
  await pass(4000)
})

async function say(speak: () => void) {
  await act(async () => speak())
  await pass(50)
}

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}
