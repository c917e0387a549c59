import { signInNewMember } from '../support/members.ts'
import { LONGEST_POST, createPostByApi } from '../support/posts.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from '../support/base-test.ts'
import { trackRequests } from '../support/pending-requests.ts'

test('a post is shown in full, with its links, counts, author and comments', async ({
  page,
  context,
  browser,
}) => {
  await signInNewMember(context, 'bob')
  const ada = await signInNewMember(await browser.newContext(), 'ada')
  const id = await createPostByApi(ada, { ...LONGEST_POST, type: 'open-source' })
  await page.goto(`/posts/${id}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LONGEST_POST.title)
  await expect(page).toHaveTitle(`${LONGEST_POST.title} · Dolph`)
  const main = page.getByRole('main')
  await expect(main.getByText('Open Source', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: ada.userName })).toHaveAttribute(
    'href',
    `/profile/${ada.userName}`,
  )
  const about = page.getByRole('complementary', { name: 'About this project' })
  await expect(about.getByRole('button', { name: /^Like/ })).toHaveText('0 likes')
  await expect(about).toContainText('0 comments')
  for (const [name, href] of [
    [/^GitHub/, LONGEST_POST.github],
    [/^Live Demo/, LONGEST_POST.demo],
    [/^Project URL/, LONGEST_POST.projectUrl],
    [/^the plans$/, 'https://example.com/plans'],
  ] as const) {
    const link = main.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', href)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  }

  await expect(page.getByRole('heading', { level: 2, name: /^Tide clock/ })).toBeVisible()
  await expect(page.getByText('ساعة المد والجزر')).toHaveCSS('direction', 'rtl')
  await expect(page.locator('pre code')).toHaveCSS('direction', 'ltr')
  await expect(page.locator('pre code span').first()).toHaveText('const')
  const [narrow, ...others] = await page.locator('pre code').evaluate((code) =>
    ['i', 'm', ' '].map((character) => {
      const sample = code.appendChild(document.createElement('span'))
      sample.style.whiteSpace = 'pre'
      sample.textContent = character.repeat(20)
      const width = Math.round(sample.getBoundingClientRect().width * 10)
      sample.remove()
      return width
    }),
  )
  expect(others, 'i, m and space are equally wide in code').toEqual([narrow, narrow])
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible()
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessibleOnBothScreens(page)

  const writeButton = page.getByRole('button', { name: 'Write a comment' })
  await writeButton.click()
  const field = page.getByLabel('Add a comment')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await expect(writeButton).toBeHidden()
  await page.getByRole('link', { name: 'Back to posts' }).click()
  await expect(page).toHaveURL('/posts')
})

test('the longest post fits every page, down to 320 pixels', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  const id = await createPostByApi(ada, LONGEST_POST)
  const title = page.getByText(LONGEST_POST.title).or(page.getByLabel('Title')).first()
  const widths = [page.viewportSize()?.width ?? 0, 390, 320]
  const expectNoHorizontalScrollAtAnyWidth = async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expect(title).toBeVisible()
      await expectNoHorizontalScroll(page)
    }
  }
  for (const path of [
    `/browse?q=${LONGEST_POST.title}`,
    `/posts?q=${LONGEST_POST.title}`,
    `/posts/${id}`,
    '/my-posts',
    `/my-posts?edit=${id}`,
    `/posts/edit/${id}`,
  ]) {
    await page.goto(path)
    await expectNoHorizontalScrollAtAnyWidth()
  }
  await page.goto('/my-posts')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expectNoHorizontalScrollAtAnyWidth()
})

test(
  'pages with posts load without layout shift on a phone',
  { tag: '@phone-only' },
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    const id = await createPostByApi(ada, {
      title: 'Tide clock',
      github: 'https://github.com/ada/tide',
    })
    await observeLayoutShift(page)
    const waitForRequests = trackRequests(page)
    // The delay makes every loading step visible.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      await route.fallback()
    })
    const postText = page.getByRole('main').getByText('A tide clock for the kitchen wall')
    const titleField = page.getByLabel('Title')
    for (const [path, content] of [
      ['/posts', page.getByRole('article').nth(3)],
      ['/my-posts', postText],
      [`/posts/${id}`, postText],
      [`/posts/edit/${id}`, titleField],
      ['/posts/create', titleField],
    ] as const) {
      await page.goto(path)
      await expect(content.first()).toBeVisible()
      await waitForRequests()
      await page.evaluate(() => document.fonts.ready)
      expect(await readLayoutShift(page), path).toBeLessThan(0.02)
    }
  },
)
