import { undoUnsubscribe, unsubscribe } from '@dolph/contract/notifications/notifications'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { UnsubscribePage } from './unsubscribe-page.tsx'

test('opening the page changes nothing; the button unsubscribes, and can be undone', async () => {
  const calls = mockReply(unsubscribe, { success: true, kind: 'comment' })
  const undoCalls = mockReply(undoUnsubscribe, { success: true, kind: 'comment' })
  openPage()
  const button = await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(calls).toEqual([])
  await userEvent.click(button)
  expect((await screen.findByRole('status')).textContent).toBe(
    'You no longer get emails about comments.',
  )
  expect(calls).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('You get emails about comments again.')).toBeTruthy()
  expect(undoCalls).toHaveLength(1)
})

test('an unknown link says that it does not work', async () => {
  mockRefusal(unsubscribe, 404, { code: 'not-found', message: 'Unknown link' })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
})

test('without a connection the button can be pressed again', async () => {
  mockNetworkError(unsubscribe)
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  mockReply(unsubscribe, { success: true, kind: 'messages' })
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByText('You no longer get emails about unread messages.')).toBeTruthy()
})

function openPage() {
  const routes = [{ path: '/unsubscribe/:token', Component: UnsubscribePage }]
  return renderRoutes(routes, '/unsubscribe/some-token', null)
}
