import { join } from 'node:path'
import { findMigrationFaults } from './find-migration-faults.ts'

const faults = await findMigrationFaults(
  join(import.meta.dirname, '../../api/src/platform/db/migrations'),
)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
else process.stdout.write('the migrations are safe while the previous release serves\n')
