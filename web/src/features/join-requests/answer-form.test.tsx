import { listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockReply } from '../../testing/fake-api.ts'
import { createJoinRequestFixture } from '../../testing/fixtures/join-request-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AnswerForm } from './answer-form.tsx'

test('a member who may not send messages declines without a note, and reads why', async () => {
  mockReply(listOwnDecisions, { success: true, data: [], nextCursor: null })
  const send = vi.fn()
  const form = (
    <AnswerForm
      request={createJoinRequestFixture()}
      kind="decline"
      isSending={false}
      onSend={send}
      onCancel={() => undefined}
    />
  )
  renderPage(form, '/join-requests', createViewerFixture({ restrictions: ['messaging'] }))
  expect(await screen.findByText('You cannot send messages.')).toBeTruthy()
  expect(screen.getByText('You can still answer, without a note.')).toBeTruthy()
  expect(screen.queryByLabelText('Your answer')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  const answer = { answer: 'decline', reason: 'later', note: '' }
  expect(send).toHaveBeenCalledExactlyOnceWith(answer, expect.any(Function))
})

test('an owner accepts with one more press, and can write a note before', () => {
  renderPage(
    <AnswerForm
      request={createJoinRequestFixture()}
      kind="accept"
      isSending={false}
      onSend={vi.fn()}
      onCancel={() => undefined}
    />,
    '/join-requests',
    createViewerFixture(),
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept' }))
  expect(screen.getByRole('textbox', { name: 'A note for bo' })).toBeTruthy()
  expect(screen.getByText('Optional. They read it first.')).toBeTruthy()
})
