import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startTestCodeHost, type CodeHostFault } from '../../../testing/servers/test-code-host.ts'
import { openGitHub } from './github.ts'

const TIDE = { owner: 'ada', name: 'tide' }
const server = await startTestCodeHost({
  'ada/tide': {
    description: 'A tide clock',
    license: { spdx_id: 'MIT' },
    language: 'Rust',
    pushed_at: '2026-11-01T10:00:00Z',
    languages: { CSS: 5, Rust: 100, TypeScript: 50 },
    readme: '# Tide',
    projectFile: 'dolph: 1',
  },
  'ada/bare': { archived: true },
  'ada/old-tide': { movedTo: 'ada/tide' },
  'ada/secret': { private: true, readme: 'Secret' },
  'ada/blocked': { refusal: 'Repository access blocked' },
  'ada/limited': { refusal: 'You have exceeded a secondary rate limit. Please wait.' },
  'ada/long': { readme: `# Long\n\n${'🐬'.repeat(500_000)}` },
})
afterEach(() => {
  server.setFault(undefined)
  vi.useRealTimers()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('reading a repository', () => {
  test('gives its facts and texts', async () => {
    const gitHub = open()
    expect(await gitHub.readRepository(TIDE)).toMatchObject({
      ...TIDE,
      description: 'A tide clock',
      license: 'MIT',
      language: 'Rust',
      isArchived: false,
      pushedAt: new Date('2026-11-01T10:00:00Z'),
    })
    expect(await gitHub.readTexts(TIDE)).toEqual({
      readme: '# Tide',
      languages: ['Rust', 'TypeScript', 'CSS'],
      projectFile: 'dolph: 1',
    })
  })

  test('gives empty texts where there are none', async () => {
    const bare = { owner: 'ada', name: 'bare' }
    expect(await open().readRepository(bare)).toMatchObject({ isArchived: true, language: null })
    expect(await open().readTexts(bare)).toEqual({ readme: '', languages: [], projectFile: null })
  })

  test('says that it is unchanged since the tag', async () => {
    const gitHub = open()
    const facts = await gitHub.readRepository(TIDE)
    const etag = typeof facts === 'string' ? undefined : (facts.etag ?? undefined)
    expect(await gitHub.readRepository(TIDE, { etag })).toBe('unchanged')
    expect(await gitHub.readRepository(TIDE, { etag: '"other"' })).toMatchObject(TIDE)
  })

  test('follows a renamed repository', async () => {
    expect(await open().readRepository({ owner: 'ada', name: 'old-tide' })).toMatchObject(TIDE)
  })

  test.each(['missing', 'secret', '../../..'])('finds nothing at %s', async (name) => {
    expect(await open().readRepository({ owner: 'ada', name })).toBe('gone')
  })

  test('receives no more than the beginning of a long README', async () => {
    const texts = await open().readTexts({ owner: 'ada', name: 'long' })
    expect(typeof texts === 'string' ? 0 : texts.readme.length).toBeLessThanOrEqual(262_144)
    expect(typeof texts === 'string' ? '' : texts.readme.slice(0, 6)).toBe('# Long')
  })

  test('sends the token to the server, if there is one', async () => {
    await open('a-token').readRepository(TIDE)
    expect(server.calls.at(-1)?.token).toBe('Bearer a-token')
    await open().readRepository(TIDE)
    expect(server.calls.at(-1)?.token).toBeUndefined()
  })
})

describe('a fault of the code host', () => {
  test.each<CodeHostFault>([
    'half',
    'no-json',
    'server-error',
    { redirectTo: 'http://169.254.169.254/repos/ada/tide' },
    { redirectTo: '/elsewhere' },
    { redirectTo: `${server.url}/repos/ada/tide` },
  ])('%j is no repository', async (fault) => {
    server.setFault(fault)
    expect(await open().readRepository(TIDE)).toBe('busy')
    expect(await open().readTexts(TIDE)).toBe('busy')
  })

  test('silence ends with the time that a read may take', async () => {
    server.setFault('silent')
    const signal = AbortSignal.timeout(50)
    expect(await open().readRepository(TIDE, { signal })).toBe('busy')
  })

  test('after the limit is reached no call is made until it resets', async () => {
    const gitHub = open()
    server.setFault({ limitedUntil: new Date(Date.now() + 600_000) })
    expect(await gitHub.readRepository(TIDE)).toBe('busy')
    server.setFault(undefined)
    const before = server.calls.length
    expect(await gitHub.readRepository(TIDE)).toBe('busy')
    expect(server.calls).toHaveLength(before)

    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
    expect(await gitHub.readRepository(TIDE)).toMatchObject(TIDE)
  })
})

describe('a refusal without a reset time', () => {
  test('of one repository stops no other call', async () => {
    const gitHub = open()
    expect(await gitHub.readRepository({ owner: 'ada', name: 'blocked' })).toBe('gone')
    expect(await gitHub.readRepository(TIDE)).toMatchObject(TIDE)
  })

  test('that names a rate limit stops all calls for a minute', async () => {
    const gitHub = open()
    expect(await gitHub.readRepository({ owner: 'ada', name: 'limited' })).toBe('busy')
    const before = server.calls.length
    expect(await gitHub.readRepository(TIDE)).toBe('busy')
    expect(server.calls).toHaveLength(before)

    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    expect(await gitHub.readRepository(TIDE)).toMatchObject(TIDE)
  })
})

test('without an address there is no code host', () => {
  expect(openGitHub({})).toBeUndefined()
})

function open(token?: string) {
  const gitHub = openGitHub({ GITHUB_API: `${server.url}/`, GITHUB_TOKEN: token })
  if (!gitHub) throw new Error('There is no code host')
  return gitHub
}
