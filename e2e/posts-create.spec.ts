import type { Page, Request } from '@playwright/test'
import { holdRequests } from './comments.ts'
import { signInNewMember } from './members.ts'
import { getPostCard, generateWord, readOwnPostsByApi, buildRefusalReply } from './posts.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  testIgnoringConsole,
  test,
} from './base-test.ts'

const CREATE_ENDPOINT = '**/api/posts'

test('the rules of a post are told while it is typed, and again when it is sent', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await page.goto('/posts/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Project')
  await expect(page.getByText('0/5000')).toBeVisible()
  await expectAccessibleOnBothScreens(page)

  await submitNewPost(page)
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Description is required')).toBeVisible()
  const banner = page.getByText('Please fix the validation errors before submitting')
  await expect(banner).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expectAccessibleOnBothScreens(page)

  for (const { label, wrong, said, right } of RULES) {
    await page.getByLabel(label).fill(wrong)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${said}`))
    await submitNewPost(page)
    await expect(banner).toBeVisible()
    await expect(page).toHaveURL('/posts/create')
    await page.getByLabel(label).fill(right)
    await expect(page.getByText(said)).toBeHidden()
  }
  await expect(banner).toBeHidden()
  await expect(page.getByText('5000/5000')).toBeVisible()
  expect(await readOwnPostsByApi(ada)).toEqual([])
})

const RULES = [
  {
    label: 'Title',
    wrong: 'x'.repeat(101),
    said: 'Title cannot be more than 100 characters',
    right: 'x'.repeat(100),
  },
  {
    label: 'Description',
    wrong: 'x'.repeat(5001),
    said: 'Description cannot be more than 5000 characters',
    right: '\u{1f30a}'.repeat(5000),
  },
  {
    label: 'GitHub URL',
    wrong: 'https://github.com.example.com/ada/tide',
    said: 'Please enter a valid GitHub URL',
    right: 'https://github.com/ada/tide',
  },
  {
    label: 'Demo URL',
    wrong: 'demo',
    said: 'Please enter a valid URL',
    right: 'http://demo.example.com',
  },
  {
    label: 'Project URL',
    wrong: 'javascript:alert(1)',
    said: 'Please enter a valid URL',
    right: 'https://tide.example.com',
  },
]

test(
  'a post is written, looked at beforehand, created once by a double click, and first in everybody’s list',
  { tag: '@phone' },
  async ({ page, context, isMobile }) => {
    const ada = await signInNewMember(context, 'ada')
    const title = `Tide clock ${generateWord()}`
    await page.goto('/posts')
    await page.getByRole('link', { name: 'Create New Post' }).click()
    await page.getByLabel('Title').fill(`  ${title}  `)
    await page.getByLabel('Description').fill('A clock for **every** harbour')
    await page.getByLabel('GitHub URL').fill('https://github.com/ada/tide')
    await page.getByLabel('Type').click()
    await expect(page.getByRole('option')).toHaveText([
      ...['Showcase', 'Seeking Contributors', 'Looking to Join'],
      ...['In Development', 'Project Idea', 'Other'],
    ])
    await page.getByRole('option', { name: 'Project Idea' }).click()

    if (isMobile) await page.getByRole('tab', { name: 'Preview' }).click()
    const preview = page.getByRole('article', { name: 'Preview' })
    await expect(preview.getByRole('heading')).toHaveText(title)
    await expect(preview).toContainText('Project Idea')
    await expect(preview.locator('strong')).toHaveText('every')
    await expectAccessibleInBothThemes(page)

    const sent: Request[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request))
    const heldRequests = await holdRequests(page, CREATE_ENDPOINT)
    await page.getByRole('button', { name: 'Create Project' }).dblclick()
    const busy = page.getByRole('button', { name: 'Creating...' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await busy.press('Control+Enter')
    heldRequests.release()
    await expect(page).toHaveURL('/posts')
    await expect(getPostCard(page, title)).toContainText('A clock for every harbour')
    await expect(getPostCard(page, title)).toContainText('Project Idea')
    expect(sent).toHaveLength(1)
    expect(await readOwnPostsByApi(ada)).toMatchObject([
      { title, type: 'project-idea', body: 'A clock for **every** harbour', demo: '' },
    ])
  },
)

testIgnoringConsole(
  'a post that is refused stays in the form, and one whose reply was lost is sent again and is one post',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    await fillNewPost(page, 'Lost and found')
    for (const [reply, said] of [
      [buildRefusalReply(500, 'internal', 'Something went wrong'), 'Error creating post'],
      [buildRefusalReply(429, 'too-many-requests', 'Please slow down.'), 'Please slow down.'],
    ] as const) {
      await page.route(CREATE_ENDPOINT, (route) => route.fulfill(reply))
      await submitNewPost(page)
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue('Lost and found')
    }
    await expectAccessibleOnBothScreens(page)
    await page.unrouteAll()
    expect(await readOwnPostsByApi(ada)).toEqual([])
    await page.route(CREATE_ENDPOINT, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submitNewPost(page)
    await expect(page.getByText('Error creating post')).toBeVisible()
    expect(await readOwnPostsByApi(ada)).toHaveLength(1)

    await submitNewPost(page)
    await expect(page.getByRole('button', { name: 'Create Project' })).toBeEnabled()
    await expect(page.getByText('Draft kept on this device')).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await page.getByLabel('Title').fill('Lost, found and renamed')
    await submitNewPost(page)
    await expect(page).toHaveURL('/posts')
    expect(await readOwnPostsByApi(ada)).toMatchObject([{ title: 'Lost, found and renamed' }])
    await expect(getPostCard(page, 'Lost, found and renamed').first()).toBeVisible()
  },
)

async function fillNewPost(page: Page, title: string): Promise<void> {
  await page.goto('/posts/create')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('A clock for every harbour')
}

async function submitNewPost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Project' }).click()
}
