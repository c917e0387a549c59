import { createMemberFixture } from '@dolph/api/testing/fixtures'
import { database, signInNewMember, insertPost } from './members.ts'
import { getPostCard, generateWord, buildRefusalReply } from './posts.ts'
import { expireSessions, setSamplePassword, submitLoginForm, blockMessaging } from './sessions.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  fastForwardUntilVisible,
  testIgnoringConsole,
} from './base-test.ts'
import { trackRequests } from './pending-requests.ts'

const PROFILE_ENDPOINT = /\/api\/profile\/user\//
const POSTS_ENDPOINT = /\/api\/posts\/user\/[0-9a-f-]{36}/
const LOAD_FAILED_TEXT = 'Failed to load user profile. Please try again later.'

testIgnoringConsole(
  'an unknown member, a profile that cannot be loaded and one without its posts are accessible',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    const word = generateWord()
    const bob = await createMemberFixture(database, word)
    await insertPost({ id: bob }, { title: 'Tide clock' })
    const deletedName = generateWord()
    const deleted_at = new Date().toISOString()
    const deletedId = await createMemberFixture(database, deletedName)
    await database.updateTable('members').set({ deleted_at }).where('id', '=', deletedId).execute()
    for (const name of ['nobody-at-all', deletedName, '%25', 'a'.repeat(200), '%F0%9F%90%AC']) {
      const reply = await ada.call('GET', `/api/profile/user/${name}`)
      expect([name, [400, 404].includes(reply.status())]).toEqual([name, true])
    }

    await page.clock.install()
    let requests = 0
    page.on('request', (request) => (requests += PROFILE_ENDPOINT.test(request.url()) ? 1 : 0))
    for (const name of [deletedName, '%25']) {
      await page.goto(`/profile/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
      await expect(page).toHaveTitle('User not found · Dolph')
    }
    expect(requests, 'a missing profile is not requested again').toBe(2)
    await expectAccessibleOnBothScreens(page)
    await page.getByRole('link', { name: 'Explore Projects' }).click()
    await expect(page).toHaveURL('/posts')

    await page.route(PROFILE_ENDPOINT, (route) => route.abort())
    await page.goto(`/profile/${word}`)
    await expect(page.getByText('Could not reach the server. Trying again...')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    await fastForwardUntilVisible(
      page,
      page.getByRole('heading', { level: 1, name: LOAD_FAILED_TEXT }),
    )
    await expectAccessibleOnBothScreens(page)
    await page.unrouteAll()
    const rateLimitedReply = buildRefusalReply(429, 'too-many-requests', 'Please slow down.')
    await page.route(POSTS_ENDPOINT, (route) => route.fulfill(rateLimitedReply))
    await page.getByRole('button', { name: 'Try Again' }).click()
    const activity = page.getByRole('region', { name: 'Recent Activity' })
    await expect(activity.getByRole('alert')).toContainText('Failed to fetch user posts')
    await expect(page.getByText(`@${word}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    await page.unrouteAll()
    await activity.getByRole('button', { name: 'Try Again' }).click()
    await expect(activity.getByRole('link', { name: 'Tide clock' })).toBeVisible()
  },
)

testIgnoringConsole(
  'a member whose session has ended is asked to log in and returns to the profile',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    await blockMessaging(page)
    const word = generateWord()
    await insertPost({ id: await createMemberFixture(database, word) }, { title: 'Tide clock' })
    await page.clock.install()
    const waitForRequests = trackRequests(page)
    await page.goto(`/posts?q=${word}`)
    const card = getPostCard(page, 'Tide clock')
    await expect(card).toBeVisible()
    // A call that is still under way would end the session on this page.
    await waitForRequests()
    await expireSessions(ada)
    await card.getByRole('link', { name: word, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Please log in to view this profile',
    )
    await expect(page).toHaveURL(`/profile/${word}`)
    await page.clock.fastForward(2_000)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/profile/${word}`)}`)
    await submitLoginForm(page, ada)
    await expect(page).toHaveURL(`/profile/${word}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word)
  },
)
