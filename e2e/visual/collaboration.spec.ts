import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { database } from '../support/members.ts'
import { createPhoto } from '../support/photo-fixtures.ts'
import { mockNotifications } from './notification-fixtures.ts'
import {
  findNewestPostBy,
  findPostWithTeam,
  findRoomOf,
  findWelcomePath,
  readMemberId,
  signInAsSampleMember,
} from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

const PHONE = { width: 390, height: 844 }

// The bell is empty: its number would depend on which posts other tests have opened.
test.beforeEach(async ({ page }) => mockNotifications(page, []))

test('/roles looks unchanged for visitors and for members, and without a match', async ({
  page,
  context,
}) => {
  await page.goto('/roles')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'roles-of-visitors')
  // dan's zone has the summer time of the roles' zone: the API compares them on the real date.
  await signInAsSampleMember(context, 'dan')
  await page.goto('/roles')
  await expect(page.getByText(/of \d skills/).first()).toBeVisible()
  await expectScreenshots(page, 'roles')
  await page.goto('/roles?skill=whittling')
  await expect(page.getByText('No open roles match.')).toBeVisible()
  await expectScreenshots(page, 'roles-nothing')
})

test('the filters of /roles look unchanged on a phone', async ({ page, context }) => {
  await signInAsSampleMember(context, 'dan')
  await page.goto('/roles')
  await expect(page.getByText(/of \d skills/).first()).toBeVisible()
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectScreenshots(page, 'roles-filters', { widths: [PHONE.width] })
})

test('the login of a visitor who asks to join looks unchanged', async ({ page }) => {
  const next = `/posts/${await findPostWithTeam()}?ask=role`
  await page.goto(`/login?${new URLSearchParams({ next })}`)
  await expect(page.getByText(/^Log in to ask to join/)).toBeVisible()
  await expectScreenshots(page, 'login-to-ask')
})

test('/people looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await waitForPeopleIndex()
  await page.goto('/people')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'people')
})

test('/join-requests looks unchanged, received, sent, and with an answer ready to send', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/join-requests')
  const received = page.getByRole('list', { name: 'Received' }).getByRole('listitem')
  await expect(received.first()).toBeVisible()
  await expectScreenshots(page, 'join-requests', { fullPage: true })
  await received.first().getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectScreenshots(page, 'join-request-answer')
  await page.goto('/join-requests?box=sent&state=all')
  await expect(page.getByRole('list', { name: 'Sent' }).getByRole('listitem').first()).toBeVisible()
  await expectScreenshots(page, 'join-requests-sent', { fullPage: true })
})

test('the first message about a join request looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/join-requests')
  await page
    .getByRole('link', { name: /^Let’s talk/ })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: /^Message to/ })).not.toHaveValue('')
  await expectScreenshots(page, 'join-request-talk')
})

test('the welcome to a team looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto(await findWelcomePath('ada'))
  await expect(page.getByText('Author', { exact: true })).toBeVisible()
  await expectScreenshots(page, 'welcome', { fullPage: true })
})

test('the room of a team looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto(await findRoomOf('bob', 'ada'))
  await expect(page.getByText('You joined')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible()
  await expectScreenshots(page, 'room')
  const widths = [390, 1280]
  await page.getByRole('button', { name: /^Options of “I never/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
  await expectScreenshots(page, 'room-message-menu', { widths })
  await page.getByRole('menuitem', { name: 'Reply' }).click()
  await page.getByRole('textbox').fill('I will ask them:\n\n- what they use\n- what **must** stay')
  await expectScreenshots(page, 'room-reply', { widths })
})

test('pictures, deleted and hidden messages in a room look unchanged', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  const url = `/api/messages/pictures/${'p'.repeat(43)}/960x600.webp`
  await page.route(`**${url.replace('960x600', '*')}`, async (route) =>
    route.fulfill({ body: (await createPhoto({ width: 960, height: 600 })).buffer }),
  )
  await page.route(/\/api\/rooms\/[\w-]+\/sync/, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { messages: { line?: string }[] }
    const [first, second, third] = json.messages
      .filter(({ line }) => line === undefined)
      .toReversed()
    const revisedAt = '2026-01-01T00:00:00.000Z'
    Object.assign(first ?? {}, { content: `![The chart](${url})`, format: 'markdown' })
    Object.assign(second ?? {}, { content: 'Hidden by a moderator', isHidden: true, revisedAt })
    Object.assign(third ?? {}, { content: 'Message deleted', deletedBy: 'owner', revisedAt })
    await route.fulfill({ response, json })
  })
  await page.goto(await findRoomOf('bob', 'ada'))
  await expect(page.getByRole('img', { name: 'The chart' })).toBeVisible()
  await page.getByLabel('Picture files').setInputFiles(await createPhoto())
  await page.getByLabel('Describe picture 1').fill('The clock on the wall')
  await expectScreenshots(page, 'room-states', { widths: [390, 1280] })
})

