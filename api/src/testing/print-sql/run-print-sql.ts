import { findExportingFiles, importExport } from './find-query.ts'
import { formatStatement } from './format-statement.ts'
import { recordStatements } from './record-statements.ts'

const USAGE = `pnpm sql <name> [<argument as JSON>...]

Prints the SQL of a query function, a prepared statement or a fragment, as PostgreSQL gets it. <name> is what a file of api/src
exports, such as selectFeed, with a folder before it if several do: safety/readRelation. Nothing is sent to a database.
`

const [query, ...args] = process.argv.slice(2)
if (query === undefined || query.startsWith('-')) process.stdout.write(USAGE)
else process.exitCode = await printSql(query, args.map(parseArgument))

async function printSql(path: string, values: unknown[]): Promise<number> {
  const files = await findExportingFiles(path)
  const [file] = files
  if (file === undefined || files.length > 1) {
    process.stderr.write(file === undefined ? `No file exports ${path}\n` : `${path} is in\n`)
    for (const each of files) process.stderr.write(`  ${each}\n`)
    return 1
  }
  const exported = await importExport(file, path.slice(path.lastIndexOf('/') + 1))
  const { statements, error } = await recordStatements(exported, values)
  process.stdout.write(`-- api/src/${file}\n`)
  for (const statement of statements) process.stdout.write(`\n${formatStatement(statement)}`)
  if (error === undefined) return 0
  process.stderr.write(`\n${path} went no further with samples: ${error}\n`)
  return 1
}

function parseArgument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
