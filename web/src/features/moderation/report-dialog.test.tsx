import { createReport, REPORT_THANKS } from '@dolph/contract/moderation/moderation'
import { readRelation } from '@dolph/contract/safety/safety'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { BOB, createReportFixture } from '../../testing/fixtures/moderation-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { ReportDialog, type ReportDialogProps } from './report-dialog.tsx'

const SUBJECT = { kind: 'post', id: '01932dad-55f0-7c01-9923-d974d6c5fc01' } as const

test('a report has a reason and a note, may also block the author, and is thanked for', async () => {
  const sent = acceptReports()
  const relations = mockReply(readRelation, {
    success: true,
    data: { isBlocked: true, isMuted: false, canMessage: false },
  })
  const { onClose } = renderDialog()
  expect(screen.getAllByRole('radio')).toHaveLength(8)
  expect(screen.queryByText('The last ten messages are sent with your report.')).toBeNull()
  await userEvent.click(
    screen.getByText('Asks for money, passwords or free work under a false name'),
  )
  await userEvent.type(screen.getByLabelText('Note'), 'He wants a deposit')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also block bob' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findAllByText(REPORT_THANKS)).not.toEqual([])
  expect(sent.map(({ body }) => body)).toEqual([
    { subject: SUBJECT, reason: 'scam', note: 'He wants a deposit', alsoBlock: true },
  ])
  await waitFor(() => expect(relations).toHaveLength(1))
  expect(onClose).toHaveBeenCalled()
})

test('a report without a reason is not sent, and the first reason gets the focus', async () => {
  const sent = acceptReports()
  renderDialog()
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Please choose a reason')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Spam' }))
  await userEvent.keyboard(' ')
  expect(screen.queryByText('Please choose a reason')).toBeNull()
  expect(sent).toEqual([])
})

test('the report of a message says what is sent with it; a deleted author cannot be blocked', () => {
  renderDialog({ subject: { ...SUBJECT, kind: 'message' }, author: null })
  expect(screen.getByText('The last ten messages are sent with your report.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a note that is too long is refused before it is sent', async () => {
  const sent = acceptReports()
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Spam' }))
  await userEvent.click(screen.getByLabelText('Note'))
  await userEvent.paste('a'.repeat(501))
  expect(await screen.findByText('A note cannot be more than 500 characters')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(sent).toEqual([])
})

test('a refusal and a lost connection are shown, and nothing typed is lost', async () => {
  mockRefusal(createReport, 429, {
    code: 'too-many-requests',
    message: 'That is enough for today.',
  })
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Spam' }))
  await userEvent.type(screen.getByLabelText('Note'), 'Again')
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect((await screen.findByRole('alert')).textContent).toBe('That is enough for today.')
  mockNetworkError(createReport)
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The report could not be sent. Please try again.',
    ),
  )
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Again')
})

function renderDialog(props: Partial<ReportDialogProps> = {}) {
  const onClose = vi.fn()
  renderPage(
    <ReportDialog isOpen subject={SUBJECT} author={BOB} onClose={onClose} {...props} />,
    '/',
    createViewerFixture(),
  )
  return { onClose }
}

function acceptReports() {
  return mockReply(createReport, {
    success: true,
    message: REPORT_THANKS,
    data: createReportFixture(),
  })
}
