import { listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockReply } from '../../testing/fake-api.ts'
import { createDecisionFixture } from '../../testing/fixtures/moderation-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { LazyLimitNotice } from './lazy-limit-notice.tsx'

const LATER = '2999-01-09T12:00:00.000Z'
const FIELDS = { kind: 'limit-posting', until: LATER } as const

test('a limited member reads until when and why, and finds the way to object', async () => {
  mockDecisions()
  open({ restrictions: ['posting'] })
  expect(
    await screen.findByText(/^You cannot post until January 9, 2999\. Reason:/),
  ).toHaveProperty(
    'textContent',
    'You cannot post until January 9, 2999. Reason: It asks for a deposit.',
  )
  const link = screen.getByRole('link', { name: 'Read the decision, or object' })
  expect(link.getAttribute('href')).toBe('/settings/decisions')
})

test('a suspension closes posting too', async () => {
  mockReply(listOwnDecisions, {
    success: true,
    data: [createDecisionFixture({ kind: 'suspend', until: null })],
    nextCursor: null,
  })
  open({ restrictions: ['suspension'] })
  expect(await screen.findByText(/^Your account is suspended\. Reason:/)).toBeTruthy()
})

test('members without a limit, or with another one, see nothing and ask for nothing', () => {
  const requests = mockDecisions()
  open({ restrictions: ['messaging'] })
  expect(screen.queryByRole('status')).toBeNull()
  expect(requests).toEqual([])
})

function open(viewer: Parameters<typeof createViewerFixture>[0]) {
  renderPage(<LazyLimitNotice activity="posting" />, '/', createViewerFixture(viewer))
}

function mockDecisions() {
  const old = createDecisionFixture({ ...FIELDS, until: '2020-01-09T12:00:00.000Z', text: 'Old.' })
  const data = [old, createDecisionFixture({ ...FIELDS, _id: old._id.replace('d1', 'd2') })]
  return mockReply(listOwnDecisions, { success: true, data, nextCursor: null })
}
