import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { vi } from 'vitest'

/** Runs the inline script of a document. The returned function removes its listeners, which would take the input of later tests. */
export function runPreHydration(): () => void {
  const file = join(import.meta.dirname, '../boot/pre-hydration.ts')
  const listeners = [window, document].map((target) => ({
    target,
    add: vi.spyOn(target, 'addEventListener'),
  }))
  runInThisContext(stripTypeScriptTypes(readFileSync(file, 'utf8')))
  const added = listeners.flatMap(({ target, add }) =>
    add.mock.calls.map(([type, listener, options]) => ({ target, type, listener, options })),
  )
  for (const { add } of listeners) add.mockRestore()
  return () => {
    for (const { target, type, listener, options } of added)
      target.removeEventListener(type, listener, options)
    for (const name of ['earlyReplies', 'earlyPresses', 'earlyKeys', 'askToReload'] as const)
      delete window[name]
    document.getElementById('start-notice')?.remove()
  }
}
