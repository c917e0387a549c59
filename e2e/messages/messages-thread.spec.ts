import type { Locator } from '@playwright/test'
import {
  getMessage,
  getConnectionStatus,
  expectMessages,
  expectUnreadCount,
  getDeliveryStatus,
  openConversation,
  sendMessageByApi,
  getConversationRegion,
  sendMessage,
} from '../support/messaging.ts'
import { holdRequests } from '../support/comments.ts'
import { expectNoInjection, recordPageViolations } from '../support/injection-detector.ts'
import { signInNewMember } from '../support/members.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
} from '../support/conversation-fixtures.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../support/base-test.ts'

test.describe('on 11 March at noon in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('every message shows when it was sent, shorter for newer messages', async ({
    page,
    context,
  }) => {
    const ada = await signInNewMember(context, 'ada')
    const bob = await insertMember('bob')
    const messages = [
      ['2025-12-24T18:30', '24 Dec 18:30'],
      ['2026-03-09T11:59', '9 Mar 11:59'],
      ['2026-03-09T12:01', 'Yesterday 12:01'],
      ['2026-03-10T11:59', 'Yesterday 11:59'],
      ['2026-03-10T12:01', '12:01'],
      ['2026-03-11T00:10', '00:10'],
      ['2026-03-11T11:59', '11:59'],
    ].map(([sentAt = '', label = ''], index) => ({
      by: index % 2 === 0 ? ada : bob,
      content: `Sent at ${sentAt}`,
      at: new Date(`${sentAt}+09:00`),
      label,
    }))
    await insertConversation(ada, bob, messages)
    await page.clock.setFixedTime('2026-03-11T12:00+09:00')
    await openConversation(page, bob)
    await expectMessages(
      page,
      messages.map(({ content }) => content),
    )
    for (const { content, label } of messages) {
      await expect(getMessage(page, content).getByRole('time')).toHaveText(label)
    }
    await expect(getConversationRegion(page).getByRole('heading')).toHaveText([
      '24 December 2025',
      'Monday 9 March',
      'Yesterday',
      'Today',
    ])
    await expect(getDeliveryStatus(page, 'Sent at 2026-03-11T11:59')).toHaveText('Read')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
  })
})

test('scrolling up loads older messages without moving the visible ones', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using otherContext = await browser.newContext()
  const bob = await signInNewMember(otherContext, 'bob')
  const messages = buildMessageFixtures(ada, bob, 200)
  await insertConversation(ada, bob, messages)
  const heldRequests = await holdRequests(page, '**/api/messages?*before=*')
  await openConversation(page, bob)
  await expect(getMessage(page, 'Line 200')).toBeInViewport({ ratio: 1 })
  await expect(getMessage(page, 'Line 151')).toBeAttached()
  await expect(getMessage(page, 'Line 140')).toHaveCount(0)

  await getConversationRegion(page).hover()
  await page.mouse.wheel(0, -20_000)
  await expect
    .poll(() => getConversationRegion(page).evaluate(({ scrollTop }) => scrollTop))
    .toBe(0)
  await expect(getMessage(page, 'Line 151')).toBeInViewport()
  await expect(page.getByText('Loading older messages')).toBeAttached()
  const before = await readTop(getMessage(page, 'Line 151'))
  heldRequests.release()
  await expect(getMessage(page, 'Line 140')).toBeAttached()
  await expect(getMessage(page, 'Line 140')).not.toBeInViewport()
  expect(Math.abs((await readTop(getMessage(page, 'Line 151'))) - before)).toBeLessThanOrEqual(1)

  const beginning = page.getByText(`The beginning of your conversation with ${bob.userName}`)
  await expect(async () => {
    await page.mouse.wheel(0, -20_000)
    await expect(beginning).toBeInViewport({ timeout: 200 })
  }).toPass()
  await expectMessages(
    page,
    messages.map(({ content }) => content),
  )

  await expect(getConnectionStatus(page)).toHaveText('Connected')
  const topBefore = await readTop(getMessage(page, 'Line 3'))
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeVisible()
  await sendMessageByApi(bob, ada, 'While you read')
  const jumpButton = page.getByRole('button', { name: '1 new, jump to newest' })
  await expect(jumpButton).toBeVisible()
  await expect(getMessage(page, 'While you read')).not.toBeInViewport()
  expect(await readTop(getMessage(page, 'Line 3'))).toBe(topBefore)
  await expect(page).toHaveTitle(/^\(1\) /)
  await jumpButton.click()
  await expect(getMessage(page, 'While you read')).toBeInViewport({ ratio: 1 })
  await expect(jumpButton).toBeHidden()
  await expectUnreadCount(page, 0)

  await getConversationRegion(page).hover()
  await page.mouse.wheel(0, -2_000)
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeVisible()
  await sendMessage(page, 'One’s own is seen')
  await expect(getMessage(page, 'One’s own is seen')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /jump to newest/i })).toBeHidden()
})

test('messages are rendered as text and fit a narrow phone', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('w'.repeat(22))
  const texts = [
    'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(20),
    'ساعة المد والجزر لجدار المطبخ',
    '🌊🧑🏽‍💻'.repeat(100),
    '<img src=x onerror="window.__hit=1"><script>window.__hit=1</script>',
    'javascript:alert(1) data:text/html,hi [a](javascript:alert(1)) https://dolph.example@evil.example/',
    `First line\n\n    Second & ${'line '.repeat(200).trim()}`,
    `See https://tide.example/${'path/'.repeat(60)}?a=1&b=2.`,
    '\u202egpj.exe https://reversed.example/\u202egpj.exe',
  ]
  const timeOf = (index: number) => new Date(Date.now() - (texts.length - index) * 1_000)
  await insertConversation(
    ada,
    bob,
    texts.map((content, index) => ({
      by: index % 2 === 0 ? bob : ada,
      content,
      at: timeOf(index),
    })),
  )
  const violations = await recordPageViolations(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await openConversation(page, bob)
  await expect(getConversationRegion(page).locator('p[dir=auto]')).toHaveText(texts)
  await expect(getConversationRegion(page).getByText(texts[1] ?? '')).toHaveCSS('direction', 'rtl')
  const links = getConversationRegion(page).getByRole('link')
  await expect(links).toHaveText([
    `https://tide.example/${'path/'.repeat(60)}?a=1&b=2`,
    'https://reversed.example/',
  ])
  await expect(links.first()).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(links.first()).toHaveAttribute('target', '_blank')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(getConversationRegion(page)).toContainText('reversed.example')
    await expectNoHorizontalScroll(page)
    await expectNoOverflow(getConversationRegion(page))
  }
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/messages')
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('reversed.example')
  await expectNoHorizontalScroll(page)
  await expectNoInjection(page, violations)
})

async function readTop(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN
}

/** Checks the element itself: clipped content would not make the page wider. */
async function expectNoOverflow(element: Locator): Promise<void> {
  const readOverflow = () => element.evaluate((it) => it.scrollWidth - it.clientWidth)
  await expect.poll(readOverflow).toBe(0)
}
