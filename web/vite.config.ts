import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { stubUnusedRouterCode } from './stub-unused-router-code.ts'

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/**
 * Few files rather than exact ones: on a phone a request costs more than a kilobyte. Each comes with all that it stands on,
 * unless that is in one above it.
 */
const CHUNK_GROUPS = [
  { name: 'core', tags: ['$initial' as const], priority: 3 },
  {
    name: 'client',
    test: /app\/create-app-query-client\.ts$|accounts\/session-monitor\.tsx$|react-query\/.*\/use(Query|Mutation)\.js$/,
    priority: 2,
  },
  {
    name: 'site',
    test: /web\/src\/(features\/(site\/[\w-]+|posts\/post-type)|ui\/(card|wave-background)|lib\/use-hydrated)\.tsx?$/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'kit',
    // What many pages have, and nothing that floats.
    test: /web\/src\/ui\/(badge|skeleton|empty-state|search-input|form-field|highlighted-text|relative-time)\.tsx$/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons\//,
    minShareCount: 4,
    priority: 1,
  },
  { name: 'choices', test: /web\/src\/ui\/(toggle-group|avatar)\.tsx$/ },
  { name: 'floating', test: /web\/src\/ui\/(menu|dialog|toast-layer)\.tsx$/ },
  {
    name: 'posts',
    test: /web\/src\/features\/posts\/(post-explorer|post-list|post-card|post-row|post-parts)\.tsx$/,
  },
]

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    preloadTextFont(),
    limitHighlightGrammars(),
    decodeEntitiesWithoutDom(),
    stubUnusedRouterCode(),
    bundleServerRenderer(),
  ],
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      '/api': apiUrl,
      '/pictures': apiUrl,
      '/healthz': apiUrl,
      '/ws': { target: apiUrl, ws: true },
    },
  },
  build: {
    outDir: 'dist/client',
    // light-dark() carries the theme; older engines would get a transpiled copy of every colour.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: URL for a small file would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the prerender, which takes it away.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
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
function limitHighlightGrammars(): Plugin {
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
function decodeEntitiesWithoutDom(): Plugin {
  return {
    name: 'dolph:entities-without-html',
    apply: 'build',
    transform: {
      filter: { id: /\/decode-named-character-reference\/index\.dom\.js$/ },
      handler: () => `export { decodeNamedCharacterReference } from './index.js'`,
    },
  }
}

/** The build for the server needs no packages beside it, and has React as it is in production wherever it runs. */
function bundleServerRenderer(): Plugin {
  return {
    name: 'dolph:self-contained-renderer',
    apply: 'build',
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {
            ssr: { noExternal: true },
            define: { 'process.env.NODE_ENV': '"production"' },
            publicDir: false as const,
          }
        : undefined,
  }
}
