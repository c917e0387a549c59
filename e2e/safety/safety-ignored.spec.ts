import { getComment, postComment, replyToComment } from '../support/comments.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import { blockInMenu } from '../support/safety.ts'
import { expect, expectAccessibleOnBothScreens, test } from '../support/base-test.ts'

test('a muted member’s comments are folded and their posts left out of lists, until they are unmuted in the settings', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  const post = await insertPost(ada)
  const bobsPost = await insertPost(bob)
  await bob.page.goto(post.path)
  await postComment(bob.page, 'First words')
  await expect(getComment(bob.page, 'First words')).toBeVisible()
  await page.goto(`/posts?q=${encodeURIComponent(bobsPost.title)}`)
  await expect(page.getByRole('link', { name: bobsPost.title }).first()).toBeVisible()

  await page.goto(post.path)
  await replyToComment(page, 'First words', 'An answer')
  await getComment(page, 'First words')
    .getByRole('button', { name: 'More options: First words' })
    .click()
  await page.getByRole('menuitem', { name: `Mute ${bob.userName}` }).click()

  const folded = getComment(page, 'Hidden: you muted this member')
  await expect(folded).toBeVisible()
  await expect(page.getByText('First words')).toBeHidden()
  await expect(page.getByText('An answer')).toBeVisible()
  await page.reload()
  await expect(folded).toBeVisible()
  await expect(page.getByText('An answer')).toBeVisible()
  // The reload restored the scroll position, at which the sticky header covers half of a link.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleOnBothScreens(page)
  await page.goto(`/posts?q=${encodeURIComponent(bobsPost.title)}`)
  await expect(page.getByText(/No (projects|posts)/).first()).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('link', { name: /^Blocked and muted/ }).click()
  await expect(page.getByRole('link', { name: bob.userName })).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.getByRole('button', { name: `Unmute ${bob.userName}` }).click()
  await expect(page.getByText('You have not blocked or muted anybody')).toBeVisible()
  await page.goto(post.path)
  await expect(page.getByText('First words')).toBeVisible()
})

test('blocking the author of a post removes it from the list that led to it', async ({
  page,
  context,
  browser,
}) => {
  await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  const post = await insertPost(bob)
  await page.goto('/posts')
  await page.getByRole('link', { name: post.title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await blockInMenu(page, page.getByRole('button', { name: 'Project options' }), bob)
  await page.getByRole('link', { name: 'Back to posts' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('link', { name: post.title })).toBeHidden()
})
