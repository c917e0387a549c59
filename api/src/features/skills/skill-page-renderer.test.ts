import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { CachedReply } from '../../platform/http/replies/cached-reply.ts'
import type { RenderTask } from '../../platform/http/web-app/renderer.ts'
import { OverloadedError } from '../../platform/semaphore.ts'
import { createSkillPageRenderer } from './skill-page-renderer.ts'
import type { SkillPage } from './skill-page.ts'

const BUILT = new CachedReply(
  '<html><head><title>Dolph</title><meta name="description" content="x"></head></html>',
  'text/html; charset=utf-8',
)

function createPage(openRoles: number, name = 'C++'): SkillPage {
  const summary = { key: 'c++', name, openRoles, isIndexed: openRoles >= 3 }
  return {
    subject: { kind: 'skill', key: 'c++' },
    summary,
    posts: [],
    reply: new CachedReply(JSON.stringify(summary), 'application/json'),
  }
}

function setUp(page: SkillPage | undefined, render = async (task: RenderTask) => buildHtml(task)) {
  const renderer = { render: vi.fn(render) }
  const log = { warn: vi.fn() }
  const state = { page }
  const options = {
    renderer,
    log,
    appOrigin: 'https://dolph.example',
    fetchPage: async () => state.page,
  }
  const renderPage = createSkillPageRenderer('skill', options)
  const open = async (path: string) => {
    const key = decodeURIComponent(path.split('/')[2]?.split('?')[0] ?? '')
    return renderPage(BUILT, { url: path, params: { key } } as FastifyRequest)
  }
  const read = async (path: string) => {
    const reply = await open(path)
    return reply instanceof CachedReply ? reply.body.toString() : reply
  }
  return { renderer, log, read, state }
}

function buildHtml({ page, path, head }: RenderTask): string {
  return `${page} ${path} ${head?.elements}`
}

test('a page is rendered once for all who ask, and again when it has changed', async () => {
  const { read, renderer, state } = setUp(createPage(3))
  const [first, second] = await Promise.all([read('/skills/c%2B%2B'), read('/skills/c%2B%2B?x=1')])
  expect(first).toBe(second)
  expect(first).toContain('skill /skills/c%2B%2B')
  await read('/skills/c++')
  expect(renderer.render).toHaveBeenCalledTimes(1)
  state.page = createPage(4)
  await read('/skills/c%2B%2B')
  expect(renderer.render).toHaveBeenCalledTimes(2)
})

test('another spelling is redirected, and an unknown skill is missing', async () => {
  const { read, state } = setUp(createPage(1))
  expect(await read('/skills/C%2B%2B?x=1')).toEqual({ redirect: '/skills/c%2B%2B?x=1' })
  state.page = undefined
  expect(await read('/skills/c%2B%2B')).toBeNull()
  expect(await read(`/skills/${'a'.repeat(41)}`)).toBeNull()
})

test('a page with fewer than three open roles is not for search engines', async () => {
  expect(await setUp(createPage(2)).read('/skills/c%2B%2B')).toContain('noindex')
  expect(await setUp(createPage(3)).read('/skills/c%2B%2B')).not.toContain('noindex')
})

test('a busy renderer sends the head, with the name encoded; a failing one is not asked again', async () => {
  const name = '"><script>alert(1)</script>'
  const busy = setUp(createPage(3, name), async () => Promise.reject(new OverloadedError()))
  const html = await busy.read('/skills/c%2B%2B')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;: open roles and projects')
  expect(html).not.toContain('<script')
  expect(html).toContain('<link rel="canonical" href="https://dolph.example/skills/c%2B%2B">')
  await busy.read('/skills/c%2B%2B')
  expect(busy.renderer.render).toHaveBeenCalledTimes(2)
  expect(busy.log.warn).not.toHaveBeenCalled()

  const failing = setUp(createPage(3), async () => Promise.reject(new Error('broken')))
  await failing.read('/skills/c%2B%2B')
  await failing.read('/skills/c%2B%2B')
  expect(failing.renderer.render).toHaveBeenCalledTimes(1)
  expect(failing.log.warn).toHaveBeenCalledTimes(1)
})