test('the forms of an invitation and of a project look unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/profile/carla')
  await page.getByRole('button', { name: /^Invite/ }).click()
  await expect(page.getByRole('dialog', { name: 'Invite carla' })).toBeVisible()
  await expectScreenshots(page, 'invite')
  await page.goto(`/posts/edit/${await findNewestPostBy('ada')}`)
  await page.getByRole('button', { name: 'Edit state and topics' }).click()
  await expect(page.getByRole('dialog', { name: 'Project' })).toBeVisible()
  await expectScreenshots(page, 'project-dialog')
})

test('a post with roles, team and updates looks unchanged, and the form that asks to join', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  await openPostWithTeam(page)
  await expectScreenshots(page, 'post-with-roles', { fullPage: true })
  await page
    .getByRole('button', { name: /^Ask to join:/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Ask to join' })).toBeVisible()
  await expectScreenshots(page, 'ask-to-join')
})

test('a post of a member who looks for a project looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  const { id } = await database
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', await readMemberId('carla'))
    .where('type', '=', 'looking-to-join')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await page.goto(`/posts/${id}`)
  await expect(page.getByText(/^Open to join until/)).toBeVisible()
  await expectScreenshots(page, 'post-looking-to-join', { fullPage: true })
})

test('the form of a role looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'bob')
  await page.goto(`/posts/${await findNewestPostBy('bob')}`)
  await page.getByRole('button', { name: 'Add a role' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a role' })).toBeVisible()
  await expectScreenshots(page, 'role-dialog')
})

test('the form of the availability looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Open to join' }).click()
  await expect(page.getByRole('dialog', { name: 'Open to join' })).toBeVisible()
  await expectScreenshots(page, 'availability-dialog')
})

test('a member’s own profile whose availability ends soon looks unchanged', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'dan')
  await page.goto('/profile')
  await expect(page.getByText('Still open?')).toBeVisible()
  await expectScreenshots(page, 'profile-availability-ends', { fullPage: true })
})

test('the profile of a member who is open to join looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/profile/carla')
  await expect(page.getByText(/^Open to join until/)).toBeVisible()
  await expectScreenshots(page, 'profile-open-to-join', { fullPage: true })
})

test('/following looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/following')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'following')
})

test('/still-open looks unchanged, as a question, with a choice, and with an unknown link', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/still-open/me')
  await expect(page.getByRole('button', { name: 'Still open', exact: true })).toBeVisible()
  await expectScreenshots(page, 'still-open')
  // The sample data asks for one role; the choice needs two.
  await page.route('**/api/roles/still-open/me', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: { _id: string; title: string }[] }
    const second = data.map((role) => ({ ...role, _id: randomUUID(), title: 'Translator' }))
    await route.fulfill({ json: { success: true, data: [...data, ...second] } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectScreenshots(page, 'still-open-choice')
  await page.goto('/still-open/some-token')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectScreenshots(page, 'still-open-unknown')
})

/** Waits until the worker has indexed the members of the sample data, whom the list shows only then. */
async function waitForPeopleIndex(): Promise<void> {
  await expect
    .poll(async () =>
      database.selectFrom('people_search_due').select('member_id').executeTakeFirst(),
    )
    .toBeUndefined()
}

/** Opens the newest post with an open role, a team and more updates than are shown at first, which ada does not own. */
async function openPostWithTeam(page: Page): Promise<void> {
  const { id } = await database
    .selectFrom('posts')
    .innerJoin('projects', 'post_id', 'posts.id')
    .innerJoin('members', 'members.id', 'author_id')
    .select('posts.id')
    .where('username', '!=', 'ada')
    .where('open_roles', '>', 0)
    .where('team_size', '>', 0)
    .where(
      (posts) =>
        posts
          .selectFrom('updates')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('updates.post_id', '=', 'posts.id'),
      '>',
      3,
    )
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await page.goto(`/posts/${id}`)
  for (const name of ['Roles', 'Team', 'Updates']) {
    await expect(page.getByRole('region', { name })).toBeVisible()
  }
}
