import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The inline scripts of the built web app as sources of a content security policy. All its documents are made from one template,
 * so one of them tells. None without a build.
 */
export async function readInlineScriptHashes(folder: string): Promise<string[]> {
  const file = join(folder, 'client/shell.html')
  if (!existsSync(file)) return []
  const html = await readFile(file, 'utf8')
  // Elements with attributes are data, or are loaded from a file.
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64')
    return `'sha256-${hash}'`
  })
}
