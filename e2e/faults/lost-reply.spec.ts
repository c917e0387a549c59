import { expect, expectAnnouncement, testIgnoringConsole as test } from '../support/base-test.ts'
import { getComment, getCommentCount, postComment } from '../support/comments.ts'
import type { FaultProxy } from './fault-proxy.ts'
import { failFirst, openFaultyMemberPage } from './faulty-page.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import {
  expectMessages,
  getDeliveryStatus,
  readStoredMessages,
  sendMessage,
} from '../support/messaging.ts'
import { generateWord, getPostCard, readOwnPostsByApi } from '../support/posts.ts'

test('a new post whose reply is lost is sent again, stored once and announced once', async ({
  browser,
}) => {
  await using faulty = await openFaultyMemberPage(
    browser,
    failFirst('/api/posts', 'lostReply', 'POST'),
  )
  const { page, proxy, member } = faulty
  const title = `Tide clock ${generateWord()}`
  await page.goto('/posts/create')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('For the kitchen wall')
  await page.getByRole('button', { name: 'Create Project' }).click()

  await expect(page).toHaveURL('/posts')
  await expect(page.getByRole('heading', { name: /^It’s live/ })).toHaveCount(1)
  await expect(getPostCard(page, title)).toHaveCount(1)
  expect(await readOwnPostsByApi(member)).toMatchObject([{ title }])
  expect(readStatuses(proxy, '/api/posts')).toEqual([201, 201])
})

test('a profile whose reply is lost is saved again and announced once', async ({ browser }) => {
  await using faulty = await openFaultyMemberPage(
    browser,
    failFirst('/api/profile/me', 'lostReply', 'PUT'),
  )
  const { page, proxy } = faulty
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('About').fill('I build clocks')
  await page.getByRole('button', { name: 'Save changes' }).click()

  await expectAnnouncement(page, 'Profile updated successfully')
  await expect(page.getByText('I build clocks')).toHaveCount(1)
  // The first was taken from the record.
  const others = await page.evaluate(() => Reflect.get(window, 'announcements') as string[])
  expect(others.filter((text) => text.includes('Profile updated'))).toEqual([])
  expect(readStatuses(proxy, '/api/profile/me', 'PUT')).toEqual([200, 200])
})

test('a comment and a message whose replies are lost are each stored and shown once', async ({
  browser,
  context,
}) => {
  const peer = await signInNewMember(context, 'bob')
  const post = await insertPost(peer)
  const loseComment = failFirst('/api/comments', 'lostReply', 'POST')
  const loseMessage = failFirst('/api/messages', 'lostReply', 'POST')
  // Without a socket a message is sent by HTTP.
  await using faulty = await openFaultyMemberPage(browser, (request) =>
    request.isUpgrade ? 'reset' : (loseComment(request) ?? loseMessage(request)),
  )
  const { page, proxy, member } = faulty

  await page.goto(post.path)
  await postComment(page, 'Nice clock')
  await expect(getCommentCount(page)).toHaveText('Comments (1)')
  await expect(getComment(page, 'Nice clock')).toHaveCount(1)
  expect(await post.readComments()).toMatchObject([{ content: 'Nice clock' }])
  expect(readStatuses(proxy, '/api/comments')).toEqual([201, 201])

  await page.goto(`/messages/${peer.id}`)
  await sendMessage(page, 'Hello Bob')
  await expect(getDeliveryStatus(page, 'Hello Bob')).toHaveText(/^(Sent|Delivered|Read)$/)
  await expectMessages(page, ['Hello Bob'])
  expect(await readStoredMessages(member, peer)).toMatchObject([{ content: 'Hello Bob' }])
  expect(readStatuses(proxy, '/api/messages')).toEqual([201, 201])
})

/** The statuses with which the server answered, also where the answer was lost. */
function readStatuses({ requests }: FaultProxy, path: string, method = 'POST') {
  const calls = requests.filter((request) => request.path === path && request.method === method)
  return calls.map(({ status }) => status)
}
