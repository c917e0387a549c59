import { once } from 'node:events'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '../../../platform/config/config.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createEventMetrics } from '../../../platform/events/event-metrics.ts'
import { startEventRelay } from '../../../platform/events/event-relay.ts'
import { notificationSubscribers } from '../subscribers.ts'

// A relay in a process of its own, to be killed: it writes the notifications of its first batch, says how many, and stops there.
const config = readConfig(process.env)
const db = openDatabase(config.DATABASE_URL)
startEventRelay({
  deps: { config, db } as Deps,
  subscribers: [
    {
      'comment.created': async (tx, events, deps) => {
        await notificationSubscribers['comment.created']?.(tx, events, deps)
        process.send?.(events.length)
        await once(process, 'message')
      },
    },
  ],
  metrics: createEventMetrics(new Registry()),
  log: pino({ level: 'silent' }),
})
