import {
  changeNotificationSettings,
  DEFAULT_CHANNELS,
  readNotificationSettings,
  SettingKind,
} from '@dolph/contract/notifications/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockDelayedReply, mockNetworkError, mockReply } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { SETTING_GROUPS } from './setting-texts.ts'
import { NotificationSettingsPage } from './notification-settings-page.tsx'

const SETTINGS_REPLY = { success: true as const, data: { kinds: DEFAULT_CHANNELS } }

test('there is a row per kind with two switches, in four groups, and messages have only mails', async () => {
  openPage()
  await screen.findByRole('switch', { name: 'Comments on your projects, in the app' })
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(groups).toEqual(['Conversations', 'Joining and teams', 'Projects', 'Safety and your data'])
  expect(SETTING_GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual(
    SettingKind.options.toSorted(),
  )
  const states = screen
    .getAllByRole('switch')
    .map((each) => [each.getAttribute('aria-label'), each.getAttribute('aria-checked')])
  expect(states).toEqual([
    ['Comments on your projects, in the app', 'true'],
    ['Comments on your projects, by email', 'true'],
    ['Replies to your comments, in the app', 'true'],
    ['Replies to your comments, by email', 'true'],
    ['Mentions, in the app', 'true'],
    ['Mentions, by email', 'true'],
    ['Mentions in your teams, in the app', 'true'],
    ['Mentions in your teams, by email', 'true'],
    ['Unread messages, by email', 'true'],
    ['Requests to join, in the app', 'true'],
    ['Requests to join, by email', 'true'],
    ['Answers to your requests, in the app', 'true'],
    ['Answers to your requests, by email', 'true'],
    ['Invitations, in the app', 'true'],
    ['Invitations, by email', 'true'],
    ['Deadlines coming up, in the app', 'true'],
    ['Deadlines coming up, by email', 'true'],
    ['Your open roles, in the app', 'true'],
    ['Your open roles, by email', 'true'],
    ['Your teams, in the app', 'true'],
    ['Your teams, by email', 'false'],
    ['Likes of your projects, in the app', 'true'],
    ['Likes of your projects, by email', 'false'],
    ['Your repositories, in the app', 'true'],
    ['Your repositories, by email', 'false'],
    ['Projects you follow, in the app', 'true'],
    ['Projects you follow, by email', 'false'],
    ['Moderation decisions, in the app', 'true'],
    ['Moderation decisions, by email', 'true'],
    ['Your reports, in the app', 'true'],
    ['Your reports, by email', 'false'],
    ['Copies of your data, in the app', 'true'],
    ['Copies of your data, by email', 'true'],
  ])
})

test('a kind that only a newer server knows has no row', async () => {
  const kinds = { ...DEFAULT_CHANNELS, 'badge-earned': { app: true, mail: true } }
  mockReply(readNotificationSettings, { success: true, data: { kinds } })
  renderPage(<NotificationSettingsPage />, '/settings/notifications', createViewerFixture())
  await findSwitch('Comments on your projects, in the app')
  expect(screen.getAllByRole('switch')).toHaveLength(33)
})

test('a switch is saved at once, with the other switch of its row', async () => {
  const calls = mockReply(changeNotificationSettings, SETTINGS_REPLY)
  openPage()
  await userEvent.click(await findSwitch('Comments on your projects, by email'))
  await waitFor(() => expect(calls).toHaveLength(1))
  await userEvent.click(await findSwitch('Comments on your projects, in the app'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([
    { kinds: { comment: { app: true, mail: false } } },
    { kinds: { comment: { app: false, mail: false } } },
  ])
})

test('a switch changes before the server replies', async () => {
  mockDelayedReply(changeNotificationSettings, () => SETTINGS_REPLY)
  openPage()
  const likes = await findSwitch('Likes of your projects, by email')
  await userEvent.click(likes)
  await waitFor(() => expect(likes.getAttribute('aria-checked')).toBe('true'))
})

test('a change that is not saved is taken back, with a reason', async () => {
  mockNetworkError(changeNotificationSettings)
  openPage()
  const likes = await findSwitch('Likes of your projects, by email')
  await userEvent.click(likes)
  expect(await screen.findByText('The change could not be saved. Please try again.')).toBeTruthy()
  expect(likes.getAttribute('aria-checked')).toBe('false')
})

test('settings that cannot be loaded can be asked for again', async () => {
  mockNetworkError(readNotificationSettings)
  renderPage(<NotificationSettingsPage />, '/settings/notifications', createViewerFixture())
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  mockReply(readNotificationSettings, SETTINGS_REPLY)
  await userEvent.click(retry)
  expect(await findSwitch('Unread messages, by email')).toBeTruthy()
})

function openPage() {
  mockReply(readNotificationSettings, SETTINGS_REPLY)
  renderPage(<NotificationSettingsPage />, '/settings/notifications', createViewerFixture())
}

function findSwitch(name: string) {
  return screen.findByRole('switch', { name })
}
