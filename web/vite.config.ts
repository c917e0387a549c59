import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { stubUnusedRouterCode } from './stub-unused-router-code.ts'

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/**
 * Few large chunks rather than many exact ones: on a phone a request costs more than a kilobyte. A group includes the
 * dependencies of its modules, unless a group with a higher priority has them.
 */
const CHUNK_GROUPS = [
  { name: 'core', tags: ['$initial' as const], priority: 3 },
  {
    name: 'client',
    test: /app\/create-app-query-client\.ts$|accounts\/session\/session-monitor\.tsx$|react-query\/.*\/use(Query|Mutation)\.js$/,
    priority: 2,
  },
  {
    name: 'site',
    test: /web\/src\/(features\/(site\/[\w-]+|posts\/post-type)|ui\/(card|brand\/wave-background)|lib\/use-hydrated)\.tsx?$/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'kit',
    // Components that many pages use, without popups.
    test: /web\/src\/ui\/(badge|skeleton|empty-state|forms\/(search-input|form-field)|highlighted-text|relative-time)\.tsx$/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons\//,
    minShareCount: 4,
    priority: 1,
  },
  { name: 'choices', test: /web\/src\/ui\/(forms\/toggle-group|avatar)\.tsx$/ },
  { name: 'floating', test: /web\/src\/ui\/overlays\/(menu|dialog|toast-layer)\.tsx$/ },
  {
    name: 'posts',
    test: /web\/src\/features\/posts\/(feed\/(post-explorer|post-list|post-card|post-row)|post-parts)\.tsx$/,
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
    // The theme uses light-dark(); older engines would get a transpiled copy of every colour.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: URL for a small file would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by the prerender, which then deletes it.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
})

/** Preloads the font of the text: present at the first paint with a warm cache, swapped early with a cold one. */
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

/** Bundles only the languages that members are likely to post; the highlighter would bring nearly twice as many. */
function limitHighlightGrammars(): Plugin {
  return {
    name: 'dolph:limit-highlight-grammars',
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

/** Replaces the browser build, which decodes `&copy;` by innerHTML: our content security policy forbids that. */
function decodeEntitiesWithoutDom(): Plugin {
  return {
    name: 'dolph:decode-entities-without-dom',
    apply: 'build',
    transform: {
      filter: { id: /\/decode-named-character-reference\/index\.dom\.js$/ },
      handler: () => `export { decodeNamedCharacterReference } from './index.js'`,
    },
  }
}

/** Bundles all packages into the server build, with React in production mode wherever it runs. */
function bundleServerRenderer(): Plugin {
  return {
    name: 'dolph:bundle-server-renderer',
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
