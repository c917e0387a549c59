import type { SourceFiles } from './module-rules.ts'

const TABLES_PATH = /^api\/src\/(?:features\/([\w-]+)|platform\/db)\/tables\.ts$/
const FUNCTION_PATH = /^api\/src\/(?:features\/([\w-]+)|platform\/db)\/sql\/(\w+)\.sql$/
const MIGRATION_PATH = /\/migrations\/(?:after\/)?\w+-([\w-]+)\.sql$/
const TABLES_INTERFACE = /interface Tables \{\n([^}]*)\}/
const TABLE_LIST =
  /\b(?:from|join|using|references|table|lock|into|update|on)\s+((?:only\s+)?\w+(?:\s+as\s+\w+)?(?:\s*,\s*\w+(?:\s+as\s+\w+)?)*)/gi
const KYSELY_TABLE =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|from|\w*Join(?:Lateral)?)\(\s*\[?\s*['`](\w+)/g
const CALL = /\b([a-z]\w*)\(/g
const PLATFORM = 'platform'
const ALLOWED = new Set([
  // The baseline creates the table with that of the members, who have a picture.
  'platform pictures',
  // A refused call says until when and why: access is decided before any feature's route.
  'platform cases',
])

/** What a part of the API names in its SQL. */
interface Owners {
  tables: ReadonlyMap<string, string>
  functions: ReadonlyMap<string, string>
}

/** A table or SQL function that a file of one part of the API names and another part owns; the name of a function ends in `()`. */
export interface ForeignTable {
  path: string
  name: string
  part: string
  owner: string
}

/** What migrations, SQL functions and modules name of other features. The platform's tables and functions are open to all. */
export function listForeignTables(files: SourceFiles): ForeignTable[] {
  return listTablesOfOthers(files).filter(
    ({ part, name, owner }) => owner !== PLATFORM && !ALLOWED.has(`${part} ${name}`),
  )
}

/** What they name of other parts, the platform included. */
export function listTablesOfOthers(files: SourceFiles): ForeignTable[] {
  const owners = readOwners(files)
  const found: ForeignTable[] = []
  for (const [path, source] of files) {
    const part = findPart(path)
    if (part === undefined) continue
    for (const [name, owner] of listNamed(path, source, owners)) {
      if (owner !== part) found.push({ path, name, part, owner })
    }
  }
  return found
}

/** The part of the API that a file belongs to; commands of operators and sample data may name every table. */
function findPart(path: string): string | undefined {
  const migration = MIGRATION_PATH.exec(path)?.[1]
  if (migration !== undefined) return migration
  const [, feature, folder] = /^api\/src\/(?:features\/([\w-]+)|(\w+))\//.exec(path) ?? []
  if (feature !== undefined) return feature
  return folder === PLATFORM || folder === 'privacy' ? folder : undefined
}

function readOwners(files: SourceFiles): Owners {
  const tables = new Map<string, string>()
  const functions = new Map<string, string>()
  for (const [path, source] of files) {
    const ofTables = TABLES_PATH.exec(path)
    const keys = ofTables && (TABLES_INTERFACE.exec(source)?.[1] ?? '').matchAll(/^\s+(\w+):/gm)
    for (const [, table = ''] of keys ?? []) tables.set(table, ofTables?.[1] ?? PLATFORM)
    const ofFunction = FUNCTION_PATH.exec(path)
    if (ofFunction) functions.set(ofFunction[2] ?? '', ofFunction[1] ?? PLATFORM)
  }
  return { tables, functions }
}

/** The tables and functions that SQL in this file names, with their owners. */
function listNamed(path: string, source: string, owners: Owners): Map<string, string> {
  const text = path.endsWith('.sql')
    ? source.replaceAll(/--.*$/gm, '')
    : source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const named = new Map<string, string>()
  const add = (name: string, owner: string | undefined) => owner && named.set(name, owner)
  for (const [, list = ''] of text.matchAll(TABLE_LIST)) {
    for (const each of list.split(',')) {
      const [table = ''] = each
        .trim()
        .replace(/^only\s+/i, '')
        .split(/\s/)
      add(table, owners.tables.get(table))
    }
  }
  for (const [, table = ''] of text.matchAll(KYSELY_TABLE)) add(table, owners.tables.get(table))
  for (const [, name = ''] of text.matchAll(CALL)) add(`${name}()`, owners.functions.get(name))
  return named
}
