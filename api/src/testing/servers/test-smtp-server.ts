import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const WAIT_TIMEOUT_MS = 15_000

interface ReceivedMail extends Email {
  /** The recipients of the SMTP envelope, which may differ from the header. */
  recipients: string[]
  raw: string
}

interface Options {
  port?: number
  /** Runs when a mail has arrived, before its sender gets the confirmation. */
  beforeAccept?: () => Promise<void>
}

export type TestSmtpServer = Awaited<ReturnType<typeof startTestSmtpServer>>

/** A real SMTP server that stores its mails. A mail that was delivered twice under one message id is listed once. */
export async function startTestSmtpServer({ port = 0, beforeAccept }: Options = {}) {
  const byId = new Map<string, ReceivedMail>()
  let deliveries = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Without a short timeout, stopping the server would wait for the idle connections that senders keep open.
    closeTimeout: 100,
    // 550 is the reply of a real server for a mailbox that does not exist.
    onRcptTo({ address }, _session, done) {
      const refused = Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 })
      done(address.startsWith('nobody@') ? refused : undefined)
    },
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then(async (raw) => {
          const mail = await PostalMime.parse(raw)
          const recipients = envelope.rcptTo.map(({ address }) => address)
          deliveries += 1
          byId.set(mail.messageId ?? `none ${deliveries}`, {
            ...mail,
            recipients,
            raw: raw.toString(),
          })
          await beforeAccept?.()
          return done()
        })
        .catch(done)
    },
  })
  // Ignored: some tests kill a sender in the middle of a mail.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo

  const mailsTo = (to: string) =>
    [...byId.values()].filter(({ recipients }) => recipients.includes(to))
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    allMails: () => [...byId.values()],
    /** The number of deliveries, repeated ones included. */
    deliveries: () => deliveries,
    /** Waits until there are `count` mails to an address and returns them, oldest first. */
    async waitForMails(to: string, count = 1): Promise<ReceivedMail[]> {
      const deadline = Date.now() + WAIT_TIMEOUT_MS
      while (mailsTo(to).length < count) {
        if (Date.now() > deadline) {
          throw new Error(`Expected ${count} mails to ${to}, got ${mailsTo(to).length}`)
        }
        await wait(20)
      }
      return mailsTo(to)
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
