import {
  importProject,
  INVALID_REPOSITORY_LINK,
  listOwnRepositories,
} from '@dolph/contract/imports/imports'
import { PICTURES_LEFT_OUT } from '@dolph/contract/imports/readme'
import { PostDraft } from '@dolph/contract/posts/posts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CodeHostFault } from '../../testing/servers/test-code-host.ts'
import { startTestCodeHost } from '../../testing/servers/test-code-host.ts'
import { createGitHubId } from '../../testing/servers/test-github.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

const README = `# Tide clock

[Demo](https://demo.tide.example) · [Guide](docs/guide.md)

![Screen](screen.png)`
const PROJECT_FILE = `dolph: 1
state: building
topics: [hardware]
roles: [{ title: Frontend developer, hours: 4-8 }]`

const codeHost = await startTestCodeHost({
  'ada/tide': {
    description: 'Shows the tide',
    homepage: 'https://tide.example',
    topics: ['cli', 'rust', 'games'],
    languages: { Rust: 9, CSS: 1 },
    readme: README,
    projectFile: PROJECT_FILE,
  },
  'ada/bare': { description: 'Shows the tide', homepage: 'javascript:alert(1)', topics: ['cli'] },
  'ada/old': { movedTo: 'ada/tide' },
  'ada/hostile': {
    description: 'x\u0000',
    archived: true,
    readme: '<!--'.repeat(100_000),
    projectFile: 'a: [b',
    languages: { ['x'.repeat(100)]: 5 },
  },
})
let api: Awaited<ReturnType<typeof startApp>>
let members = 0
beforeAll(async () => {
  api = await startApp({ env: { GITHUB_API: codeHost.url } })
})
afterEach(() => codeHost.setFault(undefined))
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await codeHost[Symbol.asyncDispose]()
})

describe('the repositories of the connected GitHub account', () => {
  async function connect(name: string, login: string, githubId: number) {
    const browser = await signInNewMember(api, name)
    const { id } = await api.db
      .selectFrom('members')
      .select('id')
      .where('username', '=', name)
      .executeTakeFirstOrThrow()
    const row = { member_id: id, github_id: githubId, login }
    await api.db.insertInto('github_connections').values(row).execute()
    return browser
  }

  test('are the public ones, with what starts a post from them', async () => {
    codeHost.repositories['octo/cat'] = { description: 'A cat' }
    codeHost.repositories['octo/secret'] = { private: true }
    const octo = await connect('octo', 'octo', createGitHubId('octo'))
    expect((await octo.call(listOwnRepositories, {})).data).toEqual([
      { name: 'cat', description: 'A cat', url: 'https://github.com/octo/cat' },
    ])
    expect(codeHost.calls.at(-1)).toEqual({
      path: '/users/octo/repos?type=owner&sort=pushed&per_page=30',
      token: undefined,
    })
  })

  test('are none where the login belongs to somebody else by now, and without a connection', async () => {
    codeHost.repositories['mona/cat'] = { description: 'A cat' }
    const former = await connect('former', 'mona', createGitHubId('mona') + 1)
    expect((await former.call(listOwnRepositories, {})).data).toEqual([])
    const calls = codeHost.calls.length
    expect((await (await signIn()).call(listOwnRepositories, {})).data).toEqual([])
    expect(codeHost.calls).toHaveLength(calls)
  })

  test('are unavailable while GitHub answers nonsense, and count as imports', async () => {
    codeHost.setFault('no-json')
    const member = await connect('unlucky', 'unlucky', createGitHubId('unlucky'))
    const statuses: number[] = []
    for (let call = 0; call < 21; call += 1)
      statuses.push((await member.send(listOwnRepositories, {})).statusCode)
    expect([statuses[0], statuses[19], statuses[20]]).toEqual([503, 503, 429])
  })
})

