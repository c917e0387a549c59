import { AccountEventKind, listAccountEvents } from '@dolph/contract/accounts/account-events'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { fakeApi, mockNetworkError, mockReply } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { AccountActivity } from './account-activity.tsx'

test('lists what happened, on which device and when, and shows more on demand', async () => {
  const hourAgo = new Date(Date.now() - 3 * 3_600_000).toISOString()
  fakeApi.use(
    http.get(`*${listAccountEvents.url}`, ({ request }) => {
      const isSecond = new URL(request.url).searchParams.get('cursor') === 'next'
      return HttpResponse.json({
        success: true,
        data: [
          createEvent(isSecond ? 2 : 1, {
            method: isSecond ? 'password' : 'google',
            createdAt: hourAgo,
          }),
        ],
        nextCursor: isSecond ? null : 'next',
      })
    }),
  )
  openActivity()
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toBe('Logged in with GoogleFirefox on Linux · 3 hours ago')

  await pressButton('Show more')

  expect(await screen.findByText('Logged in')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('every kind of event has a text of its own', async () => {
  const data = AccountEventKind.options.map((kind, index) => createEvent(index, { kind }))
  mockReply(listAccountEvents, { success: true, data, nextCursor: null })
  openActivity()
  const items = await screen.findAllByRole('listitem')
  expect(new Set(items.map(({ textContent }) => textContent)).size).toBe(data.length)
})

test('an account without events says so', async () => {
  mockReply(listAccountEvents, { success: true, data: [], nextCursor: null })
  openActivity()
  expect(screen.getByText('Loading activity')).toBeTruthy()
  expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy()
})

test('a list that cannot be loaded can be tried again', async () => {
  mockNetworkError(listAccountEvents)
  openActivity()
  expect((await screen.findByRole('alert')).textContent).toBe('The activity could not be loaded.')
  mockReply(listAccountEvents, { success: true, data: [createEvent(1)], nextCursor: null })
  await pressButton('Try Again')
  expect(await screen.findByText('Logged in')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

function openActivity() {
  renderPage(<AccountActivity otherWayIn={undefined} />, '/settings', createViewerFixture())
}

function createEvent(number: number, fields = {}) {
  return {
    _id: `0198c5a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    kind: 'signed-in' as const,
    method: null,
    device: 'Firefox on Linux',
    createdAt: new Date().toISOString(),
    ...fields,
  }
}
