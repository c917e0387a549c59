import type { Locator, Page } from '@playwright/test'
import { holdRequests } from './comments.ts'
import { signInNewMember } from './members.ts'
import { getPostCard, readOwnPostsByApi, buildRefusalReply, createPostByApi } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, testIgnoringConsole, test } from './base-test.ts'

const OWN_POSTS_ENDPOINT = '**/api/posts/user/me*'
const POST_ENDPOINT = /\/api\/posts\/[0-9a-f-]{36}$/
const INVALID_URL_TEXT = 'Please enter a valid URL (including http:// or https://)'

testIgnoringConsole(
  'My Posts shows its loading, empty and error states',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    const heldRequests = await holdRequests(page, OWN_POSTS_ENDPOINT)
    await page.goto('/my-posts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Posts')
    await expect(page.getByLabel('Loading your projects')).toBeVisible()
    heldRequests.release()
    await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
    const createLink = page.getByRole('link', { name: 'Create Your First Project' })
    await expect(createLink).toHaveAttribute('href', '/posts/create')
    await expectAccessibleOnBothScreens(page)

    await page.route(OWN_POSTS_ENDPOINT, (route) =>
      route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Please slow down.')),
    )
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch posts')
    await expectAccessibleOnBothScreens(page)
    await createPostByApi(ada, { title: 'There after all' })
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(getPostCard(page, 'There after all')).toBeVisible()
  },
)

testIgnoringConsole('a post is edited in the list', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  const id = await createPostByApi(ada, {
    title: 'Tide clock',
    github: 'https://github.com/ada/tide',
  })
  await createPostByApi(ada, { title: 'Another' })
  await page.goto('/my-posts')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectAccessibleOnBothScreens(page)
  const editor = page.getByRole('form', { name: 'Edit Tide clock' })
  await openPostEditor(page, 'Tide clock')
  await expect(editor.getByLabel('Title')).toBeFocused()
  await expect(editor.getByText('33/5000')).toBeVisible()
  await expectMaxLength(editor.getByLabel('Title'), 100)
  await expectMaxLength(editor.getByLabel('Description'), 5000)
  await expect(editor.getByText('5000/5000')).toBeVisible()
  await editor.getByLabel('Type').click()
  await expect(page.getByRole('option')).toHaveText([
    ...['Showcase', 'Seeking Contributors', 'Looking to Join'],
    ...['In Development', 'Project Idea', 'Other'],
    ...['Hackathon', 'Learning Project', 'Open Source'],
  ])
  await page.getByRole('option', { name: 'Hackathon' }).click()

  for (const label of ['GitHub URL', 'Demo URL', 'Project URL']) {
    await editor.getByLabel(label).fill('www.example.com')
    await expect(editor.getByLabel(label)).toHaveAccessibleDescription(INVALID_URL_TEXT)
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor.getByLabel(label)).toBeFocused()
    await editor.getByLabel(label).fill('http://www.example.com')
    await expect(editor.getByText(INVALID_URL_TEXT)).toBeHidden()
  }
  await expectAccessibleOnBothScreens(page)
  expect((await readOwnPostsByApi(ada))[1]).toMatchObject({ title: 'Tide clock', type: 'showcase' })

  for (const [reply, message] of [
    [buildRefusalReply(500, 'internal', 'Something went wrong'), 'Failed to update post'],
    [
      buildRefusalReply(409, 'conflict', 'It is being changed elsewhere.'),
      'It is being changed elsewhere.',
    ],
  ] as const) {
    await page.route(POST_ENDPOINT, (route) => route.fulfill(reply))
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor.getByRole('alert').filter({ hasText: message })).toBeVisible()
  }
  await page.unrouteAll()
  await editor.getByLabel('Title').fill('Tide clock, improved')
  await editor.getByLabel('Description').fill('It works now')
  await editor.getByLabel('Project URL').fill('')
  await editor.getByRole('button', { name: 'Save' }).click()
  const card = getPostCard(page, 'Tide clock, improved')
  await expect(card).toContainText('It works now')
  await expect(card).toContainText('Hackathon')
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused()
  expect((await readOwnPostsByApi(ada))[1]).toMatchObject({
    ...{ _id: id, type: 'hackathon', projectUrl: '' },
    ...{ github: 'http://www.example.com', demo: 'http://www.example.com' },
  })
})

/** The field accepts no more than `max` characters. */
async function expectMaxLength(field: Locator, max: number): Promise<void> {
  await field.fill('x'.repeat(max - 1))
  await field.press('End')
  await field.pressSequentially('yz')
  await expect(field).toHaveValue(`${'x'.repeat(max - 1)}y`)
}

test('a cancelled edit changes nothing, an interrupted one is restored; the post’s own page edits and deletes too', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const id = await createPostByApi(ada, { title: 'Tide clock' })
  await page.goto('/my-posts')
  await openPostEditor(page, 'Tide clock')
  await page.getByLabel('Title').fill('Something else')
  await page.reload()
  await expect(page).toHaveURL(`/my-posts?edit=${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Something else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/my-posts')
  await openPostEditor(page, 'Tide clock')
  await expect(page.getByLabel('Title')).toHaveValue('Tide clock')

  await page.getByLabel('Title').fill('On the way')
  await page.getByRole('link', { name: 'Edit with preview' }).click()
  await expect(page).toHaveURL(`/posts/edit/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('On the way')
  await page.goto('/my-posts')
  const editButton = page.getByRole('button', { name: 'Edit, with the changes you kept' })
  await expect(editButton).toBeVisible()
  expect(await readOwnPostsByApi(ada)).toMatchObject([{ title: 'Tide clock' }])

  await test.step('from the post’s own page', async () => {
    await page.goto('/my-posts')
    await getPostCard(page, 'Tide clock').getByRole('link', { name: 'Read More' }).click()
    await expect(page).toHaveURL(`/posts/${id}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(`/posts/edit/${id}`)
    await page.goBack()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete post' }).click()
    await expect(page).toHaveURL('/my-posts')
    await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
  })
})

testIgnoringConsole('a post is deleted after a confirmation', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  for (const title of ['Third', 'Second', 'First']) await createPostByApi(ada, { title })
  await page.goto('/my-posts')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  const clickDelete = async (title: string) =>
    getPostCard(page, title).getByRole('button', { name: 'Delete' }).click()

  await clickDelete('First')
  await expect(dialog).toContainText('Are you sure you want to delete this post?')
  await expectAccessibleOnBothScreens(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await readOwnPostsByApi(ada)).toHaveLength(3)

  await page.route(POST_ENDPOINT, (route) => route.abort())
  await clickDelete('First')
  await dialog.getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByText('Failed to delete post')).toBeVisible()
  await expect(getPostCard(page, 'First')).toBeVisible()
  await page.unrouteAll()

  for (const [title, next] of [
    ['First', getPostCard(page, 'Second').getByRole('button', { name: 'Edit' })],
    ['Second', getPostCard(page, 'Third').getByRole('button', { name: 'Edit' })],
    ['Third', page.getByRole('heading', { level: 1 })],
  ] as const) {
    await clickDelete(title)
    await dialog.getByRole('button', { name: 'Delete post' }).click()
    await expect(getPostCard(page, title)).toHaveCount(0)
    await expect(next).toBeFocused()
  }
  await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
  expect(await readOwnPostsByApi(ada)).toEqual([])
})

async function openPostEditor(page: Page, title: string): Promise<void> {
  await getPostCard(page, title).getByRole('button', { name: 'Edit' }).click()
}
