import { confirmEmail } from '@dolph/contract/accounts/email-change'
import { screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { Layout } from '../../../app/layout.tsx'
import { RequireSignIn } from '../../../app/routes/require-sign-in.tsx'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import '../../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { useViewer } from '../session/use-viewer.ts'

const NEW_EMAIL = 'countess@dolph.example'

test('the link in the mail changes the email address of the member with a single request', async () => {
  const calls = mockReply(confirmEmail, { success: true, message: 'ok', email: NEW_EMAIL })
  openConfirmPage()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirming your new email...')
  expect(await screen.findByRole('heading', { name: 'Email updated successfully' })).toBeTruthy()
  expect(screen.getByText(NEW_EMAIL)).toBeTruthy()
  expect(screen.getByText(`Known as ${NEW_EMAIL}`)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'some-token' }])
  const profileLink = screen.getByRole('link', { name: 'Go to your profile' })
  expect(profileLink.getAttribute('href')).toBe('/profile')
})

test('an expired link shows an error and what to do', async () => {
  const calls = mockRefusal(confirmEmail, 400, {
    code: 'invalid-input',
    message: 'This link is invalid or has expired.',
  })
  openConfirmPage()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is invalid or has expired.',
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Email not updated')
  expect(screen.getByText(/Enter the address in your profile again/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(calls).toHaveLength(1)
})

test('a link that could not reach the server can be tried again', async () => {
  mockNetworkError(confirmEmail)
  openConfirmPage()
  expect(await screen.findByText(/The link may still work/)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Your new email could not be confirmed.')
  mockReply(confirmEmail, { success: true, message: 'ok', email: NEW_EMAIL })
  await pressButton('Try Again')
  expect(await screen.findByRole('heading', { name: 'Email updated successfully' })).toBeTruthy()
})

test('a visitor logs in first and returns to the link', async () => {
  mockRefusal(confirmEmail, 401, { code: 'not-signed-in', message: 'Please log in' })
  const router = openConfirmPage()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toBe('?next=%2Fconfirm-email%2Fsome-token')
})

function openConfirmPage() {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          {
            Component: RequireSignIn,
            children: [{ path: '/confirm-email/:token', Component: StrictModeOutlet }],
          },
          { path: '*', element: <p>Other page</p> },
        ],
      },
    ],
    '/confirm-email/some-token',
    createViewerFixture(),
  )
}

function StrictModeOutlet() {
  return (
    <StrictMode>
      <ConfirmEmailPage />
      <p>Known as {useViewer()?.email}</p>
    </StrictMode>
  )
}
