import { listRoles } from '@dolph/contract/roles/roles'
import { answerStillOpen, readStillOpen } from '@dolph/contract/roles/still-open'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { RolesSection } from '../roles-section.tsx'
import type { StillOpenRole } from './still-open-data.ts'
import { StillOpenPage } from './still-open-page.tsx'

const [design, translation] = [createRole(1, 'Designer'), createRole(2, 'Translator')]

test('opening the page answers nothing; a button confirms all roles', async () => {
  mockRoles()
  const calls = mockReply(answerStillOpen, { success: true, confirmed: 2, closed: 0 })
  openPage()
  const button = await screen.findByRole('button', { name: 'All still open' })
  expect(calls).toEqual([])
  await userEvent.click(button)
  expect((await screen.findByRole('status')).textContent).toBe('2 roles are still open.')
  expect(calls.map(({ body }) => body)).toEqual([
    { open: [design._id, translation._id], closed: [] },
  ])
})

test('roles that are shown are fetched again after the answer', async () => {
  mockRoles()
  const lists = mockReply(listRoles, { success: true, data: [], answers: null })
  mockReply(answerStillOpen, { success: true, confirmed: 2, closed: 0 })
  openPage(<RolesSection postId={design._id} isAuthor openRoles={0} onChanged={() => undefined} />)
  await waitFor(() => expect(lists).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: 'All still open' }))
  await waitFor(() => expect(lists).toHaveLength(2))
})

test('single roles can be closed', async () => {
  mockRoles()
  const calls = mockReply(answerStillOpen, { success: true, confirmed: 1, closed: 1 })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Designer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('status')).textContent).toBe(
    '1 role is still open. 1 role is closed.',
  )
  expect(calls.map(({ body }) => body)).toEqual([{ open: [translation._id], closed: [design._id] }])
})

test('a single role stays open or is closed with one press', async () => {
  mockReply(readStillOpen, { success: true, data: [design] })
  const calls = mockReply(answerStillOpen, { success: true, confirmed: 0, closed: 1 })
  openPage()
  expect(await screen.findByRole('button', { name: 'Still open' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Choose' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close this role' }))
  expect((await screen.findByRole('status')).textContent).toBe('1 role is closed.')
  expect(calls.map(({ body }) => body)).toEqual([{ open: [], closed: [design._id] }])
})

test('an unknown link says that it does not work', async () => {
  mockRefusal(readStillOpen, 404, { code: 'not-found', message: 'Unknown link' })
  openPage()
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
})

test('without a connection the answer can be sent again', async () => {
  mockRoles()
  mockNetworkError(answerStillOpen)
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'All still open' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  mockReply(answerStillOpen, { success: true, confirmed: 2, closed: 0 })
  await userEvent.click(screen.getByRole('button', { name: 'All still open' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeTruthy()
})

function openPage(beside: ReactNode = null) {
  const element = (
    <>
      <StillOpenPage />
      {beside}
    </>
  )
  const routes = [{ path: '/still-open/:token', element }]
  return renderRoutes(routes, '/still-open/some-token', null)
}

function mockRoles() {
  mockReply(readStillOpen, { success: true, data: [design, translation] })
}

function createRole(sequence: number, title: string): StillOpenRole {
  const _id = `0198c5a0-0000-7000-8000-${String(sequence).padStart(12, '0')}`
  return { _id, title, post: { _id, title: 'Tide' }, confirmedOn: '2026-01-02' }
}
