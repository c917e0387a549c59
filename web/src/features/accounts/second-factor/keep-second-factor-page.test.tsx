import { stopSecondFactorReset } from '@dolph/contract/accounts/second-factor'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { KeepSecondFactorPage } from './keep-second-factor-page.tsx'

function renderKeepPage() {
  renderRoutes(
    [{ path: '/keep-second-factor/:token', Component: KeepSecondFactorPage }],
    '/keep-second-factor/the-token',
  )
}

const pressButton = () =>
  userEvent.click(screen.getByRole('button', { name: 'Keep my second factor' }))

test('only the button stops the removal', async () => {
  const calls = mockReply(stopSecondFactorReset, { success: true, message: 'ok' })
  renderKeepPage()
  expect(calls).toHaveLength(0)
  await pressButton()
  expect(await screen.findByRole('heading', { name: 'Your second factor stays' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token' }])
})

test('a link that is over says so', async () => {
  const message = 'This link is invalid or has expired.'
  mockRefusal(stopSecondFactorReset, 400, { code: 'invalid-input', message })
  renderKeepPage()
  await pressButton()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('a lost connection leaves the button', async () => {
  mockNetworkError(stopSecondFactorReset)
  renderKeepPage()
  await pressButton()
  expect((await screen.findByRole('alert')).textContent).toContain('could not reach the server')
  expect(screen.getByRole('button', { name: 'Keep my second factor' })).toBeTruthy()
})
