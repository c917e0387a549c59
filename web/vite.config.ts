import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { CACHED_ON_USE_PREFIX, CHUNKS_CACHED_ON_USE } from './src/offline/cached-on-use.ts'
import { defaultClientConditions, defineConfig, minifySync, type Plugin } from 'vite'

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/**
 * Few large chunks rather than many exact ones: on a phone a request costs more than a kilobyte. A group includes the
 * dependencies of its modules, unless a group with a higher priority has them.
 */
const CHUNK_GROUPS = [
  { name: 'core', tags: ['$initial' as const], priority: 3 },
  {
    name: 'client',
    test: /boot\/create-app-query-client\.ts$|accounts\/session\/session-monitor\.tsx$|react-query\/.*\/use(Query|Mutation)\.js$/,
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
    minShareCount: 5,
    priority: 1,
  },
  {
    name: 'forms',
    // What the pages of an account and the forms of members share.
    test: /web\/src\/(ui\/(banner|forms\/(field|password-field|textarea|character-counter|read-only-fields))|features\/accounts\/(account-form|account-page-layout|delayed-redirect|field-errors|new-password-fields|submit-button))\.tsx?$/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'choices', test: /web\/src\/ui\/(forms\/toggle-group|avatar)\.tsx$/ },
  { name: 'floating', test: /web\/src\/ui\/overlays\/(menu|dialog|toast-layer)\.tsx$/ },
  { name: 'posts', test: /web\/src\/features\/posts\/feed\//, minShareCount: 2 },
]

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    useOwnIconComponent(),
    preloadTextFont(),
    insertPreHydration(),
    bundleServerRenderer(),
  ],
  environments: {
    client: {
      resolve: {
        // The browser entry of `decode-named-character-reference` decodes `&copy;` by innerHTML, which our content security
        // policy forbids; the entry for workers, which have no DOM, brings a table.
        conditions: ['worker', ...defaultClientConditions],
      },
    },
  },
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      '/api': apiUrl,
      '/pictures': apiUrl,
      '/cards': apiUrl,
      '/badge': apiUrl,
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
    rolldownOptions: {
      output: {
        // The names of all chunks are in the first script, so they are short.
        chunkFileNames: ({ name }) =>
          `assets/${CHUNKS_CACHED_ON_USE.test(name) ? CACHED_ON_USE_PREFIX : ''}[hash:7].js`,
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
})

/** Icons keep lucide's drawings and get our small component. */
function useOwnIconComponent(): Plugin {
  const component = fileURLToPath(new URL('create-icon.ts', import.meta.url))
  return {
    name: 'dolph:use-own-icon-component',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/createLucideIcon.mjs') ? component : undefined),
  }
}

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

/** Inserts the script that must run even if no other file arrives. */
function insertPreHydration(): Plugin {
  return {
    name: 'dolph:insert-pre-hydration',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const source = await readFile(new URL('src/boot/pre-hydration.ts', import.meta.url), 'utf8')
        const { code } = minifySync('pre-hydration.js', stripTypeScriptTypes(source))
        return html.replace('<!--pre-hydration-->', () => `<script>${code}</script>`)
      },
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
