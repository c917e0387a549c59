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

test('the rules of a post are shown while typing and again on submitting', async ({
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

  for (const { label, invalid, message, valid } of RULES) {
    await page.getByLabel(label).fill(invalid)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${message}`))
    await submitNewPost(page)
    await expect(banner).toBeVisible()
    await expect(page).toHaveURL('/posts/create')
    await page.getByLabel(label).fill(valid)
    await expect(page.getByText(message)).toBeHidden()
  }
  await expect(banner).toBeHidden()
  await expect(page.getByText('5000/5000')).toBeVisible()
  expect(await readOwnPostsByApi(ada)).toEqual([])
})

const RULES = [
  {
    label: 'Title',
    invalid: 'x'.repeat(101),
    message: 'Title cannot be more than 100 characters',
    valid: 'x'.repeat(100),
  },
  {
    label: 'Description',
    invalid: 'x'.repeat(5001),
    message: 'Description cannot be more than 5000 characters',
    valid: '\u{1f30a}'.repeat(5000),
  },
  {
    label: 'GitHub URL',
    invalid: 'https://github.com.example.com/ada/tide',
    message: 'Please enter a valid GitHub URL',
    valid: 'https://github.com/ada/tide',
  },
  {
    label: 'Demo URL',
    invalid: 'demo',
    message: 'Please enter a valid URL',
    valid: 'http://demo.example.com',
  },
  {
    label: 'Project URL',
    invalid: 'javascript:alert(1)',
    message: 'Please enter a valid URL',
    valid: 'https://tide.example.com',
  },
]

test(
  'a post is written, previewed, created once by a double click, and first in the list',
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
    const busyButton = page.getByRole('button', { name: 'Creating...' })
    await expect(busyButton).toHaveAttribute('aria-busy', 'true')
    await busyButton.press('Control+Enter')
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
  'a refused post stays in the form, and a post whose response was lost is stored once after resending',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    await fillNewPost(page, 'Lost and found')
    for (const [reply, message] of [
      [buildRefusalReply(500, 'internal', 'Something went wrong'), 'Error creating post'],
      [buildRefusalReply(429, 'too-many-requests', 'Please slow down.'), 'Please slow down.'],
    ] as const) {
      await page.route(CREATE_ENDPOINT, (route) => route.fulfill(reply))
      await submitNewPost(page)
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
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
