import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const CLIENT_FOLDER = join(import.meta.dirname, '../../web/dist/client')

/** The first script and the stylesheet that the document of member pages names. */
export async function readShellFiles(): Promise<{ entry: string; stylesheet: string }> {
  const html = await readFile(join(CLIENT_FOLDER, 'shell.html'), 'utf8')
  const [entry, stylesheet] = [/\/assets\/[\w.-]+\.js/, /\/assets\/[\w.-]+\.css/].map(
    (pattern) => pattern.exec(html)?.[0],
  )
  if (!entry || !stylesheet) throw new Error('shell.html names no script or no stylesheet')
  return { entry, stylesheet }
}

/** The path of the script that matches: the names of scripts are hashes. */
export async function findScript(pattern: RegExp): Promise<string> {
  const folder = join(CLIENT_FOLDER, 'assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  for (const name of names)
    if (pattern.test(await readFile(join(folder, name), 'utf8'))) return `/assets/${name}`
  throw new Error(`No script matches ${pattern}`)
}

/** The path of the script that exports this name. */
export function findScriptOf(exportName: string): Promise<string> {
  return findScript(new RegExp(`export ?\\{[^}]*\\b${exportName}\\b`))
}
