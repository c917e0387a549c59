import type { Plugin } from 'vite'

/**
 * Parts of the router that every page would download and none uses: what measures it, and what belongs to its
 * framework, of which links would prefetch. Ours are prefetched by `app/prefetch-on-intent.ts`.
 */
export function stubUnusedRouterCode(): Plugin {
  return {
    name: 'dolph:lean-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: {
        id: /react-router\/dist\/production\/lib\/(router\/instrumentation|dom\/ssr\/components|dom\/lib)\.js$/,
      },
      handler(code, id) {
        if (id.endsWith('lib.js')) return markTreeShakable(code)
        const kept = id.endsWith('components.js') ? FRAMEWORK_STUB : ''
        const idle = listExports(code)
          .filter((name) => !kept.includes(` ${name} `))
          .map((name) => `export const ${name} = () => undefined`)
        return [kept, ...idle].join('\n')
      },
    },
  }
}

const FRAMEWORK_STUB = `
import { createContext, useRef } from 'react'
export const FrameworkContext = createContext(undefined)
export const usePrefetchBehavior = () => [false, useRef(null), {}]
export const mergeRefs = (...refs) => (element) => {
  for (const ref of refs) {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
}
`

/** A name that is written onto a component would keep it, and all it needs, although nobody imports it. */
function markTreeShakable(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll(' = React$1.forwardRef(', ' = /* @__PURE__ */ React$1.forwardRef(')
}

function listExports(code: string): string[] {
  const [, names] = /export \{([^}]*)\};?\s*$/.exec(code) ?? []
  if (names === undefined) throw new Error('The router exports in another way than it did')
  return names.split(',').map((name) => name.trim())
}
