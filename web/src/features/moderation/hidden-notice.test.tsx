import { listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockNetworkError, mockReply } from '../../testing/fake-api.ts'
import { createDecisionFixture } from '../../testing/fixtures/moderation-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { HiddenNotice } from './hidden-notice.tsx'

const POST_ID = '01932dad-55f0-7c01-9923-d974d6c5fc01'

test('the author of a hidden post reads the rule and the sentence, and can object', async () => {
  mockReply(listOwnDecisions, {
    success: true,
    data: [createDecisionFixture()],
    nextCursor: null,
  })
  renderPage(<HiddenNotice subject={POST_ID} />, '/', createViewerFixture())
  const panel = await screen.findByText(/We hid this because it breaks the rule “No scams”/)
  expect(panel.textContent).toBe(
    'We hid this because it breaks the rule “No scams”: It asks for a deposit.',
  )
  expect(screen.getByRole('button', { name: 'Object' })).toBeTruthy()
})

test('without its decision the panel still says that the post is hidden', async () => {
  mockNetworkError(listOwnDecisions)
  renderPage(<HiddenNotice subject={POST_ID} />, '/', createViewerFixture())
  expect(
    await screen.findByText('We hid this. Only you and our moderators can see it.'),
  ).toBeTruthy()
})
