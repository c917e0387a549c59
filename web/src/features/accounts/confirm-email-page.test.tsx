import { confirmEmail } from '@dolph/contract/accounts'
import { screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { Layout } from '../../app/layout.tsx'
import { RequireSignIn } from '../../app/require-sign-in.tsx'
import { mockReply, mockNetworkError, mockRefusal } from '../../testing/fake-api.ts'
import { pressButton } from '../../testing/form-helpers.ts'
import '../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/viewer-fixtures.ts'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { useViewer } from './use-viewer.ts'

const NEW = 'countess@dolph.example'

test('the link in the mail gives the member the new address, asking once', async () => {
  const asked = mockReply(confirmEmail, { success: true, message: 'ok', email: NEW })
  openConfirmPage()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirming your new email...')
  expect(await screen.findByRole('heading', { name: 'Email updated successfully' })).toBeTruthy()
  expect(screen.getByText(NEW)).toBeTruthy()
  expect(screen.getByText(`Known as ${NEW}`)).toBeTruthy()
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'some-token' }])
  const onwards = screen.getByRole('link', { name: 'Go to your profile' })
  expect(onwards.getAttribute('href')).toBe('/profile')
})

test('a link that is too old says so, and what to do', async () => {
  const asked = mockRefusal(confirmEmail, 400, {
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
  expect(asked).toHaveLength(1)
})

test('a link that could not be tried may still be good', async () => {
  mockNetworkError(confirmEmail)
  openConfirmPage()
  expect(await screen.findByText(/The link may still be good/)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Your new email could not be confirmed.')
  mockReply(confirmEmail, { success: true, message: 'ok', email: NEW })
  await pressButton('Try Again')
  expect(await screen.findByRole('heading', { name: 'Email updated successfully' })).toBeTruthy()
})

test('whoever is not signed in logs in first, and comes back to it', async () => {
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
          { path: '*', element: <p>Went elsewhere</p> },
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
