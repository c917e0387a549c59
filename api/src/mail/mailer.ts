import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { deriveKey } from '../secrets.ts'
import type { RenderedMail } from './mail-template.ts'

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 20_000
const CONNECTIONS_MAX = 4

const SmtpFailure = z
  .object({ code: z.string().optional(), responseCode: z.number().optional() })
  .catch({})

/** The way to the mail server. It is opened by the first mail, so a process that only posts never connects. */
export interface Mailer {
  /** Encrypts what a mail says while it waits in the database. */
  encryptionKey: Buffer
  /** Resolves when the mail server has taken the mail over; what went wrong otherwise is a `MailDeliveryError`. */
  send: (mail: RenderedMail & { id: string; to: string }) => Promise<void>
  close: () => void
}

/** Why a mail server did not take a mail, without its own words: those quote the address. */
export class MailDeliveryError extends Error {
  override name = 'MailDeliveryError'
  /** Asking again will not help: the server knows no such mailbox, or never takes such a mail. */
  readonly isPermanent: boolean

  constructor(reason: string, isFinal = false) {
    super(reason)
    this.isPermanent = isFinal
  }
}

export function openMailer({ NODE_ENV, SMTP_URL, MAIL_FROM, APP_ORIGIN, SECRET }: Config): Mailer {
  const sealKey = deriveKey(SECRET, 'mails')
  if (SMTP_URL === undefined) {
    const send = () => Promise.reject(new MailDeliveryError('SMTP_URL is not set'))
    return { encryptionKey: sealKey, send, close: () => {} }
  }
  const { hostname } = new URL(APP_ORIGIN)
  const transport = createTransport({
    url: SMTP_URL,
    // A server that cannot encrypt is refused, unless the address says `?requireTLS=false`.
    requireTLS: NODE_ENV === 'production',
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    encryptionKey: sealKey,
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          // The same at every attempt: a mailbox that gets a mail twice can tell, and shows it once.
          messageId: `<${id}@${hostname}>`,
          // Objects, never text: nothing in them can become a second address.
          from: MAIL_FROM,
          to: { name: '', address: to },
          envelope: { from: MAIL_FROM.address, to: [to] },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw toMailDeliveryError(error)
      }
    },
    close: () => transport.close(),
  }
}

function toMailDeliveryError(error: unknown): MailDeliveryError {
  const { code = 'unknown', responseCode } = SmtpFailure.parse(error)
  const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutTheMail && responseCode !== undefined && responseCode >= 500
  return new MailDeliveryError(responseCode ? `${code} ${responseCode}` : code, isFinal)
}
