import { mutePost, readPostMute, unmutePost } from '@dolph/contract/notifications/notifications'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockNetworkError, mockReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { MutePostItem } from './mute-post-item.tsx'

test('a post is muted and unmuted in its menu', async () => {
  mockReply(readPostMute, { success: true, isMuted: false })
  mockReply(mutePost, { success: true, isMuted: true })
  mockReply(unmutePost, { success: true, isMuted: false })
  renderMenu()
  await chooseItem('Mute this project')
  expect(await screen.findAllByText('Notifications about this project are off')).toBeTruthy()
  mockReply(readPostMute, { success: true, isMuted: true })
  await chooseItem('Unmute this project')
  expect(await screen.findAllByText('Notifications about this project are on')).toBeTruthy()
})

test('a mute that fails says so', async () => {
  mockReply(readPostMute, { success: true, isMuted: false })
  mockNetworkError(mutePost)
  renderMenu()
  await chooseItem('Mute this project')
  expect(await screen.findAllByText('Failed. Please try again.')).toBeTruthy()
})

function renderMenu() {
  renderPage(
    <Menu trigger={<button>Options</button>}>
      <MutePostItem postId="0198c5a0-0000-7000-8000-000000000005" />
    </Menu>,
    '/',
    createViewerFixture(),
  )
}

async function chooseItem(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Options' }))
  const item = await screen.findByRole('menuitem', { name })
  await expect.poll(() => item.hasAttribute('data-disabled')).toBe(false)
  await userEvent.click(item)
}
