import { expectNoInjection, recordPageViolations } from './injection-detector.ts'
import { UNSAFE_URLS } from './injection-urls.ts'
import {
  mapConcurrently,
  isStorableText,
  createPastId,
  showPostsWithUsernames,
  insertComments,
  insertPosts,
  loadAllCards,
} from './injection-fixtures.ts'
import { INJECTION_PAYLOADS } from './injection-payloads.ts'
import {
  createApiCaller,
  database,
  signInNewMember,
  openSession,
  insertPost,
  insertComment,
} from './members.ts'
import { PASSWORD, generateUser } from './accounts.ts'
import { expect, test } from './base-test.ts'

test.describe.configure({ timeout: 120_000 })

/** Names that are allowed, and are more than names to a careless program. */
const OBJECT_PROPERTY_NAMES = {
  desktop: ['__proto__', 'constructor', 'toString'],
  phone: ['__defineGetter__', 'hasOwnProperty', 'valueOf'],
}

test('what is no name is refused to whoever signs up', async ({ context }) => {
  const call = await createApiCaller(context)
  const names = INJECTION_PAYLOADS.filter((text) => !/^[\w-]{3,30}$/.test(text))
  const refused = await mapConcurrently(names, async (userName) => {
    const reply = await call('POST', '/api/users/signup', {
      ...buildSignUpForm('mallory'),
      userName,
    })
    const { fields = {} } = (await reply.json()) as { fields?: object }
    return [userName, reply.status(), Object.keys(fields)]
  })
  expect(refused).toEqual(names.map((name) => [name, 400, ['userName']]))
})

test('members may be called like what every object has', async ({ page, context }, { project }) => {
  const seen = await recordPageViolations(page)
  const call = await createApiCaller(context)
  for (const userName of OBJECT_PROPERTY_NAMES[project.name === 'phone' ? 'phone' : 'desktop']) {
    const reply = await call('POST', '/api/users/signup', {
      ...buildSignUpForm('mallory'),
      userName,
    })
    expect(reply.status()).toBe(201)
    const { id } = await database
      .selectFrom('members')
      .select('id')
      .where('username', '=', userName)
      .executeTakeFirstOrThrow()
    await openSession(context, id)
    const post = await insertPost({ id }, { id: createPastId(), title: userName, body: userName })
    await insertComment(post, { by: { id }, content: userName })
    await page.goto(post.path)
    const names = page.getByRole('main').getByRole('link', { name: userName, exact: true })
    await expect(names).toHaveCount(2)
    for (const name of await names.all()) {
      await expect(name).toHaveAttribute('href', `/profile/${userName}`)
    }
    await expect(page.getByRole('button', { name: `Account of ${userName}` })).toBeVisible()
    await expectNoInjection(page, seen)
  }
})

test('whatever else somebody might be called is shown as text', async ({ page, context }) => {
  const seen = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await insertPosts(
    mallory,
    Array.from({ length: 100 }, () => ({})),
  )
  const talk = await insertPost(mallory, { id: createPastId() })
  await insertComments(
    talk,
    mallory,
    Array.from({ length: 100 }, () => 'Harmless'),
  )

  const some = INJECTION_PAYLOADS.filter((_, index) => index % 4 === 0)
  const names = some
    .flatMap((text, index) => [text, UNSAFE_URLS[index] ?? text])
    .filter(isStorableText)
  const used = await showPostsWithUsernames(mallory, page, names)
  await page.goto('/posts')
  await loadAllCards(page, 101)
  const shown = await page.locator('article a').allTextContents()
  expect(names.filter((name) => shown.includes(name)).length).toBeGreaterThan(90)
  await expectNoInjection(page, seen)
  await page.goto(talk.path)
  await expect(page.getByText('Harmless', { exact: true })).toHaveCount(100)
  await expectNoInjection(page, seen)
  expect(used()).toBeGreaterThan(200)
})

function buildSignUpForm(name: string) {
  const { userName, email: Email } = generateUser(name)
  const passwords = { Password: PASSWORD, confirmPassword: PASSWORD }
  return { firstName: 'Mallory', lastName: 'Doe', Email, userName, ...passwords }
}
