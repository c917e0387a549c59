import {
  changeNotificationSettings,
  listNotifications,
  mutePost,
  readNotifications,
  REPOSITORY_ARCHIVED_TEXT,
} from '@dolph/contract/notifications/notifications'
import { readPost } from '@dolph/contract/posts/posts'
import { readProject } from '@dolph/contract/projects/projects'
import { readPublicPost } from '@dolph/contract/posts/read-public-post'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { runJobs } from '../../testing/run-jobs.ts'
import { startTestCodeHost } from '../../testing/servers/test-code-host.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { notificationSubscribers } from '../notifications/subscribers.ts'
import { importJobs, refreshRepositoriesJob } from './jobs.ts'

const PUSHED_AT = '2026-11-10T18:30:00.000Z'
const TIDE = {
  language: 'Rust',
  license: { spdx_id: 'MIT' },
  pushed_at: PUSHED_AT,
  projectFile: 'dolph: 1\nowner: Ada',
}
const codeHost = await startTestCodeHost({
  'ada/tide': TIDE,
  'bob/old': { archived: true },
})
let api: Awaited<ReturnType<typeof startApp>>
let ada: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  api = await startApp({ env: { GITHUB_API: codeHost.url, LIMITS: 'relaxed' } })
  ada = await signIn('ada')
})
afterEach(async () => {
  codeHost.setFault(undefined)
  await api.db.deleteFrom('posts').execute()
  await api.db.deleteFrom('events').execute()
  await api.db.deleteFrom('notifications').execute()
  await api.db.deleteFrom('notification_settings').execute()
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await codeHost[Symbol.asyncDispose]()
})

test('a post with open roles shows the facts of its repository, and that the repository confirms the author', async () => {
  const id = await createLinkedPost('ada/tide')
  await refresh()
  expect(await readFacts(id)).toEqual({
    language: 'Rust',
    license: 'MIT',
    pushedAt: PUSHED_AT,
    isArchived: false,
    isConfirmed: true,
  })
})

test('a repository that names no owner is linked, not confirmed', async () => {
  const id = await createLinkedPost('bob/old')
  await refresh()
  expect(await readFacts(id)).toMatchObject({ isArchived: true, isConfirmed: false, license: null })
})

test('a post without open roles is not read', async () => {
  await createPostFixture(api.db, ada.id, { github: 'https://github.com/ada/tide' })
  const before = codeHost.calls.length
  await refresh()
  expect(codeHost.calls).toHaveLength(before)
})

test('an unchanged repository costs one call', async () => {
  const id = await createLinkedPost('ada/tide')
  await refresh()
  const before = codeHost.calls.length
  await refresh()
  expect(codeHost.calls).toHaveLength(before + 1)
  expect(await readFacts(id)).toMatchObject({ isConfirmed: true })
})

test('facts go with the repository, and with the link', async () => {
  const id = await createLinkedPost('ada/tide')
  await refresh()
  await api.db.updateTable('posts').set({ github: 'https://github.com/ada/gone' }).execute()
  expect(await readFacts(id)).toBeUndefined()
  await refresh()
  await refresh()
  expect(await readFacts(id)).toBeUndefined()
  const { failures } = await api.db
    .selectFrom('repositories')
    .select('failures')
    .executeTakeFirstOrThrow()
  expect(failures).toBe(2)
})

test('while the code host fails, the facts stay, and one call is made', async () => {
  const id = await createLinkedPost('ada/tide')
  await createLinkedPost('bob/old')
  await refresh()
  codeHost.setFault('server-error')
  const before = codeHost.calls.length
  await refresh()
  expect(codeHost.calls).toHaveLength(before + 1)
  expect(await readFacts(id)).toMatchObject({ license: 'MIT' })
})

test.each([
  ['whose facts', '/repos/ada/tide'],
  ['whose project file', '/repos/ada/tide/contents'],
])('a repository %s cannot be read is not the first of the next run', async (_, path) => {
  await createLinkedPost('ada/tide')
  const other = await createLinkedPost('bob/old')
  codeHost.setFault('server-error', path)
  await refresh()
  expect(await readFacts(other)).toBeUndefined()
  const before = codeHost.calls.length
  await refresh()
  expect(codeHost.calls[before]?.path).toBe('/repos/bob/old')
  expect(await readFacts(other)).toMatchObject({ isArchived: true })
})

test('fifty calls are made without a token, for those that were read longest ago', async () => {
  for (let count = 0; count < 30; count += 1) await createLinkedPost('ada/tide')
  const before = codeHost.calls.length
  await refresh()
  expect(codeHost.calls).toHaveLength(before + 50)
  await refresh()
  const { read } = await api.db
    .selectFrom('repositories')
    .select(({ fn }) => fn.countAll<string>().as('read'))
    .executeTakeFirstOrThrow()
  expect(Number(read)).toBe(30)
})

