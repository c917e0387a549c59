import { INJECTION_PAYLOADS, isStorableText } from '@dolph/api/testing/injection/injection-payloads'
import { UNSAFE_URLS } from '@dolph/api/testing/injection/injection-urls'
import { expectNoInjection, recordPageViolations } from '../support/injection-detector.ts'
import {
  createPastId,
  showPostsWithUsernames,
  insertComments,
  insertPosts,
  loadAllCards,
} from './injection-fixtures.ts'
import {
  createApiCaller,
  signInMemberNamed,
  signInNewMember,
  insertPost,
  insertComment,
} from '../support/members.ts'
import { PASSWORD, generateUser } from '../support/accounts.ts'
import { expect, test } from '../support/base-test.ts'

test.describe.configure({ timeout: 120_000 })

/** Valid usernames that are also property names of every JavaScript object. */
const OBJECT_PROPERTY_NAMES = ['__proto__', 'constructor', 'toString']

test('usernames may equal property names of every object', async ({ page, context }) => {
  const violations = await recordPageViolations(page)
  const call = await createApiCaller(context)
  for (const userName of OBJECT_PROPERTY_NAMES) {
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

  const step = Math.floor(INJECTION_PAYLOADS.length / 120)
  const names = INJECTION_PAYLOADS.filter((_, index) => index % step === 0)
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
