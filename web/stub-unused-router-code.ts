import type { Plugin } from 'vite'

/**
 * Stubs parts of React Router that every page would download and none uses: its instrumentation and its framework
 * mode, which includes the prefetching of links. `app/prefetch-on-intent.ts` prefetches ours.
 */
export function stubUnusedRouterCode(): Plugin {
  return {
    name: 'dolph:stub-unused-router-code',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: {
        id: /react-router\/dist\/production\/lib\/(router\/instrumentation|dom\/ssr\/components|dom\/lib)\.js$/,
      },
      handler(code, id) {
        if (id.endsWith('lib.js')) return markTreeShakable(code)
        const stub = id.endsWith('components.js') ? FRAMEWORK_STUB : ''
        const noops = listExports(code)
          .filter((name) => !stub.includes(` ${name} `))
          .map((name) => `export const ${name} = () => undefined`)
        return [stub, ...noops].join('\n')
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

/** Removes side effects: assigning a `displayName` would keep a component in the bundle although nothing imports it. */
function markTreeShakable(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll(' = React$1.forwardRef(', ' = /* @__PURE__ */ React$1.forwardRef(')
}

function listExports(code: string): string[] {
  const [, names] = /export \{([^}]*)\};?\s*$/.exec(code) ?? []
  if (names === undefined)
    throw new Error(
      'React Router has changed the form of its exports: update stub-unused-router-code.ts',
    )
  return names.split(',').map((name) => name.trim())
}
