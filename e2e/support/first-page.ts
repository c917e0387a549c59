import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'

interface PageTask {
  page: string
  document: string
  path: string
  queries: Record<string, string>
  renderedAt: number
}
type RenderPage = (task: PageTask) => Promise<string>

const RENDERER_URL = new URL('../../web/dist/render/entry.js', import.meta.url).href

interface FirstPageOptions {
  /** The endpoint that returns its posts. */
  postsPath?: string
  /** The time of rendering, in milliseconds. */
  renderedAt?: number
}

/** Serves this page its own document of /browse, rendered by the product's renderer. */
export async function serveFirstPage(page: Page, options: FirstPageOptions): Promise<void> {
  const { postsPath = '/api/posts/browse', renderedAt = Date.now() } = options
  const { renderPage } = (await import(RENDERER_URL)) as { renderPage: RenderPage }
  const posts = await (await page.request.get(ORIGIN + postsPath)).text()
  await page.route(`${ORIGIN}/browse`, async (route) => {
    const response = await route.fetch({ url: `${ORIGIN}/browse?plain` })
    await route.fulfill({
      response,
      body: await renderPage({
        page: 'browse',
        document: await response.text(),
        path: '/browse',
        queries: { posts },
        renderedAt,
      }),
    })
  })
}
