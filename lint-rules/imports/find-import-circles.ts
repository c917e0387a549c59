import { listImports } from './find-import-violations.ts'
import type { SourceFiles } from './module-rules.ts'

/** Circles of imports, one sentence each. Those of types alone count, and those over a module that is loaded on demand. */
export function findImportCircles(files: SourceFiles): string[] {
  const circles: string[] = []
  const visited = new Set<string>()
  const visit = (path: string, importers: readonly string[]) => {
    const start = importers.indexOf(path)
    if (start !== -1)
      circles.push(`${[...importers.slice(start), path].join(' imports ')}: a circle`)
    if (visited.has(path)) return
    visited.add(path)
    for (const target of listImports(path, files.get(path) ?? '')) {
      if (files.has(target)) visit(target, [...importers, path])
    }
  }
  for (const path of files.keys()) visit(path, [])
  return circles
}
