import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { countOpenedSockets, getLastSocket } from '../../../testing/fake-socket.ts'
import { mockMessages, renderMessagesPage } from '../../../testing/render-messages-page.tsx'

test('a lost connection is reported, then each reconnect attempt with its number, and after the tenth an error with Retry', async () => {
  const { user, advanceTime } = installFakeClock()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  mockMessages([])
  renderMessagesPage()
  getLastSocket().accept()
  expect(getBadgeText()).toBe('Connected')

  getLastSocket().disconnect()
  expect(getBadgeText()).toBe('Connection lost, reconnecting...')
  await advanceTime(4900)
  expect(getBadgeText()).toBe('Connection lost, reconnecting...')
  await advanceTime(200)
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(getBadgeText()).toBe(`Reconnecting... (Attempt ${attempt})`)
    getLastSocket().disconnect()
    expect(getBadgeText()).toBe(
      attempt < 10 ? `Reconnecting... (Attempt ${attempt})` : 'Connection error',
    )
    await advanceTime(Math.min(5000 * 1.5 ** attempt, 30_000) + 100)
  }
  expect(getBadgeText()).toBe('Connection error')

  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(getBadgeText()).toBe('Connecting…')
  getLastSocket().accept()
  expect(getBadgeText()).toBe('Connected')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test.each([1000, 1001])(
  'a connection closed with %i is an error, and Retry connects',
  async (code) => {
    const { user, advanceTime } = installFakeClock()
    mockMessages([])
    renderMessagesPage()
    getLastSocket().accept()

    getLastSocket().disconnect(code)
    expect(getBadgeText()).toBe('Connection error')
    await advanceTime(60_000)
    expect([getBadgeText(), countOpenedSockets()]).toEqual(['Connection error', 1])

    await user.click(screen.getByRole('button', { name: 'Retry' }))
    getLastSocket().accept()
    expect(getBadgeText()).toBe('Connected')
  },
)

function getBadgeText(): string | undefined {
  const statuses = document.querySelectorAll('[role=status]')
  const texts = [...statuses].map(({ textContent }) => textContent)
  return texts.find((text) => /^(Connect|Reconnect)/.test(text))
}
