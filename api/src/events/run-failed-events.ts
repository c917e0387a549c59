import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { listFailedEvents, retryFailedEvents } from './failed-events.ts'

// Lists the parked events: `run-failed-events.ts`. Replays them: `run-failed-events.ts retry [kind or id]`.
const [command, kindOrId] = process.argv.slice(2)
await using db = openDatabase(readConfig(process.env).DATABASE_DIRECT_URL, { poolSize: 1 })
if (command === 'retry') {
  const count = await retryFailedEvents(db, kindOrId)
  process.stdout.write(`${count} events are delivered again\n`)
} else {
  for (const event of await listFailedEvents(db)) process.stdout.write(`${JSON.stringify(event)}\n`)
}
