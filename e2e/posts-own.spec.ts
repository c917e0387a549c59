import type { Locator, Page } from '@playwright/test'
import { held } from './discussion.ts'
import { enter } from './members.ts'
import { cardOf, postsOf, refusal, share } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, noisyTest, test } from './visit.ts'

const OWN = '**/api/posts/user/me*'
const ONE = /\/api\/posts\/[0-9a-f-]{36}$/
const BAD_LINK = 'Please enter a valid URL (including http:// or https://)'

noisyTest(
  'My Posts says that it loads, that it is empty, or that it cannot be had',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const way = await held(page, OWN)
    await page.goto('/my-posts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Posts')
    await expect(page.getByLabel('Loading your posts')).toBeVisible()
    way.open()
    await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
    const first = page.getByRole('link', { name: 'Create Your First Project' })
    await expect(first).toHaveAttribute('href', '/posts/create')
    await expectAccessibleOnBothScreens(page)

    await page.route(OWN, (route) =>
      route.fulfill(refusal(429, 'too-many-requests', 'Please slow down.')),
    )
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch posts')
    await expectAccessibleOnBothScreens(page)
    await share(ada, { title: 'There after all' })
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(cardOf(page, 'There after all')).toBeVisible()
  },
)

noisyTest('a post is changed where it stands', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const id = await share(ada, { title: 'Tide clock', github: 'https://github.com/ada/tide' })
  await share(ada, { title: 'Another' })
  await page.goto('/my-posts')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectAccessibleOnBothScreens(page)
  const editor = page.getByRole('form', { name: 'Edit Tide clock' })
  await edit(page, 'Tide clock')
  await expect(editor.getByLabel('Title')).toBeFocused()
  await expect(editor.getByText('33/5000')).toBeVisible()
  await expectCapped(editor.getByLabel('Title'), 100)
  await expectCapped(editor.getByLabel('Description'), 5000)
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
    await expect(editor.getByLabel(label)).toHaveAccessibleDescription(BAD_LINK)
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor.getByLabel(label)).toBeFocused()
    await editor.getByLabel(label).fill('http://www.example.com')
    await expect(editor.getByText(BAD_LINK)).toBeHidden()
  }
  await expectAccessibleOnBothScreens(page)
  expect((await postsOf(ada))[1]).toMatchObject({ title: 'Tide clock', type: 'showcase' })

  for (const [reply, said] of [
    [refusal(500, 'internal', 'Something went wrong'), 'Failed to update post'],
    [refusal(409, 'conflict', 'It is being changed elsewhere.'), 'It is being changed elsewhere.'],
  ] as const) {
    await page.route(ONE, (route) => route.fulfill(reply))
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor.getByRole('alert').filter({ hasText: said })).toBeVisible()
  }
  await page.unrouteAll()
  await editor.getByLabel('Title').fill('Tide clock, improved')
  await editor.getByLabel('Description').fill('It works now')
  await editor.getByLabel('Project URL').fill('')
  await editor.getByRole('button', { name: 'Save' }).click()
  const card = cardOf(page, 'Tide clock, improved')
  await expect(card).toContainText('It works now')
  await expect(card).toContainText('Hackathon')
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused()
  expect((await postsOf(ada))[1]).toMatchObject({
    ...{ _id: id, type: 'hackathon', projectUrl: '' },
    ...{ github: 'http://www.example.com', demo: 'http://www.example.com' },
  })
})

/** Whatever is typed beyond `max` characters does not get in. */
async function expectCapped(field: Locator, max: number): Promise<void> {
  await field.fill('x'.repeat(max - 1))
  await field.press('End')
  await field.pressSequentially('yz')
  await expect(field).toHaveValue(`${'x'.repeat(max - 1)}y`)
}

test('an edit that is cancelled, or left and come back to, loses nothing; the post’s own page edits and deletes too', async ({
  page,
  context,
}) => {
  const ada = await enter(context, 'ada')
  const id = await share(ada, { title: 'Tide clock' })
  await page.goto('/my-posts')
  await edit(page, 'Tide clock')
  await page.getByLabel('Title').fill('Something else')
  await page.reload()
  await expect(page).toHaveURL(`/my-posts?edit=${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Something else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/my-posts')
  await edit(page, 'Tide clock')
  await expect(page.getByLabel('Title')).toHaveValue('Tide clock')

  await page.getByLabel('Title').fill('On the way')
  await page.getByRole('link', { name: 'Edit with preview' }).click()
  await expect(page).toHaveURL(`/posts/edit/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('On the way')
  await page.goto('/my-posts')
  const kept = page.getByRole('button', { name: 'Edit, with the changes you kept' })
  await expect(kept).toBeVisible()
  expect(await postsOf(ada)).toMatchObject([{ title: 'Tide clock' }])

  await test.step('from the post’s own page too', async () => {
    await page.goto('/my-posts')
    await cardOf(page, 'Tide clock').getByRole('link', { name: 'Read More' }).click()
    await expect(page).toHaveURL(`/posts/${id}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(`/posts/edit/${id}`)
    await page.goBack()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Post' }).click()
    await expect(page).toHaveURL('/my-posts')
    await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
  })
})

noisyTest('a post is deleted once that is confirmed', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  for (const title of ['Third', 'Second', 'First']) await share(ada, { title })
  await page.goto('/my-posts')
  await page.getByRole('button', { name: 'List' }).click()
  const dialog = page.getByRole('alertdialog')
  const ask = async (title: string) =>
    cardOf(page, title).getByRole('button', { name: 'Delete' }).click()

  await ask('First')
  await expect(dialog).toContainText('Are you sure you want to delete this post?')
  await expectAccessibleOnBothScreens(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await postsOf(ada)).toHaveLength(3)

  await page.route(ONE, (route) => route.abort())
  await ask('First')
  await dialog.getByRole('button', { name: 'Delete Post' }).click()
  await expect(page.getByText('Failed to delete post')).toBeVisible()
  await expect(cardOf(page, 'First')).toBeVisible()
  await page.unrouteAll()

  for (const [title, next] of [
    ['First', cardOf(page, 'Second').getByRole('button', { name: 'Edit' })],
    ['Second', cardOf(page, 'Third').getByRole('button', { name: 'Edit' })],
    ['Third', page.getByRole('heading', { level: 1 })],
  ] as const) {
    await ask(title)
    await dialog.getByRole('button', { name: 'Delete Post' }).click()
    await expect(cardOf(page, title)).toHaveCount(0)
    await expect(next).toBeFocused()
  }
  await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
  expect(await postsOf(ada)).toEqual([])
})

async function edit(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole('button', { name: 'Edit' }).click()
}
