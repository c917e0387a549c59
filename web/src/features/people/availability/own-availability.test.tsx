import {
  endAvailability,
  setAvailability,
  type Availability,
} from '@dolph/contract/people/availability'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { formatZoneOffset } from '../zone-offset.ts'
import { addDays, formatDay } from './availability-texts.ts'
import { OwnAvailability } from './own-availability.tsx'

const OPEN: Availability = {
  hours: 6,
  zone: 'Europe/Lisbon',
  rewards: ['unpaid', 'equity'],
  topics: ['games'],
  note: 'I like small teams.',
  until: addDays(new Date(), 40),
}

test('a member says that they are open to join, in the time zone of the browser', async () => {
  const calls = mockReply(setAvailability, { success: true, data: OPEN })
  renderOwn(null)
  await userEvent.click(screen.getByRole('button', { name: 'Open to join' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open to join' })
  await userEvent.click(screen.getByRole('button', { name: 'Games' }))
  await userEvent.click(screen.getByRole('button', { name: 'Equity' }))
  const [submit] = [...dialog.querySelectorAll('button[type=submit]')]
  await userEvent.click(submit as HTMLElement)

  const said = await screen.findByText(`Open to join until ${formatDay(OPEN.until)}`)
  expect(said.parentElement?.textContent).toBe(
    `Open to join until ${formatDay(OPEN.until)} with 6 h a week from ${formatZoneOffset('Europe/Lisbon')}, for unpaid or equity roles in Games.`,
  )
  expect(calls.map(({ body }) => body)).toEqual([
    {
      hours: 6,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      rewards: ['unpaid', 'equity'],
      topics: ['games'],
      note: '',
      until: addDays(new Date(), 30),
    },
  ])
})

test('an invalid value is explained beside its field, and nothing is sent', async () => {
  const calls = mockReply(setAvailability, { success: true, data: OPEN })
  renderOwn(OPEN)
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  const hours = await screen.findByLabelText('Hours a week')
  await userEvent.clear(hours)
  await userEvent.type(hours, '41')
  await userEvent.click(screen.getByRole('button', { name: 'Unpaid' }))
  await userEvent.click(screen.getByRole('button', { name: 'Equity' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('At most 40 hours')).toBeTruthy()
  expect(screen.getByText('Choose at least one reward')).toBeTruthy()
  expect(document.activeElement).toBe(hours)

  await userEvent.clear(hours)
  await userEvent.type(hours, '4')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpaid' }))
  expect(calls).toEqual([])
})

test('in the last week the member is asked, and can keep it or end it', async () => {
  const until = addDays(new Date(), 30)
  const calls = mockReply(setAvailability, { success: true, data: { ...OPEN, until } })
  renderOwn({ ...OPEN, until: addDays(new Date(), 7) })
  expect(screen.getByText('Still open?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: `Keep until ${formatDay(until)}` }))
  await waitFor(() => expect(screen.queryByText('Still open?')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ ...OPEN, until }])

  mockReply(endAvailability, { success: true, data: null })
  await userEvent.click(screen.getByRole('button', { name: 'No longer' }))
  expect(await screen.findByRole('button', { name: 'Open to join' })).toBeTruthy()
})

test('a refused end leaves it as it is and says why', async () => {
  mockRefusal(endAvailability, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderOwn(OPEN)
  await userEvent.click(screen.getByRole('button', { name: 'No longer' }))
  await screen.findAllByText('Please slow down.')
  expect(screen.getByText(`Open to join until ${formatDay(OPEN.until)}`)).toBeTruthy()
})

function renderOwn(initial: Availability | null) {
  return renderPage(<Own initial={initial} />, '/profile', createViewerFixture())
}

function Own({ initial }: { initial: Availability | null }) {
  const [availability, setCurrent] = useState(initial)
  return <OwnAvailability availability={availability} location="" onChanged={setCurrent} />
}
