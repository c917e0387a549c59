import { held } from './discussion.ts'
import { enter } from './members.ts'
import { cardOf, postsOf, refusal, share } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  failUntilPressed,
  hasten,
  noisyTest,
} from './visit.ts'

const ONE = /\/api\/posts\/[0-9a-f-]{36}$/
const NO_POST = '01890000-0000-7000-8000-000000000000'

noisyTest(
  'the edit page changes what it shows and leaves the rest alone',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const draft = {
      title: 'Tide clock',
      type: 'open-source',
      projectUrl: 'https://tide.example.com/',
      demo: 'https://demo.example.com/',
    }
    const id = await share(ada, draft)
    const way = await held(page, `**/api/posts/${id}`)
    await page.goto(`/posts/edit/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Post')
    await expect(page.getByText('Loading post')).toBeAttached()
    way.open()
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

    const update = page.getByRole('button', { name: 'Update Post' })
    await page.getByLabel('Title').fill('')
    await update.click()
    await expect(page.getByText('Please fix the validation errors before submitting')).toBeVisible()
    await page.getByLabel('Title').fill('Tide clock, improved')
    await page.getByLabel('GitHub URL').fill('https://github.com/ada/tide')
    await page.getByLabel('Demo URL').fill('')
    for (const [reply, said] of [
      [refusal(500, 'internal', 'Something went wrong'), 'Failed to update post'],
      [
        refusal(409, 'conflict', 'It is being changed elsewhere.'),
        'It is being changed elsewhere.',
      ],
    ] as const) {
      await page.route(ONE, (route) => route.fulfill(reply))
      await update.click()
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
    }
    await page.unrouteAll()
    await update.click()
    await expect(page).toHaveURL('/my-posts')
    await expect(cardOf(page, 'Tide clock, improved')).toBeVisible()
    expect(await postsOf(ada)).toMatchObject([
      {
        ...{ title: 'Tide clock, improved', type: 'open-source', demo: '' },
        ...{ github: 'https://github.com/ada/tide', projectUrl: 'https://tide.example.com/' },
      },
    ])
  },
)

noisyTest(
  'what is not one’s own, or not there, cannot be edited, and what is cancelled is not kept',
  async ({ page, context, browser }) => {
    const bob = await enter(await browser.newContext(), 'bob')
    const ada = await enter(context, 'ada')
    const his = await share(bob, { title: 'His' })
    const mine = await share(ada, { title: 'Mine' })
    for (const id of [his, NO_POST, 'nonsense']) {
      await page.goto(`/posts/edit/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found')
    }
    await expectAccessibleOnBothScreens(page)
    await page.goto(`/posts/${his}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('His')
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    for (const method of ['PUT', 'DELETE']) {
      const reply = await ada.call(method, `/api/posts/${his}`, { title: 'Hers' })
      expect(reply.status()).toBe(404)
    }
    expect(await postsOf(bob)).toMatchObject([{ title: 'His' }])

    await page.goto(`/posts/edit/${mine}`)
    await page.getByLabel('Title').fill('Something else')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/my-posts')
    await expect(cardOf(page, 'Mine')).toBeVisible()

    await page.clock.install()
    await failUntilPressed(page, ONE, 'none')
    await page.goto(`/posts/edit/${mine}`)
    await hasten(page, page.getByRole('alert').filter({ hasText: 'Failed to fetch post' }))
    await expectAccessibleOnBothScreens(page)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Mine')
  },
)
