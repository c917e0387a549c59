import { createMemberFixture } from '@dolph/api/testing/fixtures'
import { database, signInNewMember, insertPost } from '../support/members.ts'
import { getPostCard, generateWord } from '../support/posts.ts'
import {
  expireSessions,
  setSamplePassword,
  submitLoginForm,
  blockMessaging,
} from '../support/sessions.ts'
import { expect, testIgnoringConsole } from '../support/base-test.ts'
import { trackRequests } from '../support/pending-requests.ts'

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