describe('importing a project by its link', () => {
  test.each([
    'https://github.com/ada/tide.git',
    'github.com/ada/old/tree/main',
    'git@github.com:ada/tide.git',
  ])('%s gives a draft from README, languages and .dolph.yml', async (url) => {
    const ada = await signIn()
    const { data } = await ada.call(importProject, { body: { url } })
    const { body, ...draft } = data
    expect(body.split('\n\n')).toEqual([
      '[Demo](https://demo.tide.example) · [Guide](https://github.com/ada/tide/blob/HEAD/docs/guide.md)',
    ])
    expect(draft).toEqual({
      title: 'Tide clock',
      github: 'https://github.com/ada/tide',
      demo: 'https://demo.tide.example',
      projectUrl: 'https://tide.example',
      state: 'building',
      topics: ['hardware'],
      skills: ['Rust', 'CSS'],
      roles: [expect.objectContaining({ title: 'Frontend developer', skills: ['Rust', 'CSS'] })],
      problems: [PICTURES_LEFT_OUT],
    })
  })

  test('gives what there is without a README, and no invalid link', async () => {
    const ada = await signIn()
    const { data } = await ada.call(importProject, { body: { url: 'github.com/ada/bare' } })
    expect(data).toMatchObject({
      title: 'bare',
      body: 'Shows the tide',
      projectUrl: '',
      demo: '',
      topics: ['developer-tools'],
      skills: [],
      roles: [],
      state: null,
    })
  })

  test('of a hostile repository gives what can be saved, and names the problems', async () => {
    const ada = await signIn()
    const { data } = await ada.call(importProject, { body: { url: 'github.com/ada/hostile' } })
    expect(data.problems).toEqual([
      'The repository is archived.',
      'The .dolph.yml is not valid YAML and was left out.',
    ])
    expect(data.skills).toEqual([])
    expect(PostDraft.safeParse({ ...data, type: 'showcase' }).success).toBe(true)
  })

  test('stores nothing', async () => {
    const before = await countPosts()
    const ada = await signIn()
    await ada.call(importProject, { body: { url: 'github.com/ada/tide' } })
    expect(await countPosts()).toBe(before)
  })

  test.each([
    'https://gitlab.com/ada/tide',
    'https://github.com.evil.example/ada/tide',
    'https://ada:secret@github.com/ada/tide',
    'http://127.0.0.1/ada/tide',
    'https://github.com/ada',
    'https://github.com/ada/..',
    'https://github.com/ada/%2e%2e%2f%2e%2e',
    `https://github.com/ada/tide?${'x'.repeat(3_000)}`,
    '',
  ])('refuses %s, and calls nobody', async (url) => {
    const calls = codeHost.calls.length
    const ada = await signIn()
    const reply = await ada.send(importProject, { body: { url } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ fields: { url: INVALID_REPOSITORY_LINK } })
    expect(codeHost.calls).toHaveLength(calls)
  })

  test('says that there is no such repository', async () => {
    const ada = await signIn()
    const reply = await ada.send(importProject, { body: { url: 'github.com/ada/missing' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ message: 'There is no public repository at this link.' })
  })

  test.each<CodeHostFault>(['half', 'no-json', 'server-error', { redirectTo: 'http://x.example' }])(
    'says that GitHub does not answer: %j',
    async (fault) => {
      const ada = await signIn()
      codeHost.setFault(fault)
      const reply = await ada.send(importProject, { body: { url: 'github.com/ada/tide' } })
      expect(reply.statusCode).toBe(503)
      expect(reply.json()).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('paste the README'),
      })
    },
  )

  test('is possible twenty times an hour', async () => {
    const ada = await signIn()
    const url = 'github.com/ada/bare'
    for (let count = 0; count < 20; count += 1) await ada.call(importProject, { body: { url } })
    expect((await ada.send(importProject, { body: { url } })).statusCode).toBe(429)
    const bob = await signIn()
    expect((await bob.send(importProject, { body: { url } })).statusCode).toBe(200)
  })

  test('is not offered without a code host', async () => {
    await using bare = await startApp()
    const ada = await signInNewMember(bare, 'ada')
    const reply = await ada.send(importProject, { body: { url: 'github.com/ada/tide' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({
      message: 'Links cannot be read here. Please paste the README.',
    })
  })
})

async function signIn() {
  return signInNewMember(api, `ada${++members}`)
}

async function countPosts() {
  const { count } = await api.db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
