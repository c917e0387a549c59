import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/database.ts'
import { runStaffCommand } from './staff-command.ts'

await using db = openDatabase(readConfig(process.env).DATABASE_DIRECT_URL, { poolSize: 1 })
try {
  process.stdout.write(`${await runStaffCommand(db, process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
