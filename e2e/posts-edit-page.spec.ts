import { holdRequests } from './comments.ts'
import { signInNewMember } from './members.ts'
import { getPostCard, readOwnPostsByApi, buildRefusalReply, createPostByApi } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  failUntilPointerDown,
  fastForwardUntilVisible,
  testIgnoringConsole,
} from './base-test.ts'

const POST_ENDPOINT = /\/api\/posts\/[0-9a-f-]{36}$/
const MISSING_POST_ID = '01890000-0000-7000-8000-000000000000'

testIgnoringConsole(
  'the edit page changes the fields it shows and keeps the others',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    const draft = {
      title: 'Tide clock',
      type: 'open-source',
      projectUrl: 'https://tide.example.com/',
      demo: 'https://demo.example.com/',
    }
    const id = await createPostByApi(ada, draft)
    const heldRequests = await holdRequests(page, `**/api/posts/${id}`)
    await page.goto(`/posts/edit/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Post')
    await expect(page.getByText('Loading post')).toBeAttached()
    heldRequests.release()
    await expect(page.getByLabel('Title')).toHaveValue('Tide clock')
    await expect(page.getByLabel('Content')).toHaveValue('A tide clock for the kitchen wall')
    await expect(page.getByLabel('Demo URL')).toHaveValue('https://demo.example.com/')
    await expect(page.getByLabel('Project URL')).toHaveCount(0)
    await page.getByLabel('Post Type').click()
    await expect(page.getByRole('option')).toHaveText([
      ...['Showcase', 'Seeking Contributors', 'Looking to Join', 'Open Source'],
    ])
    await page.keyboard.press('Escape')
    await expectAccessibleOnBothScreens(page)

    const updateButton = page.getByRole('button', { name: 'Update Post' })
    await page.getByLabel('Title').fill('')
    await updateButton.click()
    await expect(page.getByText('Please fix the validation errors before submitting')).toBeVisible()
    await page.getByLabel('Title').fill('Tide clock, improved')
    await page.getByLabel('GitHub URL').fill('https://github.com/ada/tide')
    await page.getByLabel('Demo URL').fill('')
    for (const [reply, message] of [
      [buildRefusalReply(500, 'internal', 'Something went wrong'), 'Failed to update post'],
      [
        buildRefusalReply(409, 'conflict', 'It is being changed elsewhere.'),
        'It is being changed elsewhere.',
      ],
    ] as const) {
      await page.route(POST_ENDPOINT, (route) => route.fulfill(reply))
      await updateButton.click()
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    }
    await page.unrouteAll()
    await updateButton.click()
    await expect(page).toHaveURL('/my-posts')
    await expect(getPostCard(page, 'Tide clock, improved')).toBeVisible()
    expect(await readOwnPostsByApi(ada)).toMatchObject([
      {
        ...{ title: 'Tide clock, improved', type: 'open-source', demo: '' },
        ...{ github: 'https://github.com/ada/tide', projectUrl: 'https://tide.example.com/' },
      },
    ])
  },
)

testIgnoringConsole(
  'foreign and missing posts cannot be edited, and a cancelled edit is not saved',
  async ({ page, context, browser }) => {
    const bob = await signInNewMember(await browser.newContext(), 'bob')
    const ada = await signInNewMember(context, 'ada')
    const foreignId = await createPostByApi(bob, { title: 'His' })
    const ownId = await createPostByApi(ada, { title: 'Mine' })
    for (const id of [foreignId, MISSING_POST_ID, 'nonsense']) {
      await page.goto(`/posts/edit/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found')
    }
    await expectAccessibleOnBothScreens(page)
    await page.goto(`/posts/${foreignId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('His')
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    for (const method of ['PUT', 'DELETE']) {
      const reply = await ada.call(method, `/api/posts/${foreignId}`, { title: 'Hers' })
      expect(reply.status()).toBe(404)
    }
    expect(await readOwnPostsByApi(bob)).toMatchObject([{ title: 'His' }])

    await page.goto(`/posts/edit/${ownId}`)
    await page.getByLabel('Title').fill('Something else')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/my-posts')
    await expect(getPostCard(page, 'Mine')).toBeVisible()

    await page.clock.install()
    await failUntilPointerDown(page, POST_ENDPOINT, 'network-error')
    await page.goto(`/posts/edit/${ownId}`)
    await fastForwardUntilVisible(
      page,
      page.getByRole('alert').filter({ hasText: 'Failed to fetch post' }),
    )
    await expectAccessibleOnBothScreens(page)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Mine')
  },
)
