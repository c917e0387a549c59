import {
  createApiCaller,
  database,
  signInNewMember,
  openSession,
  insertPost,
  insertComment,
  type Member,
} from './members.ts'
import { expect, testIgnoringConsole, test } from './base-test.ts'

const DRAFT = { title: 'Mine now', body: 'Mine now', type: 'other', github: '', demo: '' }

test('visitors and other members cannot change or delete a member’s posts and comments', async ({
  context,
  browser,
}) => {
  await using otherContext = await browser.newContext()
  const ada = await signInNewMember(otherContext, 'ada')
  const post = await insertPost(ada)
  const comment = await insertComment(post, { by: ada, content: 'Ada was here' })
  await insertComment(post, { by: ada, content: 'And here', parent: comment })
  const readStoredContent = async () => [
    await database.selectFrom('posts').selectAll().where('id', '=', post.id).execute(),
    await post.readComments(),
    await post.readStats(),
  ]
  const before = await readStoredContent()

  const attempts: Parameters<Member['call']>[] = [
    ['GET', `/api/posts/${post.id}`],
    ['PUT', `/api/posts/${post.id}`, DRAFT],
    ['PUT', `/api/posts/${post.id}`, { body: 'Mine now' }],
    ['DELETE', `/api/posts/${post.id}`],
    ['PUT', `/api/comments/${comment}`, { content: 'Mine now' }],
    ['DELETE', `/api/comments/${comment}`],
  ]
  const visitor = await createApiCaller(context)
  for (const attempt of attempts) {
    expect([...attempt, (await visitor(...attempt)).status()]).toEqual([...attempt, 401])
  }
  const bob = await signInNewMember(context, 'bob')
  for (const attempt of attempts) {
    const reply = await bob.call(...attempt)
    expect([...attempt, reply.status()]).toEqual([...attempt, 404])
    expect(await reply.json()).toMatchObject({ success: false, code: 'not-found' })
  }
  // A cross-site request carries the member's cookie but not the CSRF token.
  await openSession(context, ada.id)
  for (const [method, path, data] of attempts.slice(1)) {
    expect((await bob.call(method, path, data)).status()).toBe(403)
  }
  expect(await readStoredContent()).toEqual(before)
  const ownEdit = await ada.call('PUT', `/api/posts/${post.id}`, DRAFT)
  expect(ownEdit.status()).toBe(200)
})

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
