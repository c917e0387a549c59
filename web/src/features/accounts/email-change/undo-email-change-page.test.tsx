import { getViewer } from '@dolph/contract/accounts/viewer'
import { undoEmailChange } from '@dolph/contract/accounts/email-change'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Layout } from '../../../app/layout.tsx'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import '../../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { UndoEmailChangePage } from './undo-email-change-page.tsx'
import { useViewer } from '../session/use-viewer.ts'

const EMAIL = 'ada@dolph.example'

beforeEach(() => {
  mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Please log in' })
})

test('opening the link changes nothing; the button undoes the change and leads to a new password', async () => {
  const calls = mockReply(undoEmailChange, { success: true, message: 'ok', email: EMAIL })
  openUndoPage()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Undo the change of your email?',
  )
  expect(calls).toEqual([])

  await pressButton('Undo the change')

  expect(await screen.findByRole('heading', { name: 'Your email was changed back' })).toBeTruthy()
  expect(screen.getByText(EMAIL)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'some-token' }])
  const link = screen.getByRole('link', { name: 'Choose a new password' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(await screen.findByText('Signed in: nobody')).toBeTruthy()
})

test('a link that no longer works says why and where to get help', async () => {
  const message = 'This link is invalid or has expired.'
  mockRefusal(undoEmailChange, 400, { code: 'invalid-input', message })
  openUndoPage()
  await pressButton('Undo the change')
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact')
  expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull()
})

test('without a connection the button can be pressed again', async () => {
  mockNetworkError(undoEmailChange)
  openUndoPage()
  await pressButton('Undo the change')
  expect((await screen.findByRole('alert')).textContent).toContain('could not reach the server')
  mockReply(undoEmailChange, { success: true, message: 'ok', email: EMAIL })
  await pressButton('Undo the change')
  expect(await screen.findByRole('heading', { name: 'Your email was changed back' })).toBeTruthy()
})

function openUndoPage() {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [{ path: '/undo-email-change/:token', Component: PageWithViewer }],
      },
    ],
    '/undo-email-change/some-token',
    createViewerFixture(),
  )
}

function PageWithViewer() {
  return (
    <>
      <UndoEmailChangePage />
      <p>Signed in: {useViewer()?.userName ?? 'nobody'}</p>
    </>
  )
}
