import { defineCount, defineHistogram } from '../telemetry/process-metrics.ts'

/** The bucket of 60 seconds is the promise: see `arriving` and `mail` in deploy/watch/rules/slos.yml. */
export const mailDelaySeconds = defineHistogram({
  name: 'mail_delay_seconds',
  help: 'Time from the commit that enqueued a mail until the mail server accepted it',
  buckets: [1, 5, 15, 60, 300, 3_600],
})

export const mailsGivenUp = defineCount({
  name: 'mails_given_up_total',
  help: 'Mails that will not be sent: the mail server refused them for good, or all attempts failed',
})

export const mailFailures = defineCount({
  name: 'mail_failures_total',
  help: 'Attempts to send a mail that failed and are repeated',
})
