import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../testing/fake-api.ts'
import { renderRoutes } from '../testing/render-page.tsx'
import { installFakeClock } from '../testing/fake-clock.ts'
import { OfflineBar } from './offline-bar.tsx'

afterEach(() => document.documentElement.removeAttribute('data-offline'))

test('losing the connection for less than a second shows nothing', async () => {
  const { advanceTime } = renderOfflineBar('/posts')
  goOffline()
  await advanceTime(900)
  goOnline()
  await advanceTime(5000)
  expect(getStatusText()).toBe('')
})

test.each([
  ['/posts', true, 'You are offline. What you read and write is kept.'],
  ['/settings', true, 'You are offline. Changes need a connection.'],
  ['/posts', false, 'You are offline. Other pages need a connection.'],
])('on %s, for a member: %s, the bar says «%s»', async (path, isMember, text) => {
  const { advanceTime } = renderOfflineBar(path, isMember)
  goOffline()
  await advanceTime(1100)
  expect(getStatusText()).toBe(text)
  expect(document.documentElement.hasAttribute('data-offline')).toBe(true)
})

test('the bar is shown at once if the page was opened without a connection', () => {
  goOffline()
  renderOfflineBar('/posts')
  expect(getStatusText()).toContain('You are offline')
})

test('once the server can be reached again, the bar says so for a moment', async () => {
  fakeApi.use(http.get('*/healthz', () => HttpResponse.text('ok')))
  const { advanceTime } = renderOfflineBar('/posts')
  goOffline()
  await advanceTime(1100)
  goOnline()
  await vi.waitFor(() => expect(getStatusText()).toBe('You are back online.'))
  await advanceTime(4100)
  expect(getStatusText()).toBe('')
  expect(document.documentElement.hasAttribute('data-offline')).toBe(false)
})

test('a network that does not reach the server does not count as a connection', async () => {
  fakeApi.use(http.get('*/healthz', () => HttpResponse.error()))
  const { advanceTime } = renderOfflineBar('/posts')
  goOffline()
  await advanceTime(1100)
  goOnline()
  await advanceTime(1000)
  expect(getStatusText()).toContain('You are offline')
  await advanceTime(9000)
  expect(getStatusText()).toBe('')
})

test('the messages page has its own line, and no bar', () => {
  goOffline()
  renderOfflineBar('/messages')
  expect(getStatusText()).toBe('')
  expect(document.documentElement.hasAttribute('data-offline')).toBe(false)
})

function renderOfflineBar(path: string, isMember = true) {
  const time = installFakeClock()
  renderRoutes([{ path: '*', element: <OfflineBar isMember={isMember} /> }], path)
  return time
}

function getStatusText(): string {
  return screen.getByRole('status').textContent
}

function goOffline() {
  setOnline(false)
}

function goOnline() {
  setOnline(true)
}

function setOnline(onLine: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')))
}
