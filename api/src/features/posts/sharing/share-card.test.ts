import { buildCardPath, type CardPost } from '@dolph/contract/posts/share-cards'
import Fastify from 'fastify'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { OverloadedError } from '../../../platform/semaphore.ts'
import { openCardRenderer, type CardRenderer } from './card-renderer.ts'
import { renderCardSvg } from './card-svg.ts'
import { sharingRoutes } from './sharing-routes.ts'

const UNKNOWN_ID = '01932dad-55f0-7c01-9923-d974d6c5fc09'
const COMMON = '/share.png'

type TestApp = Awaited<ReturnType<typeof startApp>>

function describePost(id: string, fields: Partial<CardPost> = {}): CardPost {
  const post = { _id: id, title: 'Tide', type: 'showcase', user: { userName: 'ada' } } as const
  return { ...post, project: null, ...fields }
}

async function readCard(api: TestApp, path: string) {
  const reply = await api.app.inject(path)
  const { statusCode, headers } = reply
  return { statusCode, location: headers['location'], headers, png: reply.rawPayload }
}

describe('the share card of a project', () => {
  let api: TestApp
  let ada: string
  beforeAll(async () => {
    api = await startApp({ env: { LIMITS: 'relaxed' } })
    ada = await createMemberFixture(api.db, 'ada')
  })
  afterAll(async () => api[Symbol.asyncDispose]())

  test('is a picture of 1200 by 630 pixels that caches keep for five minutes', async () => {
    const id = await createPostFixture(api.db, ada)
    await createRoleFixture(api.db, id, { skills: ['React', '漢字'] })
    const project = { openRoles: 1, skills: ['React', '漢字'] }
    const { statusCode, headers, png } = await readCard(
      api,
      buildCardPath(describePost(id, { project })),
    )
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  test('shows the stored cover of the post', async () => {
    const id = await createPostFixture(api.db, ada)
    const key = 'c'.repeat(43)
    const url = `/pictures/${key}/1280x720.webp`
    const create = { width: 1280, height: 720, channels: 3 as const, background: '#f00' }
    await api.files.put(url.slice(1), await sharp({ create }).webp().toBuffer(), 'image/webp')
    await api.db
      .updateTable('posts')
      .set({ cover_key: key, cover_alt: '' })
      .where('id', '=', id)
      .execute()
    const { statusCode, png } = await readCard(
      api,
      buildCardPath(describePost(id, { cover: { url } })),
    )
    expect(statusCode).toBe(200)
    const corner = { left: 1190, top: 10, width: 1, height: 1 }
    const pixel = await sharp(png).extract(corner).removeAlpha().raw().toBuffer()
    expect(pixel[0]).toBeGreaterThan(240)
    expect(pixel[1]).toBeLessThan(20)
  })

  test('leads from an old address to that of what it shows now', async () => {
    const id = await createPostFixture(api.db, ada)
    const path = buildCardPath(describePost(id))
    expect((await readCard(api, path)).statusCode).toBe(200)
    await api.db.updateTable('posts').set({ title: 'Ebb' }).where('id', '=', id).execute()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001)
    const outdated = await readCard(api, path)
    const current = buildCardPath(describePost(id, { title: 'Ebb' }))
    expect(outdated).toMatchObject({ statusCode: 302, location: current })
    expect(outdated.headers['cache-control']).toBe('public, max-age=60')
    expect((await readCard(api, current)).statusCode).toBe(200)
    vi.restoreAllMocks()
  })

  test('is the common picture within a second after the post is hidden', async () => {
    const id = await createPostFixture(api.db, ada)
    const path = buildCardPath(describePost(id))
    expect((await readCard(api, path)).statusCode).toBe(200)
    const hidden = { hidden_at: sql<string>`now()` }
    await api.db.updateTable('posts').set(hidden).where('id', '=', id).execute()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001)
    expect(await readCard(api, path)).toMatchObject({ statusCode: 302, location: COMMON })
    vi.restoreAllMocks()
  })

  test.each(['潮汐', 'مد', 'Tide 🌊', 'a\u202Eb', 'a\u0001b'])(
    'is the common picture for the title %j, whose letters the font lacks',
    async (title) => {
      const id = await createPostFixture(api.db, ada, { title })
      const path = buildCardPath(describePost(id, { title }))
      expect(await readCard(api, path)).toMatchObject({ statusCode: 302, location: COMMON })
    },
  )

  test.each([
    '<script>alert(1)</script>',
    ']]>"\'/><image href="file:///etc/passwd"/>',
    '&xxe; %file; ${7*7} {{7*7}}',
    'W'.repeat(100),
    'i '.repeat(49),
    `Žluťoučký kůň ${'ł'.repeat(80)}`,
  ])('is drawn for the hostile title %j', async (title) => {
    const id = await createPostFixture(api.db, ada, { title })
    const { statusCode, png } = await readCard(api, buildCardPath(describePost(id, { title })))
    expect(statusCode).toBe(200)
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  test('is drawn once for concurrent requests', async () => {
    const id = await createPostFixture(api.db, ada)
    const path = buildCardPath(describePost(id))
    const cards = await Promise.all(Array.from({ length: 20 }, () => readCard(api, path)))
    expect(new Set(cards.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('is the common picture for a thousand unknown ids, none of which is drawn', async () => {
    const render = vi.fn<CardRenderer['render']>()
    await using app = Fastify()
    await app.register(sharingRoutes, { ...api, cards: { render, close: () => undefined } })
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => {
        const id = UNKNOWN_ID.slice(0, -4) + index.toString(16).padStart(4, '0')
        return app.inject(`/cards/${id}/${'0'.repeat(16)}.png`)
      }),
    )
    expect(new Set(replies.map(({ headers }) => headers['location']))).toEqual(new Set([COMMON]))
    expect((await app.inject('/cards/x/y')).headers['location']).toBe(COMMON)
    expect(render).not.toHaveBeenCalled()
  })

  test.each([
    ['while two others are drawn', new OverloadedError()],
    ['when it cannot be drawn', new Error('The process of the share cards exited')],
  ])('is the common picture for a minute %s', async (_case, error) => {
    const id = await createPostFixture(api.db, ada)
    const cards = { render: async () => Promise.reject(error), close: () => undefined }
    await using app = Fastify()
    await app.register(sharingRoutes, { ...api, cards })
    const reply = await app.inject(buildCardPath(describePost(id)))
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, COMMON])
    expect(reply.headers['cache-control']).toBe('public, max-age=60')
  })
})

describe('the document of a card', () => {
  const describeRoles = (skills: string[]) =>
    describePost(UNKNOWN_ID, { project: { openRoles: 2, skills } })

  test('has no text of a member', async () => {
    const title = '<script>canary</script>'
    expect(await renderCardSvg(describePost(UNKNOWN_ID, { title }))).not.toMatch(/script|canary/)
  })

  test('leaves out a skill whose letters the font lacks', async () => {
    const card = await renderCardSvg(describeRoles(['React', '漢字', 'SQL']))
    expect(card).toBe(await renderCardSvg(describeRoles(['React', 'SQL'])))
    expect(card).not.toBe(await renderCardSvg(describeRoles([])))
  })
})

describe('the process that draws cards', () => {
  const POST = describePost(UNKNOWN_ID)

  test('draws two cards at once and refuses a third', async () => {
    const renderer = openCardRenderer()
    const gate = Promise.withResolvers<null>()
    const first = renderer.render(POST, () => gate.promise)
    const second = renderer.render(POST, () => gate.promise)
    await expect(renderer.render(POST, () => gate.promise)).rejects.toThrow(OverloadedError)
    gate.resolve(null)
    expect((await first)?.length).toBeGreaterThan(0)
    expect((await second)?.equals((await first) ?? Buffer.alloc(0))).toBe(true)
    expect(await renderer.render(POST, async () => null)).toBeInstanceOf(Buffer)
    renderer.close()
  })

  test('is replaced after a crash', async () => {
    const renderer = openCardRenderer()
    await renderer.render(POST, async () => null)
    const drawing = renderer.render(POST, async () => null)
    renderer.close()
    await Promise.allSettled([drawing])
    expect(await renderer.render(POST, async () => null)).toBeInstanceOf(Buffer)
    renderer.close()
  })

  test('shows the cover, and the drawn scene where a cover cannot be read', async () => {
    const renderer = openCardRenderer()
    const post = { ...POST, cover: { url: '/pictures/x/1280x720.webp' } }
    const red = { r: 255, g: 0, b: 0 }
    const create = { width: 1280, height: 720, channels: 3 as const, background: red }
    const cover = await sharp({ create }).webp().toBuffer()
    const card = await renderer.render(post, async () => cover)
    const corner = { left: 1190, top: 10, width: 1, height: 1 }
    const pixel = await sharp(card ?? undefined)
      .extract(corner)
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(pixel[0]).toBeGreaterThan(240)
    expect(pixel[1]).toBeLessThan(20)
    const drawn = await renderer.render(post, async () => null)
    const withoutCover = await renderer.render(POST, async () => null)
    expect(drawn?.equals(withoutCover ?? Buffer.alloc(0))).toBe(true)
    renderer.close()
  })
})
