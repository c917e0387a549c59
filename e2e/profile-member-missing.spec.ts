import { sowMember } from '@dolph/api/testing/sow'
import { database, enter, postBy } from './members.ts'
import { cardOf, newWord, refusal } from './posts.ts'
import { expire, givePassword, logInHere, withoutMessages } from './returning.ts'
import { expect, expectAccessibleInBothThemes, noisyTest } from './visit.ts'

const PROFILE = /\/api\/profile\/user\//
const POSTS = /\/api\/posts\/user\/[0-9a-f-]{36}/
const DOWN = refusal(500, 'internal', 'Something went wrong')
const GAVE_UP = 'Failed to load user profile. Please try again later.'

noisyTest(
  'who is not there, not yet or no longer, is not found',
  { tag: '@phone' },
  async ({ page, context }) => {
    await enter(context, 'ada')
    const unproved = newWord()
    const eve = await sowMember(database, unproved)
    const account = { member_id: eve, email: `${unproved}@example.test`, password_hash: 'none' }
    await database.insertInto('accounts').values(account).execute()
    const left = newWord()
    const deleted_at = new Date().toISOString()
    const gone = await sowMember(database, left)
    await database.updateTable('members').set({ deleted_at }).where('id', '=', gone).execute()
    let asked = 0
    page.on('request', (request) => (asked += PROFILE.test(request.url()) ? 1 : 0))

    const names = ['nobody-at-all', unproved, left, '%25', 'a'.repeat(200), '%F0%9F%90%AC']
    for (const [index, name] of names.entries()) {
      await page.goto(`/profile/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
      await expect(page).toHaveTitle('User not found · Dolph')
      expect(asked, 'it is final at once').toBe(index + 1)
    }
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'Explore Projects' }).click()
    await expect(page).toHaveURL('/posts')
  },
)

noisyTest(
  'whose session ends is told to log in, and comes back',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await givePassword(ada)
    await withoutMessages(page)
    const word = newWord()
    await postBy({ id: await sowMember(database, word) }, { title: 'Tide clock' })
    await page.clock.install()
    await page.goto(`/posts?q=${word}`)
    const card = cardOf(page, 'Tide clock')
    await expect(card).toBeVisible()
    await expire(ada)
    await card.getByRole('link', { name: word, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Please log in to view this profile',
    )
    await expect(page).toHaveURL(`/profile/${word}`)
    await page.clock.fastForward(2_000)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/profile/${word}`)}`)
    await logInHere(page, ada)
    await expect(page).toHaveURL(`/profile/${word}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word)
  },
)

noisyTest(
  'a profile that fails is tried after 2, 4 and 6 seconds',
  { tag: '@phone' },
  async ({ page, context }) => {
    await enter(context, 'ada')
    const word = newWord()
    await sowMember(database, word)
    const asked: number[] = []
    await page.clock.install()
    await page.route(PROFILE, async (route) => {
      asked.push(await page.evaluate(() => Date.now()))
      await route.fulfill(DOWN)
    })
    await page.goto(`/profile/${word}`)
    await expect(page.getByText('Failed to fetch user data. Trying again...')).toBeVisible()
    const askedAfterAWhile = async () => {
      await page.clock.fastForward(250)
      return asked.length
    }
    const often = { intervals: [20], timeout: 10_000 }
    await expect.poll(askedAfterAWhile, often).toBe(4)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(GAVE_UP)
    const pauses = asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / 1000)
    for (const [index, seconds] of [2, 4, 6].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(seconds)
      expect(pauses[index]).toBeLessThan(seconds + 1.9)
    }
    await page.clock.fastForward(60_000)
    expect(asked).toHaveLength(4)
    await expectAccessibleInBothThemes(page)

    await page.unrouteAll()
    await page.route(PROFILE, (route) => route.abort())
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Could not reach the server. Trying again...')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.unrouteAll()
    await page.clock.fastForward(6_000)
    await expect(page.getByText(`@${word}`, { exact: true })).toBeVisible()
  },
)

noisyTest(
  'a reply that makes no sense is told, and posts that fail take nothing away',
  { tag: '@phone' },
  async ({ page, context }) => {
    await enter(context, 'ada')
    const word = newWord()
    const id = await sowMember(database, word)
    await postBy({ id }, { title: 'Tide clock' })
    let asked = 0
    for (const [reply, said] of [
      [{ json: { success: true, data: { userName: word } } }, 'Invalid user data received'],
      [refusal(429, 'too-many-requests', 'Please slow down.'), 'Failed to fetch user data'],
    ] as const) {
      await page.route(PROFILE, (route) => {
        asked += 1
        return route.fulfill(reply)
      })
      await page.goto(`/profile/${word}`)
      await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toHaveText(said)
    }
    expect(asked).toBe(2)
    await page.unrouteAll()
    const slowDown = refusal(429, 'too-many-requests', 'Please slow down.')
    await page.route(POSTS, (route) => route.fulfill(slowDown))
    await page.getByRole('button', { name: 'Try Again' }).click()
    const activity = page.getByRole('region', { name: 'Recent Activity' })
    await expect(activity.getByRole('alert')).toContainText('Failed to fetch user posts')
    await expect(page.getByText(`@${word}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.unrouteAll()
    await activity.getByRole('button', { name: 'Try Again' }).click()
    await expect(activity.getByRole('link', { name: 'Tide clock' })).toBeVisible()
  },
)
