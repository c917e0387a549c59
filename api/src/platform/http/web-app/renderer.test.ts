import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OverloadedError } from '../../semaphore.ts'
import { openRenderer, type RenderTask } from './renderer.ts'

const DOCUMENT =
  '<head><title>Dolph</title><meta name="description" content="All of it"></head><div id="root"></div>'

/** A fake of the web app's renderer: returns its task, and how many run at once. */
const RENDERER_SOURCE = `
let running = 0
let order = 0
export async function renderPage(task) {
  running += 1
  const atOnce = running
  await new Promise((resolve) => setTimeout(resolve, 20))
  running -= 1
  order += 1
  return JSON.stringify({ ...task, atOnce, order })
}`

interface Rendered extends RenderTask {
  atOnce: number
  order: number
}

test('pages are rendered one at a time, an urgent one before those that wait', async () => {
  await using stack = await startRenderer()
  const first = stack.render({ path: '/p/1' })
  const waiting = ['/p/2', '/p/3', '/p/4', '/p/5'].map((path) => stack.render({ path }))
  const urgent = stack.render({ path: '/browse', isUrgent: true })

  const all = await Promise.all([first, urgent, ...waiting])

  expect(all.map(({ atOnce }) => atOnce)).toEqual([1, 1, 1, 1, 1, 1])
  expect(all.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6])
})

test('with four pages waiting, a further one is refused at once; later ones are rendered again', async () => {
  await using stack = await startRenderer()
  const accepted = Array.from({ length: 5 }, () => stack.render({}))
  await expect(stack.render({})).rejects.toThrow(OverloadedError)
  await Promise.all(accepted)
  expect((await stack.render({ path: '/p/later' })).path).toBe('/p/later')
})

test('the head of a page is put into its document, and no text in it ends an element', async () => {
  await using stack = await startRenderer()
  const hostile = `</title><script>alert("$1")</script>`
  const { document } = await stack.render({
    head: { title: hostile, description: hostile, elements: '<link rel="canonical" href="/p/1">' },
  })
  expect(document).toBe(
    '<head><title>&lt;/title&gt;&lt;script&gt;alert(&quot;$1&quot;)&lt;/script&gt;</title>' +
      '<meta name="description" content="&lt;/title&gt;&lt;script&gt;alert(&quot;$1&quot;)&lt;/script&gt;">' +
      '<link rel="canonical" href="/p/1"></head><div id="root"></div>',
  )
})

test('without a build of the web app there is no renderer', () => {
  expect(openRenderer('/nonexistent')).toBeNull()
})

async function startRenderer() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-renderer-'))
  await mkdir(join(folder, 'render'))
  await writeFile(join(folder, 'render/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'render/entry.js'), RENDERER_SOURCE)
  const renderer = openRenderer(folder)
  if (!renderer) throw new Error('The renderer did not open')
  const task = { page: 'post', document: DOCUMENT, path: '/p/1', queries: {}, renderedAt: 0 }
  return {
    render: async (changes: Partial<RenderTask>) =>
      JSON.parse(await renderer.render({ ...task, ...changes })) as Rendered,
    async [Symbol.asyncDispose]() {
      await renderer.close()
      await rm(folder, { recursive: true })
    },
  }
}
