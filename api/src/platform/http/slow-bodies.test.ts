import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { logIn } from '@dolph/contract/accounts/accounts'
import { endOtherSessions } from '@dolph/contract/accounts/sessions'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { PASSWORD, proveMember, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

type Api = Awaited<ReturnType<typeof startApp>>

const realNow = performance.now.bind(performance)
afterEach(() => vi.restoreAllMocks())

describe('a call is refused after its body when meanwhile', () => {
  test.each<[string, string, object, (api: Api) => Promise<unknown>]>([
    [
      'the member has ended the session in another browser',
      '/api/tides',
      { status: 401, code: 'not-signed-in' },
      async (api) => {
        const owner = api.browser()
        await owner.call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })
        await owner.call(endOtherSessions, {})
      },
    ],
    [
      'a moderator has suspended the member',
      '/api/moons',
      { status: 403, code: 'limited' },
      (api) => sql`update members set suspended_until = now() + interval '1 day'`.execute(api.db),
    ],
    [
      'the proof has ended',
      '/api/stars',
      { status: 403, code: 'proof-needed' },
      (api) => sql`update sessions set proved_until = now()`.execute(api.db),
    ],
  ])('%s', async (_, path, refusal, change) => {
    const { promise: isIdentified, resolve: identified } = Promise.withResolvers<void>()
    const extendApp = (app: Api['app']) => {
      const preParsing = async () => identified()
      const config = { access: 'member', csrf: 'origin', restriction: 'suspension' } as const
      app.post('/api/tides', { config, preParsing }, async () => 'done')
      app.post('/api/moons', { config, preParsing }, async () => 'done')
      app.post(
        '/api/stars',
        { config: { ...config, proof: 'always' }, preParsing },
        async () => 'done',
      )
    }
    await using api = await startApp({ isListening: true, env: { LIMITS: 'relaxed' }, extendApp })
    const ada = await signInNewMember(api, 'ada')
    await proveMember(ada)
    const call = openCall(api, ada, path)
    await isIdentified

    await change(api)
    vi.spyOn(performance, 'now').mockReturnValue(realNow() + 1_001)

    expect(await call.finish()).toMatchObject(refusal)
  })
})

/** Sends a call without the end of its body. */
function openCall(api: Api, { cookies }: Browser, path: string) {
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `Host: localhost\r\nOrigin: ${api.config.APP_ORIGIN}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
  const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{'
  socket.write(`POST ${path} HTTP/1.1\r\n${head}${body}`)
  const reply = text(socket)
  return {
    finish: async () => {
      socket.write('}')
      const [, status = '', json = ''] = /^HTTP\/1.1 (\d+).*\r\n\r\n(.*)$/s.exec(await reply) ?? []
      return { status: Number(status), ...(json.startsWith('{') && JSON.parse(json)) }
    },
  }
}
