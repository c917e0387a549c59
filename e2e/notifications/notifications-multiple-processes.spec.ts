import { insertPost, signInNewMember } from '../support/members.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import { expectBellCount, hasUnreadCount, readCommentTime } from '../support/notifications.ts'
import { expectPromptArrival, recordServerEvents } from '../support/server-events.ts'
import { postComment } from '../support/comments.ts'
import { expect, waitForWebSocketAfter } from '../support/base-test.ts'
import { test } from '../support/two-processes.ts'

test('a comment written on another process rings the bell within two seconds', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  const events = recordServerEvents(page)
  await waitForWebSocketAfter(page, async () => page.goto('/my-posts'))
  await bob.page.goto(post.path)
  await postComment(bob.page, 'From the other process')
  await expectBellCount(page, 1)
  await expectPromptArrival(events, hasUnreadCount(1), async () => readCommentTime(post))
  await expect(page).toHaveTitle(/^\(1\) /)
})
