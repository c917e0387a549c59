import { expectHarmless, watch } from './harm.ts'
import { ADDRESSES } from './hostile-addresses.ts'
import {
  forAll,
  isText,
  oldId,
  onlyByAnybody,
  sowComments,
  sowPosts,
  unfold,
} from './hostile-posts.ts'
import { TEXTS } from './hostile-texts.ts'
import { callerOf, database, enter, openSession, postBy, say } from './members.ts'
import { PASSWORD, somebody } from './people.ts'
import { expect, test } from './visit.ts'

test.describe.configure({ timeout: 120_000 })

/** Names that are allowed, and are more than names to a careless program. */
const INHERITED = {
  desktop: ['__proto__', 'constructor', 'toString'],
  phone: ['__defineGetter__', 'hasOwnProperty', 'valueOf'],
}

test('what is no name is refused to whoever signs up', async ({ context }) => {
  const call = await callerOf(context)
  const names = TEXTS.filter((text) => !/^[\w-]{3,30}$/.test(text))
  const refused = await forAll(names, async (userName) => {
    const reply = await call('POST', '/api/users/signup', { ...formOf('mallory'), userName })
    const { fields = {} } = (await reply.json()) as { fields?: object }
    return [userName, reply.status(), Object.keys(fields)]
  })
  expect(refused).toEqual(names.map((name) => [name, 400, ['userName']]))
})

test('members may be called like what every object has', async ({ page, context }, { project }) => {
  const seen = await watch(page)
  const call = await callerOf(context)
  for (const userName of INHERITED[project.name === 'phone' ? 'phone' : 'desktop']) {
    const reply = await call('POST', '/api/users/signup', { ...formOf('mallory'), userName })
    expect(reply.status()).toBe(201)
    const { id } = await database
      .selectFrom('members')
      .select('id')
      .where('username', '=', userName)
      .executeTakeFirstOrThrow()
    await openSession(context, id)
    const post = await postBy({ id }, { id: oldId(), title: userName, body: userName })
    await say(post, { by: { id }, content: userName })
    await page.goto(post.address)
    const names = page.getByRole('main').getByRole('link', { name: userName, exact: true })
    await expect(names).toHaveCount(2)
    for (const name of await names.all()) {
      await expect(name).toHaveAttribute('href', `/profile/${userName}`)
    }
    await expect(page.getByRole('button', { name: `Account of ${userName}` })).toBeVisible()
    await expectHarmless(page, seen)
  }
})

test('whatever else somebody might be called is shown as text', async ({ page, context }) => {
  const seen = await watch(page)
  const mallory = await enter(context, 'mallory')
  await sowPosts(
    mallory,
    Array.from({ length: 100 }, () => ({})),
  )
  const talk = await postBy(mallory, { id: oldId() })
  await sowComments(
    talk,
    mallory,
    Array.from({ length: 100 }, () => 'Harmless'),
  )

  const some = TEXTS.filter((_, index) => index % 4 === 0)
  const names = some.flatMap((text, index) => [text, ADDRESSES[index] ?? text]).filter(isText)
  const used = await onlyByAnybody(mallory, page, names)
  await page.goto('/posts')
  await unfold(page, 101)
  const shown = await page.locator('article a').allTextContents()
  expect(names.filter((name) => shown.includes(name)).length).toBeGreaterThan(90)
  await expectHarmless(page, seen)
  await page.goto(talk.address)
  await expect(page.getByText('Harmless', { exact: true })).toHaveCount(100)
  await expectHarmless(page, seen)
  expect(used()).toBeGreaterThan(200)
})

function formOf(name: string) {
  const { userName, email: Email } = somebody(name)
  const passwords = { Password: PASSWORD, confirmPassword: PASSWORD }
  return { firstName: 'Mallory', lastName: 'Doe', Email, userName, ...passwords }
}
