import type { Request } from '@playwright/test'
import { holdRequests } from '../support/comments.ts'
import { signInNewMember } from '../support/members.ts'
import { getPostCard, generateWord, readOwnPostsByApi } from '../support/posts.ts'
import { expect, expectAccessibleInBothThemes, test } from '../support/base-test.ts'

const CREATE_ENDPOINT = '**/api/posts'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test('a post is written, previewed, created once by a double click, and first in the list', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const title = `Tide clock ${generateWord()}`
  await page.goto('/posts')
  await page.getByRole('link', { name: 'Create New Post' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(`  ${title}  `)
  await page.getByRole('textbox', { name: 'Content' }).fill('A clock for **every** harbour')
  await page.getByLabel('GitHub URL').fill('https://github.com/ada/tide')
  await page.getByLabel('Post Type').click()
  await expect(page.getByRole('option')).toHaveText([
    'Showcase',
    'Seeking Contributors',
    'Looking to Join',
    'In Development',
    'Project Idea',
    'Other',
  ])
  await page.getByRole('option', { name: 'Project Idea' }).click()

  const preview = page.getByRole('article', { name: 'Preview' })
  await expect(preview.getByRole('heading')).toHaveText(title)
  await expect(preview).toContainText('Project Idea')
  await expect(preview.locator('strong')).toHaveText('every')
  await test.step('on a phone the preview is a tab', async () => {
    await page.setViewportSize(PHONE)
    await expect(preview).toBeHidden()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(preview.getByRole('heading')).toHaveText(title)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('tab', { name: 'Write' }).click()
    await page.setViewportSize(DESKTOP)
  })

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
})
