import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const WAIT_TIMEOUT_MS = 15_000

interface ReceivedMail extends Email {
  /** To whom it was delivered, whatever its header says. */
  recipients: string[]
  raw: string
}

interface Options {
  port?: number
  /** Runs when a mail is there and its sender does not know yet. */
  beforeAccept?: () => Promise<void>
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** A real mail server that keeps what it gets. Like mailboxes do, it shows a mail that was delivered twice once. */
export async function startMailbox({ port = 0, beforeAccept }: Options = {}) {
  const byId = new Map<string, ReceivedMail>()
  let deliveries = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Senders keep their connections open for the next mail.
    closeTimeout: 100,
    // Such as a real one gives for a mailbox that does not exist.
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
  // A sender that is killed in the middle of a mail is what some tests are about.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo

  const mailsTo = (to: string) =>
    [...byId.values()].filter(({ recipients }) => recipients.includes(to))
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    allMails: () => [...byId.values()],
    /** How often a mail was handed over, repeats included. */
    deliveries: () => deliveries,
    /** The mails to an address, oldest first, once there are `count` of them. */
    async waitForMails(to: string, count = 1): Promise<ReceivedMail[]> {
      const deadline = Date.now() + WAIT_TIMEOUT_MS
      while (mailsTo(to).length < count) {
        if (Date.now() > deadline) throw new Error(`${mailsTo(to).length} mails to ${to}`)
        await wait(20)
      }
      return mailsTo(to)
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
