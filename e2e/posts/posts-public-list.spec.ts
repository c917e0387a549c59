import { SAMPLE_LOGIN_USERNAMES } from '@dolph/api/seed/seed'
import type { Page } from '@playwright/test'
import { signInNewMember, insertComment } from '../support/members.ts'
import { generateWord, createPostByApi } from '../support/posts.ts'
import { submitLoginForm } from '../support/sessions.ts'
import { expect, expectAccessibleOnBothScreens, test } from '../support/base-test.ts'

const EXTERNAL_LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }

test('a visitor finds a project by its words, which are highlighted, and opens it from its card', async ({
  page,
  browser,
}) => {
  const author = await signInNewMember(await browser.newContext(), 'ada')
  const word = generateWord()
  const links = {
    github: 'https://github.com/ada/tide',
    demo: 'https://demo.example.com/',
    projectUrl: 'https://tide.example.com/',
  }
  const id = await createPostByApi(author, {
    title: `Clock ${word}`,
    type: 'seeking-contributors',
    body: `${'It begins with **something else**. '.repeat(20)}Then comes ${word}! ${'And more. '.repeat(50)}`,
    ...links,
  })
  await insertComment({ id }, { by: author, content: 'The only one' })

  await page.goto('/browse')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Projects')
  await expect(page.getByRole('group', { name: 'Type of project' }).getByRole('button')).toHaveText(
    ['All Projects', 'Showcase', 'Seeking Contributors', 'Looking to Join'],
  )
  await expect(page.getByRole('link', { name: 'Sign in to Create Project' })).toHaveAttribute(
    'href',
    '/login?next=/posts/create',
  )
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByPlaceholder('Search projects...').fill(word.toUpperCase())
  await expect(page).toHaveURL(`/browse?q=${word.toUpperCase()}`)
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card.locator('mark')).toHaveText([word, word])
  await expect(card).toContainText(`… begins with something else. Then comes ${word}!`)
  await expect(card).toContainText('Seeking Contributors')
  await expect(card).toContainText('1 comment')
  await expect(card).not.toContainText('1 comments')
  await expect(card).toContainText(/0\s*likes/)
  await expect(card.getByRole('link', { name: author.userName })).toHaveAttribute(
    'href',
    `/profile/${author.userName}`,
  )
  for (const [name, href] of [
    [/^GitHub/, links.github],
    [/^Live Demo/, links.demo],
    [/^Project URL/, links.projectUrl],
  ] as const) {
    const link = card.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', href)
    await expect(link).toHaveAttribute('target', EXTERNAL_LINK_ATTRIBUTES.target)
    await expect(link).toHaveAttribute('rel', EXTERNAL_LINK_ATTRIBUTES.rel)
  }
  expect(await countBodyLines(page)).toBe(3)
  await expectAccessibleOnBothScreens(page)

  const learnMore = card.getByRole('link', { name: 'Sign in to Learn More' })
  await expect(learnMore).toHaveAttribute('href', `/login?next=/posts/${id}`)
  await learnMore.click()
  await submitLoginForm(page, { userName: SAMPLE_LOGIN_USERNAMES[3] ?? '' })
  await expect(page).toHaveURL(`/posts/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Clock ${word}`)
})

/** The number of visible lines of the first post's body. */
async function countBodyLines(page: Page): Promise<number> {
  const body = page.getByRole('article').first().getByRole('paragraph').last()
  return body.evaluate((element) => {
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
    return Math.round(element.clientHeight / lineHeight)
  })
}

test('the public search covers titles and bodies of the chosen type only', async ({
  page,
  browser,
}) => {
  const author = await signInNewMember(await browser.newContext(), 'ada')
  const word = generateWord()
  await createPostByApi(author, { title: `Shown ${word}`, type: 'showcase' })
  await createPostByApi(author, {
    title: 'Joining',
    type: 'looking-to-join',
    body: `About ${word}`,
  })

  await page.goto(`/browse?q=${word}`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  await page.getByRole('button', { name: 'Looking to Join' }).click()
  await expect(page).toHaveURL(`/browse?q=${word}&type=looking-to-join`)
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Joining')
  await page.getByRole('button', { name: 'Seeking Contributors' }).click()
  await expect(page.getByText('No projects found matching your criteria')).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/browse?type=looking-to-join')

  await page.getByPlaceholder('Search projects...').fill(author.userName)
  await page.getByPlaceholder('Search projects...').press('Enter')
  await expect(page.getByText('No projects found matching your criteria')).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.getByRole('button', { name: 'Show All Projects' }).click()
  await expect(page).toHaveURL('/browse')
  await expect(page.getByPlaceholder('Search projects...')).toHaveValue('')
  await expect(cards).toHaveCount(20)
})

test('after five pages the list waits for Load More, so that the footer is reachable', async ({
  page,
}) => {
  await page.goto('/browse')
  const cards = page.getByRole('article')
  for (const count of [20, 40, 60, 80, 100]) {
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(count)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  }
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
  await expect(cards).toHaveCount(100)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(100)
})
