import { Window } from 'happy-dom'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** Renders a text on the server and in a browser. */
export interface MarkdownFunctions {
  markdownOnServer: (text: string) => string
  markdownInBrowser: (text: string) => { innerHTML: string }
}

interface MarkdownModule {
  createMarkdownFunctions: (element: unknown) => Promise<MarkdownFunctions>
}

/** The renderers of Markdown, for `pnpm fuzz texts`. Vite loads them, as Node reads no TSX. The process has a DOM from then on. */
export async function loadMarkdownFunctions(): Promise<MarkdownFunctions> {
  const server = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const window = new Window()
  // React looks for a DOM when it is loaded.
  Object.assign(globalThis, { window, document: window.document })
  try {
    const path = '/src/testing/markdown-functions.tsx'
    const { createMarkdownFunctions } = (await server.ssrLoadModule(path)) as MarkdownModule
    return await createMarkdownFunctions(window.document.createElement('div'))
  } finally {
    await server.close()
  }
}
