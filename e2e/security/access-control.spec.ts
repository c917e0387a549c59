import { signInNewMember, openSession, insertPost, insertComment } from '../support/members.ts'
import { expect, testIgnoringConsole } from '../support/base-test.ts'

testIgnoringConsole(
  'pages offer edit and delete only to the author',
  async ({ page, context, browser }) => {
    await using otherContext = await browser.newContext()
    const ada = await signInNewMember(otherContext, 'ada')
    const post = await insertPost(ada)
    await insertComment(post, { by: ada, content: 'Ada was here' })
    await signInNewMember(context, 'bob')

    await page.goto(post.path)
    await expect(page.getByText('Ada was here')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Comment options' })).toHaveCount(0)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page.goto(`/posts/edit/${post.id}`)
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
    await page.goto(`/my-posts?edit=${post.id}`)
    await expect(page.getByText("You haven't created any projects yet")).toBeVisible()

    await openSession(context, ada.id)
    await page.goto(post.path)
    await expect(page.getByRole('button', { name: 'Comment options' })).toHaveCount(1)
    await expect(main.getByRole('link', { name: 'Edit' })).toHaveCount(1)
    await expect(main.getByRole('button', { name: 'Delete' })).toHaveCount(1)
  },
)
