import { yieldToBrowser } from './yield-to-browser.ts'

/**
 * Evaluates the files of a prerendered page one by one, each in a task of its own and after those it imports: together they would
 * keep a phone from answering for a tenth of a second. A file that cannot be loaded is left to the router, which shows the error.
 */
export async function evaluatePageCode(
  importFile: (file: string) => Promise<unknown> = (file) => import(/* @vite-ignore */ file),
): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="page-code"]')
  for (const file of meta?.content.split(' ') ?? []) {
    await importFile(file).catch(() => undefined)
    await yieldToBrowser()
  }
}
