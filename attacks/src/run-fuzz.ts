import { defineCommand, runCommandLine, type Command } from './command.ts'

/** One line per command: `http: defineCommand({ summary, options, load })`. */
const commands: Record<string, Command> = {
  http: defineCommand({
    summary: 'Sends requests made from the contract and mutated; --only repeats one of a seed.',
    options: { requests: 70_000, seed: 0, only: 0 },
    load: async () => (await import('./http-fuzz/fuzz-http.ts')).fuzzHttp,
  }),
  socket: defineCommand({
    summary:
      'Sends frames made from the contract and mutated; --only repeats one socket of a seed.',
    options: { frames: 200_000, seed: 0, only: 0 },
    load: async () => (await import('./socket-fuzz/fuzz-socket.ts')).fuzzSocket,
  }),
  texts: defineCommand({
    summary: 'Measures the functions that read text from people with texts built to be slow.',
    options: { every: 7, mixed: 500, seed: 0 },
    load: async () => (await import('./text-fuzz/fuzz-texts.ts')).fuzzTexts,
  }),
  timing: defineCommand({
    summary:
      'Measures whether the duration of a reply tells if an email has an account or a sign-up.',
    options: { pairs: 300 },
    load: async () => (await import('./timing/fuzz-timing.ts')).fuzzTiming,
  }),
}

await runCommandLine('fuzz', commands)
