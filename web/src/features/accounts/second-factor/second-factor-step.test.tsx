import { logIn } from '@dolph/contract/accounts/accounts'
import { giveSecondFactor } from '@dolph/contract/accounts/second-factor'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { LoginPage, lazySecondFactorStep } from '../sign-in/login-page.tsx'
import { storeNextPath } from '../sign-in/next-path.ts'

const ada = createViewerFixture()
const DONE = { success: true, message: 'ok' } as const

beforeEach(async () => {
  await lazySecondFactorStep.loadAndWait()
})

test('the code step replaces the form, and a code leads to where the member wanted to go', async () => {
  mockRefusal(logIn, 403, {
    code: 'second-factor-needed',
    message: 'Enter the code from your authenticator app.',
  })
  const calls = mockReply(giveSecondFactor, DONE)
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  const router = renderPage(<LoginPage />, '/login?next=/my-posts')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@dolph.example')
  await userEvent.type(screen.getByLabelText('Password'), 'Lagoon42{Enter}')

  expect(await screen.findByText('Enter the code from your authenticator app.')).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(screen.queryByText('Login failed')).toBeNull()
  const field = screen.getByLabelText('Code')
  expect(document.activeElement).toBe(field)
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  await userEvent.type(field, '314159')
  await screen.findByText('Other page')
  expect(router.state.location.pathname).toBe('/my-posts')
  expect(calls.map(({ body }) => body)).toEqual([{ code: '314159' }])
})

describe('the code step', () => {
  test('follows on the return from Google, and keeps the path that was stored before', async () => {
    storeNextPath('/posts/create')
    mockReply(giveSecondFactor, DONE)
    mockReply(getViewer, { success: true, _id: ada._id, data: ada })
    const router = renderPage(<LoginPage />, '/login?step=code')
    await userEvent.type(await screen.findByLabelText('Code'), '314159')
    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/posts/create')
  })

  test('shows a wrong code at its field, and sends it once', async () => {
    const wrong = 'This code is wrong. Check the clock of your phone and try the next one.'
    const calls = mockRefusal(giveSecondFactor, 400, {
      code: 'invalid-input',
      message: wrong,
      fields: { code: wrong },
    })
    renderStep()
    await userEvent.type(screen.getByLabelText('Code'), '111111')
    expect(await screen.findByText(wrong)).toBeTruthy()
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toHaveLength(1)
  })

  test('that took too long leads back to the form, which says why', async () => {
    const message = 'This took too long. Please log in again.'
    mockRefusal(giveSecondFactor, 400, { code: 'code-expired', message })
    const router = renderStep()
    await userEvent.type(screen.getByLabelText('Code'), '111111')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByLabelText('Email')).toBeTruthy()
    expect(router.state.location.search).toBe('?next=%2Fmy-posts')
  })

  test('takes a recovery code instead, and says how many are left', async () => {
    const calls = mockReply(giveSecondFactor, { ...DONE, recoveryCodesLeft: 9 })
    mockReply(getViewer, { success: true, _id: ada._id, data: ada })
    renderStep()
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    const field = screen.getByLabelText('Recovery code')
    expect(document.activeElement).toBe(field)
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Enter a recovery code')).toBeTruthy()
    expect(calls).toHaveLength(0)
    await userEvent.type(field, 'aaaa-bbbb-cccc-dddd{Enter}')
    await screen.findByText('Other page')
    expect(calls.map(({ body }) => body)).toEqual([{ recoveryCode: 'aaaa-bbbb-cccc-dddd' }])
    expect(await screen.findAllByText(/9 recovery codes are left. Lost your phone\?/)).not.toEqual(
      [],
    )
  })

  test('says when the server does not answer, and leads back', async () => {
    mockNetworkError(giveSecondFactor)
    const router = renderStep()
    await userEvent.type(screen.getByLabelText('Code'), '111111')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The server did not answer. Please try again.',
    )
    await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }))
    await waitFor(() => expect(screen.getByLabelText('Email')).toBeTruthy())
    expect(router.state.location.search).toBe('?next=%2Fmy-posts')
  })
})

function renderStep() {
  return renderPage(<LoginPage />, '/login?step=code&next=/my-posts')
}
