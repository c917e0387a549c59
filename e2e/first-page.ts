import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'

type RenderBrowse = (document: string, reply: string, renderedAt: number) => Promise<string>

const RENDERER_URL = new URL('../web/dist/render/entry.js', import.meta.url).href

interface FirstPageOptions {
  /** The endpoint that returns its posts. */
  postsPath?: string
  /** The time of rendering, in milliseconds. */
  renderedAt?: number
}

/** Serves this page its own document of /browse, rendered by the product's renderer. */
export async function serveFirstPage(page: Page, options: FirstPageOptions): Promise<void> {
  const { postsPath = '/api/posts/browse', renderedAt = Date.now() } = options
  const { renderBrowse } = (await import(RENDERER_URL)) as { renderBrowse: RenderBrowse }
  const reply = await (await page.request.get(ORIGIN + postsPath)).text()
  await page.route(`${ORIGIN}/browse`, async (route) => {
    const response = await route.fetch({ url: `${ORIGIN}/browse?plain` })
    await route.fulfill({
      response,
      body: await renderBrowse(await response.text(), reply, renderedAt),
    })
  })
}