test('facts that are shown are read again after the roles are closed', async () => {
  const id = await createLinkedPost('ada/tide')
  await refresh()
  await api.db.updateTable('projects').set({ open_roles: 0 }).execute()
  codeHost.repositories['ada/tide'] = { language: 'Zig' }
  await refresh()
  expect(await readFacts(id)).toMatchObject({ language: 'Zig', isConfirmed: false })
  delete codeHost.repositories['ada/tide']
  await refresh()
  expect(await readFacts(id)).toBeUndefined()
  // It was private for a while.
  codeHost.repositories['ada/tide'] = TIDE
  await refresh()
  expect(await readFacts(id)).toMatchObject({ language: 'Rust', isConfirmed: true })
})

describe('that the repository confirms its owner ends', () => {
  test.each([
    ['renamed', 'ada/new-tide'],
    ['transferred', 'bob/tide'],
  ])('when it is %s, until the post has the new link', async (_, newName) => {
    const id = await createLinkedPost('ada/tide')
    await refresh()
    expect(await readFacts(id)).toMatchObject({ isConfirmed: true })
    codeHost.repositories['ada/tide'] = { movedTo: newName }
    codeHost.repositories[newName] = TIDE
    await refresh()
    await refresh()
    codeHost.repositories['ada/tide'] = TIDE
    expect(await readFacts(id)).toMatchObject({ isConfirmed: false, language: 'Rust' })

    await api.db
      .updateTable('posts')
      .set({ github: `https://github.com/${newName}` })
      .execute()
    await refresh()
    expect(await readFacts(id)).toMatchObject({ isConfirmed: true })
  })

  test('with the link of the post, also if the new one cannot be read', async () => {
    const id = await createLinkedPost('ada/tide')
    await refresh()
    await api.db.updateTable('posts').set({ github: 'https://github.com/bob/old' }).execute()
    codeHost.setFault('server-error')
    await refresh()
    expect(await readFacts(id)).toBeUndefined()
    codeHost.setFault(undefined)
    await refresh()
    expect(await readFacts(id)).toMatchObject({ isConfirmed: false, isArchived: true })
  })
})

test('the author is notified once that a repository is archived, and again for another one', async () => {
  const id = await createLinkedPost('bob/old')
  await refresh()
  const expected = {
    kind: 'repository-archived',
    post: expect.objectContaining({ _id: id }) as unknown,
    excerpt: REPOSITORY_ARCHIVED_TEXT,
    to: `/posts/${id}`,
  }
  expect(await readLines()).toEqual([expect.objectContaining(expected)])

  await ada.call(readNotifications, { body: { post: id } })
  codeHost.repositories['bob/old'] = { archived: false }
  await refresh()
  codeHost.repositories['bob/old'] = { archived: true }
  await refresh()
  expect(await readLines()).toMatchObject([{ isRead: true }])

  codeHost.repositories['bob/older'] = { archived: true }
  await api.db.updateTable('posts').set({ github: 'https://github.com/bob/older' }).execute()
  await refresh()
  expect(await readLines()).toMatchObject([{ isRead: false }, { isRead: true }])
})

test('a member who muted the post or switched the kind off is not notified of an archived repository', async () => {
  const muted = await createLinkedPost('bob/old')
  await ada.call(mutePost, { params: { id: muted } })
  await refresh()
  expect(await readLines()).toEqual([])
  await ada.call(changeNotificationSettings, {
    body: { kinds: { 'repository-archived': { app: false, mail: false } } },
  })
  await createLinkedPost('bob/old')
  await refresh()
  expect(await readLines()).toEqual([])
})

test('the post and its public page have the facts', async () => {
  const id = await createLinkedPost('ada/tide')
  expect((await ada.call(readPost, { params: { id } })).data.repository).toBeNull()
  await refresh()
  const facts = {
    language: 'Rust',
    license: 'MIT',
    pushedAt: PUSHED_AT,
    isArchived: false,
    isConfirmed: true,
  }
  expect((await ada.call(readPost, { params: { id } })).data.repository).toEqual(facts)
  const publicPost = await api.visitor.call(readPublicPost, { params: { id } })
  expect(publicPost.data.repository).toEqual(facts)
})

async function readLines() {
  await deliverPendingEvents(api, [notificationSubscribers])
  return (await ada.call(listNotifications, { querystring: {} })).data
}

async function createLinkedPost(name: string): Promise<string> {
  const id = await createPostFixture(api.db, ada.id, { github: `https://github.com/${name}` })
  await createRoleFixture(api.db, id)
  return id
}

async function refresh(): Promise<void> {
  await enqueueJob(api.db, refreshRepositoriesJob, {})
  await runJobs(api, importJobs)
}

async function readFacts(id: string) {
  return (await ada.call(readProject, { params: { id } })).data.repository
}

async function signIn(userName: string) {
  const browser = await signInNewMember(api, userName)
  const { id } = await api.db
    .selectFrom('members')
    .select('id')
    .where('username', '=', userName)
    .executeTakeFirstOrThrow()
  return { ...browser, id }
}
