import {
  appealDecision,
  listOwnDecisions,
  listOwnReports,
} from '@dolph/contract/moderation/moderation'
import type { Decision, Report } from '@dolph/contract/moderation/moderation'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import {
  createDecisionFixture,
  createReportFixture,
} from '../../testing/fixtures/moderation-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { DecisionsPage } from './decisions-page.tsx'

const WHY = 'This is my own project, not a scam.'

test('a decision shows what was done, the rule, the sentence and the end', async () => {
  openPage([
    createDecisionFixture({
      kind: 'limit-posting',
      until: '2026-01-09T12:00:00.000Z',
      canAppeal: false,
    }),
  ])
  const card = within(
    await screen.findByRole('article', { name: 'You cannot post until January 9, 2026' }),
  )
  expect(card.getByText(/^Rule: No scams/)).toBeTruthy()
  expect(card.getByText('It asks for a deposit.')).toBeTruthy()
  expect(card.getByText('Earn money while you sleep')).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Object' })).toBeNull()
})

test('a member objects once, with at least twenty characters', async () => {
  openPage([createDecisionFixture()])
  await userEvent.click(await screen.findByRole('button', { name: 'Object' }))
  const field = screen.getByLabelText('Why is this decision wrong?')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'No.')
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  expect(await screen.findByText('Please use at least 20 characters')).toBeTruthy()

  const appeal = { text: WHY, createdAt: '2026-01-03T00:00:00.000Z', outcome: null }
  const appealed = createDecisionFixture({ appeal, canAppeal: false })
  const sent = mockReply(appealDecision, { success: true, data: appealed })
  mockDecisions([appealed])
  await userEvent.clear(field)
  await userEvent.type(field, WHY)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  expect(await screen.findByText('We will look again, usually within a day.')).toBeTruthy()
  expect(screen.getByText(WHY)).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ text: WHY }])
  expect(localStorage.length).toBe(0)
})

test('what was typed is kept when the form is closed', async () => {
  openPage([createDecisionFixture()])
  await userEvent.click(await screen.findByRole('button', { name: 'Object' }))
  await userEvent.type(screen.getByLabelText('Why is this decision wrong?'), WHY)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const button = screen.getByRole('button', { name: 'Object' })
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(screen.getByLabelText('Why is this decision wrong?')).toHaveProperty('value', WHY)
})

test('an objection that comes too late says so', async () => {
  openPage([createDecisionFixture()])
  mockRefusal(appealDecision, 409, { code: 'conflict', message: 'It is too late to object.' })
  await userEvent.click(await screen.findByRole('button', { name: 'Object' }))
  await userEvent.type(screen.getByLabelText('Why is this decision wrong?'), WHY)
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It is too late to object.')
})

test.each([
  ['stands', 'We looked again. The decision stands.'],
  ['taken-back', 'We looked again. The decision is taken back. We are sorry.'],
] as const)('an objection with the outcome «%s» says so', async (outcome, text) => {
  const appeal = { text: WHY, createdAt: '2026-01-03T00:00:00.000Z', outcome }
  openPage([createDecisionFixture({ appeal, canAppeal: false })])
  expect(await screen.findByText(text)).toBeTruthy()
})

test('reports are listed with what came of them', async () => {
  openPage(
    [],
    [
      createReportFixture({ _id: '0198c5a0-0000-7000-8000-0000000000e1', note: 'Look at this' }),
      createReportFixture({ _id: '0198c5a0-0000-7000-8000-0000000000e2', outcome: 'acted' }),
      createReportFixture({ _id: '0198c5a0-0000-7000-8000-0000000000e3', outcome: 'kept' }),
    ],
  )
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('A moderator is looking at it.'),
    expect.stringContaining('We looked at it and took action. Thank you.'),
    expect.stringContaining('We looked at it and found nothing against our rules.'),
  ])
  expect(screen.getByText('Look at this')).toBeTruthy()
})

test('without decisions and reports the page says so', async () => {
  openPage([])
  expect(await screen.findByText('No moderation decisions')).toBeTruthy()
  expect(await screen.findByText('You have not reported anything.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  mockRefusal(listOwnDecisions, 503, { code: 'unavailable', message: 'Back in a moment.' })
  mockReply(listOwnReports, { success: true, data: [], nextCursor: null })
  renderPage(<DecisionsPage />, '/settings/decisions', createViewerFixture())
  expect((await screen.findByRole('alert')).textContent).toBe('Back in a moment.')
  mockDecisions([createDecisionFixture()])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.getByText('It asks for a deposit.')).toBeTruthy())
})

function openPage(decisions: Decision[], reports: Report[] = []) {
  mockDecisions(decisions)
  mockReply(listOwnReports, { success: true, data: reports, nextCursor: null })
  renderPage(<DecisionsPage />, '/settings/decisions', createViewerFixture())
}

function mockDecisions(data: Decision[]) {
  mockReply(listOwnDecisions, { success: true, data, nextCursor: null })
}
