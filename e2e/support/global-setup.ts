import { waitForCalm } from '../../lint-rules/checks/wait-for-calm.ts'

/** Runs after the servers have started: a repeat after a stall of the host waits here, so that the next stall does not meet the test. */
export default async function prepareRun(): Promise<void> {
  const samples = process.env['STEAL_SAMPLES']
  if (samples !== undefined) await waitForCalm(samples)
}
