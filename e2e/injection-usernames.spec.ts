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
  signInMemberNamed,
  signInNewMember,
  insertPost,
  insertComment,
} from './members.ts'
import { PASSWORD, generateUser } from './accounts.ts'
import { expect, test } from './base-test.ts'

test.describe.configure({ timeout: 120_000 })

/** Valid usernames that are also property names of every JavaScript object. */
const OBJECT_PROPERTY_NAMES = {
  desktop: ['__proto__', 'constructor', 'toString'],
  phone: ['__defineGetter__', 'hasOwnProperty', 'valueOf'],
}

test('invalid usernames are refused at sign-up', async ({ context }) => {
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

test('usernames may equal property names of every object', async ({ page, context }, {
  project,
}) => {
  const violations = await recordPageViolations(page)
  const call = await createApiCaller(context)
  for (const userName of OBJECT_PROPERTY_NAMES[project.name === 'phone' ? 'phone' : 'desktop']) {
    const reply = await call('POST', '/api/users/signup', {
      ...buildSignUpForm('mallory'),
      userName,
    })
    expect(reply.status()).toBe(201)
    const { id } = await signInMemberNamed(context, userName)
    const post = await insertPost({ id }, { id: createPastId(), title: userName, body: userName })
    await insertComment(post, { by: { id }, content: userName })
    await page.goto(post.path)
    const names = page.getByRole('main').getByRole('link', { name: userName, exact: true })
    await expect(names).toHaveCount(2)
    for (const name of await names.all()) {
      await expect(name).toHaveAttribute('href', `/profile/${userName}`)
    }
    await expect(page.getByRole('button', { name: `Account of ${userName}` })).toBeVisible()
    await expectNoInjection(page, violations)
  }
})

test('unexpected usernames in API replies are rendered as text', async ({ page, context }) => {
  const violations = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await insertPosts(
    mallory,
    Array.from({ length: 100 }, () => ({})),
  )
  const post = await insertPost(mallory, { id: createPastId() })
  await insertComments(
    post,
    mallory,
    Array.from({ length: 100 }, () => 'Harmless'),
  )

  const sample = INJECTION_PAYLOADS.filter((_, index) => index % 4 === 0)
  const names = sample
    .flatMap((text, index) => [text, UNSAFE_URLS[index] ?? text])
    .filter(isStorableText)
  const countUsedNames = await showPostsWithUsernames(mallory, page, names)
  await page.goto('/posts')
  await loadAllCards(page, 101)
  const linkTexts = await page.locator('article a').allTextContents()
  expect(names.filter((name) => linkTexts.includes(name)).length).toBeGreaterThan(90)
  await expectNoInjection(page, violations)
  await page.goto(post.path)
  await expect(page.getByText('Harmless', { exact: true })).toHaveCount(100)
  await expectNoInjection(page, violations)
  expect(countUsedNames()).toBeGreaterThan(200)
})

function buildSignUpForm(name: string) {
  const { userName, email: Email } = generateUser(name)
  const passwords = { Password: PASSWORD, confirmPassword: PASSWORD }
  return { firstName: 'Mallory', lastName: 'Doe', Email, userName, ...passwords }
}
