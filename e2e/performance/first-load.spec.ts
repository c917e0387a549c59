import { expect, test } from '../support/base-test.ts'
import { signInNewMember } from '../support/members.ts'

// A service worker that takes over refetches what it has not stored.
test.use({ serviceWorkers: 'block' })

test('the posts of a member are asked for once, while the code of the page is still loading', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'reader')
  const requested: string[] = []
  const early = Promise.withResolvers<void>()
  page.on('request', (request) => {
    requested.push(new URL(request.url()).pathname)
    if (EARLY_PATHS.every((path) => requested.includes(path))) early.resolve()
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await early.promise
    await route.continue()
  })
  await page.goto('/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Read More' }).first()).toBeVisible()
  for (const path of EARLY_PATHS) {
    expect(requested.filter((each) => each === path)).toHaveLength(1)
  }
})

test('a visitor causes no request for a member, and /posts leads to the login page', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/posts')
  await expect(page).toHaveURL(/\/login\?next=%2Fposts$/)
  expect(requested.filter((path) => EARLY_PATHS.includes(path))).toEqual([])
})

const EARLY_PATHS = ['/api/users/me', '/api/posts/browse']
