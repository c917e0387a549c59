import type { Page } from '@playwright/test'

/** Lets requests for the scripts of a page fail that the page at hand has not loaded. */
export async function blockScriptsOf(page: Page, path: string): Promise<void> {
  const loaded = await listScripts(page, new URL(page.url()).pathname)
  const missing = (await listScripts(page, path)).filter((file) => !loaded.includes(file))
  if (missing.length === 0) throw new Error(`${path} has no script of its own`)
  await page.route(
    ({ pathname }) => missing.includes(pathname),
    (route) => route.abort(),
  )
}

/** The scripts that the document of a page names. */
async function listScripts({ request }: Page, path: string): Promise<string[]> {
  const html = await (await request.get(path)).text()
  return [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([file]) => file)
}
