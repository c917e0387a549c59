import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

/** Folders with files of a test, which run after the product's own migrations. */
export async function createMigrationFolders() {
  const migrations = await mkdtemp(join(tmpdir(), 'dolph-migrations-'))
  const source = await mkdtemp(join(tmpdir(), 'dolph-functions-'))
  const functions = join(source, 'platform/db/sql')
  await mkdir(functions, { recursive: true })
  await mkdir(join(migrations, 'after'))
  const names: string[] = []
  return {
    names,
    options: {
      migrationsFolder: pathToFileURL(`${migrations}/`),
      functionsSource: pathToFileURL(`${source}/`),
    },
    async addMigration(text: string, name = `29990101T000${names.length}-test.sql`) {
      names.push(name)
      await writeFile(join(migrations, name), text)
      return name
    },
    addAfterMigration: (text: string, name = '29990101T0000-test.sql') =>
      writeFile(join(migrations, 'after', name), text),
    removeMigration: (name: string) => rm(join(migrations, name)),
    setFunction: (name: string, text: string) => writeFile(join(functions, `${name}.sql`), text),
    async [Symbol.asyncDispose]() {
      await Promise.all([migrations, source].map((folder) => rm(folder, { recursive: true })))
    },
  }
}

export async function connectToDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}
