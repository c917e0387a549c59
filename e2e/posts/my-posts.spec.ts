import type { Page } from '@playwright/test'
import { signInNewMember } from '../support/members.ts'
import { getPostCard, readOwnPostsByApi, createPostByApi } from '../support/posts.ts'
import { expect, test } from '../support/base-test.ts'

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

async function openPostEditor(page: Page, title: string): Promise<void> {
  await getPostCard(page, title).getByRole('button', { name: 'Edit' }).click()
}
