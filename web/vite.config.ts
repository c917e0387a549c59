import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), preloadTextFont()],
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: { '/api': api, '/healthz': api, '/ws': { target: api, ws: true } },
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
