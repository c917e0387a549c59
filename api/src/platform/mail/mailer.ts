import type { KeyObject } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { deriveKey, listSecrets } from '../crypto/secrets.ts'
import type { RenderedMail } from './mail-template.ts'

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 20_000
const CONNECTIONS_MAX = 4

const SmtpFailure = z
  .object({ code: z.string().optional(), responseCode: z.number().optional() })
  .catch({})

/** The SMTP client. It connects for the first mail, so a process that only enqueues mails never connects. */
export interface Mailer {
  /** Encrypts the data of mails that wait in the database. */
  encryptionKey: KeyObject
  /** That of the other secret, while the secret is being changed: mails that were encrypted with it wait too. */
  otherKeys: readonly KeyObject[]
  /** Resolves when the mail server has accepted the mail; rejects with a `MailDeliveryError` otherwise. */
  send: (mail: RenderedMail & { id: string; to: string }) => Promise<void>
  /** Connects and signs in without sending anything; rejects with a `MailDeliveryError`. */
  verify: () => Promise<void>
  close: () => void
}

/** Why the mail server did not accept a mail. Its own message is left out, as it quotes the address. */
export class MailDeliveryError extends Error {
  override name = 'MailDeliveryError'
  /** A retry is useless: the mailbox does not exist, or the server rejects the mail for good. */
  readonly isPermanent: boolean

  constructor(reason: string, isPermanent = false) {
    super(reason)
    this.isPermanent = isPermanent
  }
}

export function openMailer(config: Config): Mailer {
  const { NODE_ENV, SMTP_URL, MAIL_FROM, APP_ORIGIN, SECRET } = config
  const encryptionKey = deriveKey(SECRET, 'mails')
  const otherKeys = listSecrets(config)
    .slice(1)
    .map((secret) => deriveKey(secret, 'mails'))
  if (SMTP_URL === undefined) {
    const send = () => Promise.reject(new MailDeliveryError('SMTP_URL is not set'))
    return { encryptionKey, otherKeys, send, verify: send, close: () => {} }
  }
  const { hostname } = new URL(APP_ORIGIN)
  const transport = createTransport({
    url: SMTP_URL,
    // A server without TLS is refused, unless the URL contains `?requireTLS=false`.
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
    encryptionKey,
    otherKeys,
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          // The same at every attempt: a mailbox recognises a repeated mail and shows it once.
          messageId: `<${id}@${hostname}>`,
          // Objects instead of strings: their content cannot be parsed as a second address.
          from: MAIL_FROM,
          to: { name: '', address: to },
          envelope: { from: MAIL_FROM.address, to: [to] },
          subject,
          text,
          html,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && buildUnsubscribeHeaders(unsubscribeUrl)),
          },
        })
      } catch (error) {
        throw toMailDeliveryError(error)
      }
    },
    async verify() {
      try {
        await transport.verify()
      } catch (error) {
        throw toMailDeliveryError(error)
      }
    },
    close: () => transport.close(),
  }
}

/** One-click unsubscription by the mail program, RFC 8058. */
function buildUnsubscribeHeaders(url: string) {
  return {
    // Prepared, because a header that is folded within the URL is not understood by every mail program.
    'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function toMailDeliveryError(error: unknown): MailDeliveryError {
  const { code = 'unknown', responseCode } = SmtpFailure.parse(error)
  const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isPermanent = isAboutTheMail && responseCode !== undefined && responseCode >= 500
  return new MailDeliveryError(responseCode ? `${code} ${responseCode}` : code, isPermanent)
}
