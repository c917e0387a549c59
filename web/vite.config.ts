import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    preloadTextFont(),
    fewerGrammars(),
    entitiesWithoutHtml(),
  ],
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: { '/api': api, '/pictures': api, '/healthz': api, '/ws': { target: api, ws: true } },
  },
  build: {
    outDir: 'dist/client',
    // light-dark() carries the theme; older engines would get a transpiled copy of every colour.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: URL for a small file would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

/** Text is set in its own font from the first paint on a warm cache, and swaps early on a cold one. */
function preloadTextFont(): Plugin {
  return {
    name: 'dolph:preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) =>
          name.includes('instrument-sans-latin-wght'),
        )
        if (!file) return []
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${file}`,
          crossorigin: '',
        }
        return [{ tag: 'link', injectTo: 'head-prepend', attrs }]
      },
    },
  }
}

const GRAMMARS = [
  ...[
    'bash',
    'c',
    'cpp',
    'csharp',
    'css',
    'diff',
    'go',
    'ini',
    'java',
    'javascript',
    'json',
    'kotlin',
  ],
  ...['php', 'python', 'ruby', 'rust', 'sql', 'typescript', 'xml', 'yaml'],
]

/** What members are likely to post. The highlighter would bring nearly twice as many by itself. */
function fewerGrammars(): Plugin {
  return {
    name: 'dolph:fewer-grammars',
    apply: 'build',
    transform: {
      filter: { id: /\/lowlight\/lib\/common\.js$/ },
      handler: () =>
        [
          ...GRAMMARS.map((name) => `import ${name} from 'highlight.js/lib/languages/${name}'`),
          `export const grammars = { ${GRAMMARS.join(', ')} }`,
        ].join('\n'),
    },
  }
}

/** Made for browsers, it decodes `&copy;` with the help of innerHTML, which our content security policy forbids. */
function entitiesWithoutHtml(): Plugin {
  return {
    name: 'dolph:entities-without-html',
    apply: 'build',
    transform: {
      filter: { id: /\/decode-named-character-reference\/index\.dom\.js$/ },
      handler: () => `export { decodeNamedCharacterReference } from './index.js'`,
    },
  }
}
