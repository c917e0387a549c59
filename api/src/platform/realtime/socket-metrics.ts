import { defineCount, defineCounts } from '../telemetry/process-metrics.ts'

/** The codes that browsers, we and ws close with; `1006` is a connection that was lost. */
const CLOSE_CODES = [
  '1000',
  '1001',
  '1005',
  '1006',
  '1008',
  '1009',
  '1012',
  '1013',
  'other',
] as const

const closes = defineCounts({
  name: 'socket_closes_total',
  help: 'Sockets that were closed, by close code',
  label: 'code',
  values: CLOSE_CODES,
})

export const upgrades = defineCounts({
  name: 'socket_upgrades_total',
  help: 'Requests to open a socket',
  label: 'outcome',
  values: ['accepted', 'refused'],
})

export const socketEvents = defineCounts({
  name: 'socket_events_total',
  help: 'Events of sockets: received from browsers, pushed to them, or dropped because a browser reads too slowly',
  label: 'direction',
  values: ['received', 'pushed', 'dropped'],
})

export const busDropped = defineCount({
  name: 'bus_dropped_total',
  help: 'Events that were not published to other processes because Redis was unavailable or slow',
})

export function countClose(code: number): void {
  closes[CLOSE_CODES.find((each) => each === String(code)) ?? 'other'] += 1
}
