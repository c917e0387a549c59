import { readProject } from '@dolph/contract/projects'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueueJob } from '../../jobs/enqueue-job.ts'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { runJobs } from '../../testing/run-jobs.ts'
import { startTestCodeHost } from '../../testing/servers/test-code-host.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { importJobs, refreshRepositoriesJob } from './jobs.ts'

const PUSHED_AT = '2026-11-10T18:30:00.000Z'
const codeHost = await startTestCodeHost({
  'ada/tide': {
    ...{ language: 'Rust', license: { spdx_id: 'MIT' }, pushed_at: PUSHED_AT },
    projectFile: 'dolph: 1\nowner: Ada',
  },
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
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await codeHost[Symbol.asyncDispose]()
})

test('a post with open roles shows the facts of its repository, and that the repository confirms the author', async () => {
  const id = await createLinkedPost('ada/tide')
  await refresh()
  expect(await readFacts(id)).toEqual({
    ...{ language: 'Rust', license: 'MIT', pushedAt: PUSHED_AT },
    ...{ isArchived: false, isConfirmed: true },
  })
})

test('a repository that names nobody is linked, not confirmed', async () => {
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
