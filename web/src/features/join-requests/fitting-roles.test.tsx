import { browseRoles } from '@dolph/contract/roles/roles'
import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../lib/day-ms.ts'
import { mockReply } from '../../testing/fake-api.ts'
import {
  ADA,
  BO,
  createRoleFixture,
  createSentRequestFixture,
} from '../../testing/fixtures/join-request-fixtures.ts'
import { QUIET_MAP } from '../../testing/fixtures/notification-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { JoinRequestRow } from './join-request-row.tsx'

const LOUD_MAP = { _id: '0198c5a0-0000-7000-8000-0000000000bb', title: 'Loud map' }

test('a declined member is offered roles of other projects', async () => {
  showDeclined({ answeredAt: new Date().toISOString() })
  expect(await screen.findByRole('link', { name: 'Painter · Loud map' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Tester/ })).toBeNull()
})

test('a refusal of weeks ago offers no roles', async () => {
  showDeclined({ answeredAt: new Date(Date.now() - 20 * DAY_MS).toISOString() })
  expect(await screen.findByText('Declined')).toBeTruthy()
  expect(screen.queryByText(/These roles fit you too/)).toBeNull()
})

function showDeclined(fields: Partial<JoinRequest>) {
  mockReply(browseRoles, {
    success: true,
    data: [createItem('aa', 'Tester', QUIET_MAP), createItem('ab', 'Painter', LOUD_MAP)],
    nextCursor: null,
    order: 'fit',
  })
  const request = createSentRequestFixture({ state: 'declined', canWithdraw: false, ...fields })
  renderPage(
    <ul>
      <JoinRequestRow request={request} me={ADA._id} />
    </ul>,
    '/join-requests',
    createViewerFixture(),
  )
}

function createItem(suffix: string, title: string, { _id, title: postTitle }: typeof LOUD_MAP) {
  return {
    role: createRoleFixture({ _id: `0198c5a0-0000-7000-8000-0000000001${suffix}`, title }),
    post: { _id, title: postTitle, type: 'showcase' as const, user: BO, state: null, topics: [] },
  }
}
