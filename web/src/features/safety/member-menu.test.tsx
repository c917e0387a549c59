import {
  blockMember,
  muteMember,
  readRelation,
  type MemberRelation,
} from '@dolph/contract/safety/safety'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Flag } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { mockDelayedReply, mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import './opened-member-menu.tsx'
import { MemberMenu } from './member-menu.tsx'
import type { MenuAction } from './menu-action.ts'

const VIEWER = createViewerFixture()
const BOB = { _id: '0198c5a0-0000-7000-8000-000000000002', userName: 'bob' }
const OPEN: MemberRelation = { isBlocked: false, isMuted: false, canMessage: true }

test('the menu offers to mute and to block the member', async () => {
  mockRelation(OPEN)
  renderMenu()
  await openMenu()
  expect(await listItems()).toEqual(['Mute bob', 'Block bob'])
})

test('the relation is asked for when the menu opens, not before', async () => {
  const requests = mockRelation(OPEN)
  renderMenu()
  expect(requests).toHaveLength(0)
  await openMenu()
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a muted and blocked member can be unmuted and unblocked', async () => {
  mockRelation({ isBlocked: true, isMuted: true, canMessage: false })
  renderMenu()
  await openMenu()
  await screen.findByRole('menuitem', { name: 'Unmute bob' })
  expect(await listItems()).toEqual(['Unmute bob', 'Unblock bob'])
})

test('blocking says what it closes, asks, and confirms that the other one is not notified', async () => {
  mockRelation(OPEN)
  const requests = mockReply(blockMember, {
    success: true,
    data: { isBlocked: true, isMuted: false, canMessage: false },
  })
  renderMenu()
  await openMenu()
  await chooseItem('Block bob')

  const dialog = await screen.findByRole('alertdialog', { name: 'Block bob?' })
  expect(dialog.textContent).toContain('Neither of you can message the other')
  expect(requests).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))

  await screen.findAllByText('You blocked bob. They are not told.')
  expect(requests).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a mute is shown before the server has replied, and undone if it refuses', async () => {
  mockRelation(OPEN)
  const refuse = mockDelayedReply(
    muteMember,
    () => ({
      success: false,
      code: 'conflict',
      message: 'You can block or mute at most 1,000 members.',
    }),
    409,
  )
  renderMenu()
  await openMenu()
  await chooseItem('Mute bob')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await openMenu()
  await screen.findByRole('menuitem', { name: 'Unmute bob' })

  refuse()

  await screen.findByRole('menuitem', { name: 'Mute bob' })
  await screen.findAllByText('You can block or mute at most 1,000 members.')
})

test('a relation that cannot be loaded leaves the menu usable', async () => {
  mockRefusal(readRelation, 500, { code: 'internal', message: 'Something went wrong' })
  renderMenu()
  await openMenu()
  await waitFor(() =>
    expect(
      screen.getByRole('menuitem', { name: 'Block bob' }).getAttribute('aria-disabled'),
    ).not.toBe('true'),
  )
})

test('other features add entries, which alone remain on what is the viewer’s own', async () => {
  const onSelect = vi.fn()
  renderMenu({ member: VIEWER, actions: [{ label: 'Report', icon: Flag, onSelect }] })
  await openMenu()
  expect(await listItems()).toEqual(['Report'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Report' }))
  expect(onSelect).toHaveBeenCalledTimes(1)
})

test('there is no menu on what is the viewer’s own, nor for visitors', () => {
  renderMenu({ member: VIEWER })
  renderPage(<MemberMenu member={BOB} label="Project options" />, '/', null)
  expect(screen.queryByRole('button', { name: 'Project options' })).toBeNull()
})

test('the keyboard opens the menu at its first entry', async () => {
  mockRelation(OPEN)
  renderMenu()
  screen.getByRole('button', { name: 'Project options' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mute bob'))
})

interface MenuOptions {
  member?: { _id: string; userName: string }
  actions?: MenuAction[]
}

function renderMenu({ member = BOB, actions = [] }: MenuOptions = {}) {
  return renderPage(
    <MemberMenu member={member} label="Project options" actions={actions} />,
    '/',
    VIEWER,
  )
}

function mockRelation(data: MemberRelation) {
  return mockReply(readRelation, { success: true, data })
}

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Project options' }))
}

async function chooseItem(name: string) {
  const item = await screen.findByRole('menuitem', { name })
  await waitFor(() => expect(item.getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(item)
}

async function listItems() {
  const items = await screen.findAllByRole('menuitem')
  return items.map((item) => item.textContent)
}
