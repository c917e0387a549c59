import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'

type RenderBrowse = (document: string, reply: string, at: number) => Promise<string>

const RENDERER_URL = new URL('../web/dist/render/entry.js', import.meta.url).href

interface FirstPageOptions {
  /** Where its posts are asked for. */
  posts?: string
  /** When it was rendered. */
  at?: number
}

/** From now on this page gets another document of /browse than others do, rendered as the product renders it. */
export async function serveFirstPage(page: Page, shown: FirstPageOptions): Promise<void> {
  const { posts = '/api/posts/browse', at = Date.now() } = shown
  const { renderBrowse } = (await import(RENDERER_URL)) as { renderBrowse: RenderBrowse }
  const reply = await (await page.request.get(ORIGIN + posts)).text()
  await page.route(`${ORIGIN}/browse`, async (route) => {
    const response = await route.fetch({ url: `${ORIGIN}/browse?plain` })
    await route.fulfill({ response, body: await renderBrowse(await response.text(), reply, at) })
  })
}
