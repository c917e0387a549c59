import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { renderMail, renderMailList, type Mail } from './mailbox-pages.ts'
import { PAGE_HEADERS } from './page.ts'

const LOOPBACK = '127.0.0.1'
const MAILS_MAX = 500
const MAIL_BYTES_MAX = 10 * 1024 * 1024

interface Ports {
  /** 0 means any free port. */
  smtpPort: number
  webPort: number
}

/** Accepts every mail, forwards none, and shows them on a web page; for development and tests only. */
export async function startMailbox({ smtpPort, webPort }: Ports) {
  let mails: Mail[] = []
  let receivedCount = 0

  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => parseMail(raw, session))
        .then((mail) => {
          receivedCount += 1
          mails = [{ id: receivedCount, ...mail }, ...mails].slice(0, MAILS_MAX)
          return done()
        })
        .catch(done)
    },
  })
  // A client that disconnects in the middle of a mail must not crash this process.
  smtp.on('error', () => {})

  const web = Fastify()
  const findMail = (id: string) => mails.find((mail) => mail.id === Number(id))

  web.get('/', (_request, reply) => reply.headers(PAGE_HEADERS).send(renderMailList(mails)))

  web.get<{ Params: { id: string } }>('/mails/:id', (request, reply) => {
    const mail = findMail(request.params.id)
    return mail ? reply.headers(PAGE_HEADERS).send(renderMail(mail)) : reply.callNotFound()
  })

  web.get<{ Params: { id: string } }>('/mails/:id/html', (request, reply) => {
    const mail = findMail(request.params.id)
    if (!mail) return reply.callNotFound()
    // The sandbox is also a header, so that it applies when the URL is opened outside the frame.
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
      "style-src 'unsafe-inline'; img-src data:"
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': policy })
      .send(`<base target="_blank">${mail.html}`)
  })

  web.get<{ Params: { id: string } }>('/mails/:id/raw', (request, reply) => {
    const mail = findMail(request.params.id)
    if (!mail) return reply.callNotFound()
    return reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' })
      .send(mail.raw)
  })

  web.get<{ Querystring: { to?: string } }>('/api/mails', (request) => {
    const to = request.query.to?.toLowerCase()
    return to === undefined ? mails : mails.filter((mail) => mail.to.includes(to))
  })

  web.delete('/api/mails', (_request, reply) => {
    mails = []
    return reply.code(204).send()
  })

  await new Promise<void>((resolve, reject) => {
    smtp.once('error', reject)
    smtp.listen(smtpPort, LOOPBACK, () => resolve())
  })
  const url = await web.listen({ host: LOOPBACK, port: webPort })

  return {
    url,
    smtpUrl: `smtp://${LOOPBACK}:${getListeningPort(smtp.server.address())}`,
    async close(): Promise<void> {
      await Promise.all([web.close(), new Promise<void>((resolve) => smtp.close(resolve))])
    },
  }
}

async function parseMail(raw: Buffer, { envelope }: SMTPServerSession): Promise<Omit<Mail, 'id'>> {
  const parsed = await PostalMime.parse(raw)
  return {
    receivedAt: new Date().toISOString(),
    from: parsed.from
      ? formatAddress(parsed.from)
      : envelope.mailFrom
        ? envelope.mailFrom.address
        : '',
    to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    raw: raw.toString('utf8'),
  }
}

function formatAddress({ name, address }: Address): string {
  if (!address) return name
  return name ? `${name} <${address}>` : address
}

function getListeningPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('The SMTP server is not listening on a port')
  return address.port
}
