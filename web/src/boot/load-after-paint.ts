/**
 * The only script of a document that arrives with its content: the code of the page is loaded when the content is on the screen, so
 * that it does not compete with styles, fonts and pictures. `pre-hydration.ts` keeps what the visitor presses meanwhile.
 * Served as it is, without its types (`prerender/run.ts`), so it imports nothing statically.
 */
const readFiles = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? []

async function loadCode(): Promise<void> {
  const entryFiles = readFiles('entry-code')
  const links = [...entryFiles, ...readFiles('page-code')].map((href) =>
    Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      crossOrigin: '',
      href,
    }),
  )
  // All at once, since each change of the document's head can cause a new layout.
  document.head.append(...links)
  // Each file is evaluated in a task of its own, after those it imports. On a phone all together would be a long one. The last is
  // the entry, which goes on with the files of the page (`evaluate-page-code.ts`).
  for (const file of entryFiles) {
    await import(file)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

// A tab in the background paints nothing, and its visitor should find it ready.
if (document.visibilityState === 'hidden') void loadCode()
else requestAnimationFrame(() => void setTimeout(loadCode))
