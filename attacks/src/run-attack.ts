import { defineCommand, runCommandLine, type Command } from './command.ts'

/** One line per command: `'slow-clients': defineCommand({ summary, options, load })`. */
const commands: Record<string, Command> = {
  'slow-clients': defineCommand({
    summary:
      'Opens connections that send a byte every five seconds: half headers, bodies, upgrades.',
    options: { headers: 2_000, bodies: 500, upgrades: 500 },
    load: async () => (await import('./slow-clients/attack-slow-clients.ts')).attackSlowClients,
  }),
  races: defineCommand({
    summary: 'Sends calls that exclude each other at the same moment, and checks what they leave.',
    options: { rounds: 1_000 },
    load: async () => (await import('./races/run-races.ts')).attackWithRaces,
  }),
  'frozen-database': defineCommand({
    summary: 'Freezes a PostgreSQL server under load and lets it go on.',
    options: { seconds: 15 },
    load: async () =>
      (await import('./database-outage/frozen-database.ts')).attackWithFrozenDatabase,
  }),
  'full-disk': defineCommand({
    summary:
      'Fills the disk of a PostgreSQL server, on a tmpfs of its own, and frees it; needs root.',
    options: { megabytes: 48, writes: 100 },
    load: async () => (await import('./database-outage/full-disk.ts')).attackWithFullDisk,
  }),
  'ping-flood': defineCommand({
    summary: 'Sockets that send pings and read nothing',
    options: { seconds: 60, sockets: 10 },
    load: async () => (await import('./floods/ping-flood.ts')).runPingFlood,
  }),
  'frame-bombs': defineCommand({
    summary: 'Sockets that send endless fragments, too large and invalid frames',
    options: { seconds: 60, sockets: 50 },
    load: async () => (await import('./floods/frame-bombs.ts')).runFrameBombs,
  }),
}

await runCommandLine('attack', commands)
