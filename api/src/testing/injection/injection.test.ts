import { signUp } from '@dolph/contract/accounts/accounts'
import { createComment } from '@dolph/contract/comments/comments'
import { createPost, editPost } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { getCsrfToken, getViewer } from '@dolph/contract/accounts/viewer'
import type { Endpoint } from '@dolph/contract/endpoint'
import { expect, test } from 'vitest'
import {
  INJECTION_PAYLOADS,
  isStorableText,
  normalizeLine,
  normalizeText,
  PAYLOADS_MIN,
  truncateText,
} from './injection-payloads.ts'
import { NON_GITHUB_URLS, UNSAFE_URLS, UNUSUAL_WEB_URLS } from './injection-urls.ts'
import type { Browser } from '../browser.ts'
import { createPostFixture } from '../fixtures.ts'
import { buildSignUpForm, signInNewMember } from '../sign-up-member.ts'
import { startApp } from '../start-app.ts'

const RELAXED = { env: { LIMITS: 'relaxed' } }
const STORABLE_PAYLOADS = INJECTION_PAYLOADS.filter(isStorableText)

test(
  'texts are stored as typed, titles in one line; unstorable texts are refused',
  { timeout: 60_000 },
  async () => {
    await using api = await startApp(RELAXED)
    const mallory = await signInNewMember(api, 'mallory')
    const { _id } = await mallory.call(getViewer, {})
    const [edited, commented] = [
      await createPostFixture(api.db, _id, { title: 'Harmless', body: 'Harmless' }),
      await createPostFixture(api.db, _id),
    ]
    const send = await openSender(mallory)
    const readEditedPost = async () =>
      api.db
        .selectFrom('posts')
        .select(['title', 'body'])
        .where('id', '=', edited)
        .executeTakeFirst()

    expect(new Set(INJECTION_PAYLOADS).size).toBeGreaterThan(PAYLOADS_MIN)
    expect(STORABLE_PAYLOADS.length).toBeLessThan(INJECTION_PAYLOADS.length)
    for (const text of INJECTION_PAYLOADS) {
      const before = await readEditedPost()
      const draft = { title: truncateText(text, 100), body: text }
      const edit = await send(editPost, draft, edited)
      const comment = { postId: commented, content: truncateText(text, 2000) }
      const { status } = await send(createComment, comment)
      expect([text, edit.status, status]).toEqual(
        isStorableText(text) ? [text, 200, 201] : [text, 400, 400],
      )
      expect(await readEditedPost()).toEqual(
        isStorableText(text)
          ? { title: normalizeLine(draft.title), body: normalizeText(text) }
          : before,
      )
    }
    const comments = await api.db.selectFrom('comments').select('content').orderBy('id').execute()
    expect(comments.map(({ content }) => content)).toEqual(
      STORABLE_PAYLOADS.map((text) => normalizeText(truncateText(text, 2000))),
    )
  },
)

test('unsafe URLs are refused in every field of new and edited posts', async () => {
  await using api = await startApp(RELAXED)
  const mallory = await signInNewMember(api, 'mallory')
  const { _id } = await mallory.call(getViewer, {})
  const post = await createPostFixture(api.db, _id)
  const send = await openSender(mallory)
  const draft = { title: 'Tide', body: 'Clock', type: 'showcase' }

  for (const url of UNSAFE_URLS) {
    const body = { ...draft, github: url, demo: url, projectUrl: url }
    const expected = { status: 400, fields: ['demo', 'github', 'projectUrl'] }
    expect([url, await send(createPost, body)]).toEqual([url, expected])
    expect([url, await send(editPost, body, post)]).toEqual([url, expected])
  }
  for (const github of NON_GITHUB_URLS) {
    const reply = await send(createPost, { ...draft, github })
    expect([github, reply]).toEqual([github, { status: 400, fields: ['github'] }])
  }
  for (const url of UNUSUAL_WEB_URLS) {
    const body = { ...draft, github: url, demo: url, projectUrl: url }
    expect([url, await send(editPost, body, post)]).toEqual([url, { status: 200, fields: [] }])
  }
})

test('unsafe URLs are refused in every link of a profile', async () => {
  await using api = await startApp(RELAXED)
  const send = await openSender(await signInNewMember(api, 'mallory'))
  for (const url of UNSAFE_URLS) {
    const links = { github: url, linkedin: url, website: url }
    const reply = await send(updateProfile, { ...links, socialLinks: [{ platform: 'Blog', url }] })
    const fields = ['github', 'linkedin', 'socialLinks/0/url', 'website']
    expect([url, reply]).toEqual([url, { status: 400, fields }])
  }
  for (const url of NON_GITHUB_URLS) {
    const reply = await send(updateProfile, { github: url, linkedin: url })
    expect([url, reply]).toEqual([url, { status: 400, fields: ['github', 'linkedin'] }])
  }
  for (const website of UNUSUAL_WEB_URLS) {
    const reply = await send(updateProfile, { website })
    expect([website, reply]).toEqual([website, { status: 200, fields: [] }])
  }
})

test('invalid usernames are refused at sign-up', async () => {
  await using api = await startApp(RELAXED)
  const send = await openSender(api.visitor)
  for (const userName of INJECTION_PAYLOADS.filter((text) => !/^[\w-]{3,30}$/.test(text))) {
    const reply = await send(signUp, { ...buildSignUpForm('mallory'), userName })
    expect([userName, reply]).toEqual([userName, { status: 400, fields: ['userName'] }])
  }
})

/** Returns a function that sends bodies which the contract's types would not allow. */
async function openSender({ call, request }: Browser) {
  const { token } = await call(getCsrfToken, {})
  return async ({ method, url }: Endpoint, body: object, id = '') => {
    const headers = { 'x-csrf-token': token }
    const reply = await request(method, url.replace(':id', id), { body, headers })
    const { fields = {} } = reply.json<{ fields?: object }>()
    return { status: reply.statusCode, fields: Object.keys(fields).toSorted() }
  }
}
