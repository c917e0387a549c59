import { listFailedEvents, retryFailedEvents } from '../../platform/events/failed-events.ts'
import { formatTable, reportNothingToDo, type AdminGroup } from '../admin-command.ts'

export const eventsGroup: AdminGroup = {
  summary: 'events that no subscriber could handle',
  commands: {
    failed: {
      summary: 'Lists the parked events, newest failure first.',
      run: async ({ db }) => {
        const events = await listFailedEvents(db)
        const rows = events.map(({ id, kind, failed_at, error }) => ({
          id,
          kind,
          failed_at,
          error,
        }))
        return { lines: formatTable(rows), data: events, hasFaults: events.length > 0 }
      },
    },
    retry: {
      summary: 'Delivers parked events again: all, those of a kind, or one by its id.',
      args: ['[kind or id]'],
      run: async ({ db }, { args }) => {
        const kindOrId = args['kind or id']
        const events = (await listFailedEvents(db)).filter(
          ({ id, kind }) => kindOrId === undefined || kindOrId === id || kindOrId === kind,
        )
        if (events.length === 0) return reportNothingToDo('There is no such event')
        return {
          description: `deliver ${events.length} parked events again`,
          action: 'operator.events.retry',
          details: { count: events.length, kind: kindOrId ?? 'all' },
          apply: async (tx) => {
            await retryFailedEvents(tx, kindOrId)
          },
        }
      },
    },
  },
}
