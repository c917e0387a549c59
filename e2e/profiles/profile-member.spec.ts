import type { Page } from '@playwright/test'
import { getMessageField } from '../support/messaging.ts'
import { getComment } from '../support/comments.ts'
import {
  database,
  signInNewMember,
  insertPost,
  insertComment,
  type Member,
} from '../support/members.ts'
import { saveProfileByApi } from '../support/own-profile.ts'
import { getPostCard, generateWord, createPostByApi } from '../support/posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from '../support/base-test.ts'

const MONTH_FORMAT = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

const PROFILE_FIELDS = {
  firstName: 'Bob',
  lastName: 'Ray',
  bio: 'I build boats.\nAnd clocks.',
  skills: ['Rust', 'Carpentry'],
  github: 'https://github.com/bob',
  linkedin: 'https://www.linkedin.com/in/bob',
  website: 'https://bob.example/about',
  location: 'Bergen, Norway',
  socialLinks: [{ platform: 'Mastodon', url: 'https://social.example/@bob' }],
}

test('a member reads another member’s profile and opens a conversation', async ({
  page,
  context,
  browser,
}) => {
  await using otherContext = await browser.newContext()
  const bob = await signInNewMember(otherContext, 'bob')
  await saveProfileByApi(bob, PROFILE_FIELDS)
  const word = generateWord()
  await createPostByApi(bob, { title: `${word} clock`, body: `**Ticks** ${'🐬'.repeat(120)}` })
  await createPostByApi(bob, { title: 'A crew', type: 'seeking-contributors' })
  await createPostByApi(bob, { title: 'A boat', type: 'looking-to-join' })
  const ada = await signInNewMember(context, 'ada')
  const readReplies = recordApiReplies(page)

  await page.goto(`/posts?q=${word}`)
  await getPostCard(page, `${word} clock`).getByRole('link', { name: bob.userName }).click()
  await expect(page).toHaveURL(`/profile/${bob.userName}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bob Ray')
  await expect(page).toHaveTitle(`Bob Ray (@${bob.userName}) · Dolph`)
  await expect(page.getByText(`@${bob.userName}`, { exact: true })).toBeVisible()
  const joined = MONTH_FORMAT.format(await readJoinDate(bob))
  await expect(page.getByText(`Member since ${joined}`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'About',
    'Skills',
    'Activity Stats',
    'Links',
    'Location',
    'Recent Activity',
  ])
  const getSection = (name: string) => page.getByRole('region', { name })
  await expect(getSection('About')).toContainText('I build boats.')
  await expect(getSection('Skills').getByRole('listitem')).toHaveText(PROFILE_FIELDS.skills)
  await expect(getSection('Location')).toContainText(PROFILE_FIELDS.location)
  await expect(getSection('Activity Stats').getByRole('term')).toHaveText([
    'Projects',
    'Collaborations',
    'Contributions',
  ])
  await expect(getSection('Activity Stats').getByRole('definition')).toHaveText(['3', '1', '1'])
  const activity = getSection('Recent Activity').getByRole('listitem')
  await expect(activity).toHaveCount(3)
  await expect(activity.nth(0)).toContainText('Looking to Join')
  await expect(activity.nth(2)).toContainText(`Ticks ${'🐬'.repeat(94)}…`)

  const links = getSection('Links').getByRole('link')
  await expect(links).toHaveCount(4)
  for (const [index, url] of [
    PROFILE_FIELDS.github,
    PROFILE_FIELDS.linkedin,
    PROFILE_FIELDS.website,
    PROFILE_FIELDS.socialLinks[0]?.url ?? '',
  ].entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', url)
    await expect(links.nth(index)).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    await expect(links.nth(index)).toHaveAttribute('target', '_blank')
  }
  for (const ownAction of ['Edit Profile', 'Log Out']) {
    await expect(page.getByRole('main').getByRole('button', { name: ownAction })).toHaveCount(0)
  }
  await expectNoHorizontalScroll(page)

  await page.getByRole('link', { name: 'Message', exact: true }).press('Enter')
  await expect(page).toHaveURL(`/messages/${bob.id}`)
  await expect(page.getByRole('heading', { name: bob.userName })).toBeVisible()
  await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  await expect(getMessageField(page, bob)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bob Ray')
  expect(await readReplies()).not.toContain(`${bob.userName}@`)
  expect(await page.content()).not.toContain(`${bob.userName}@`)
  expect(await readReplies()).toContain(`${ada.userName}@`)
})

async function readJoinDate({ id }: Pick<Member, 'id'>): Promise<Date> {
  const members = database.selectFrom('members').select('created_at').where('id', '=', id)
  return new Date((await members.executeTakeFirstOrThrow()).created_at)
}

test('a profile is opened from a comment and by its username in any case', async ({
  page,
  context,
  browser,
}) => {
  await using otherContext = await browser.newContext()
  const bob = await signInNewMember(otherContext, 'bob')
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await insertComment(post, { by: bob, content: 'Does it tick?' })
  await page.goto(post.path)
  await getComment(page, 'Does it tick?').getByRole('link', { name: bob.userName }).click()
  await expect(page).toHaveURL(`/profile/${bob.userName}`)
  // A member without a name is shown with their username.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bob.userName)
  await expect(page.getByText('No profile information available')).toBeVisible()
  await expect(page.getByText('No recent activity')).toBeVisible()

  await page.goto(`/profile/${bob.userName.toUpperCase()}`)
  await expect(page.getByText(`@${bob.userName}`, { exact: true })).toBeVisible()
})

test('the longest profile in any script fits on a narrow phone', async ({
  page,
  context,
  browser,
}) => {
  await signInNewMember(context, 'ada')
  await using otherContext = await browser.newContext()
  const longest = await signInNewMember(otherContext, 'w'.repeat(22))
  await saveProfileByApi(longest, {
    firstName: 'W'.repeat(50),
    lastName: 'محمد'.repeat(12),
    bio: `${'قارب '.repeat(60)}\n${'boat'.repeat(100)}\n🧑🏽‍💻🌊`,
    skills: [
      '🐬'.repeat(40),
      'x'.repeat(40),
      'سباحة',
      ...Array.from({ length: 40 }, (_, index) => `Skill ${index}`),
    ],
    github: `https://github.com/${'long'.repeat(50)}`,
    linkedin: `https://www.linkedin.com/in/${'long'.repeat(50)}`,
    website: `https://${'very-'.repeat(11)}long.example.com/${'path/'.repeat(100)}`,
    location: 'Llanfair'.repeat(12),
    socialLinks: Array.from({ length: 10 }, () => ({
      platform: 'W'.repeat(30),
      url: `https://${'very-'.repeat(11)}long.example.com/`,
    })),
  })
  await createPostByApi(longest, { title: 'Donau'.repeat(20), body: 'boat'.repeat(50) })
  await page.goto(`/profile/${longest.userName}`)
  await expect(page.getByRole('link', { name: /^Donau/ })).toBeVisible()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoHorizontalScroll(page)
    // Clipped content of a section would not make the page wider.
    expect(await page.getByRole('main').evaluate(findOverflowingSections)).toEqual([])
  }
  await expectAccessibleOnBothScreens(page)
})

/** The sections whose content is wider than themselves. */
function findOverflowingSections(main: Element): string[] {
  return [...main.querySelectorAll('section, header')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent.slice(0, 80))
}

/** Returns a function that joins all API replies of this page so far. */
function recordApiReplies(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (reply) => {
    if (new URL(reply.url()).pathname.startsWith('/api/')) bodies.push(reply.text().catch(() => ''))
  })
  return async () => (await Promise.all(bodies)).join('\n')
}
