import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailbox } from './mailbox.ts'
import type { Mail } from './mailbox-pages.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>

beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, webPort: 0 })
})
afterAll(() => mailbox.close())
beforeEach(() => fetch(`${mailbox.url}/api/mails`, { method: 'DELETE' }))

test('a mail appears in the list, on its own page and as JSON', async () => {
  await sendMail('Ada@example.com', [
    'From: Dolph <hello@dolph.example>',
    'To: ada@example.com',
    'Subject: =?utf-8?Q?Your_code_=F0=9F=90=AC?=',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your code is 123456. Or open https://dolph.example/verify-email/abc?x=1',
  ])

  const [mail] = await fetchMailsTo('ada@example.com')
  expect(mail).toMatchObject({
    from: 'Dolph <hello@dolph.example>',
    to: ['ada@example.com'],
    subject: 'Your code 🐬',
    text: expect.stringContaining('123456'),
  })
  expect(await fetchPage('/')).toContain('Your code 🐬')
  const page = await fetchPage(`/mails/${mail?.id}`)
  expect(page).toContain('123456')
  expect(page).toContain('href="https://dolph.example/verify-email/abc?x=1"')
  expect(await fetchPage(`/mails/${mail?.id}/raw`)).toContain('Subject: =?utf-8?Q?')
})

test('mails are listed newest first, and only those to the requested address', async () => {
  await sendMail('ada@example.com', ['Subject: one', '', '1'])
  await sendMail('bob@example.com', ['Subject: two', '', '2'])
  await sendMail('ada@example.com', ['Subject: three', '', '3'])

  expect((await fetchMailsTo('ADA@example.com')).map(({ subject }) => subject)).toEqual([
    'three',
    'one',
  ])
  await fetch(`${mailbox.url}/api/mails`, { method: 'DELETE' })
  expect(await fetchMailsTo('ada@example.com')).toEqual([])
})

test('a hostile mail is shown and never runs', async () => {
  const attack = '<script>alert(1)</script><img src=x onerror="alert(2)">'
  await sendMail('ada@example.com', [
    'From: "<b>bold</b>" <evil@example.com>',
    `Subject: ${attack}`,
    'Content-Type: multipart/alternative; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    `${attack} https://example.com/"onmouseover="alert(3)`,
    '--part',
    'Content-Type: text/html',
    '',
    `<p>Hello</p>${attack}`,
    '--part--',
  ])

  const [mail] = await fetchMailsTo('ada@example.com')
  expect(mail?.subject).toBe(attack)
  for (const path of ['/', `/mails/${mail?.id}`]) {
    const page = await fetchPage(path)
    expect(page).toContain('&#60;script&#62;alert(1)')
    expect(page).not.toMatch(/<script|<img|<b>|"onmouseover/)
  }

  const frame = await fetch(`${mailbox.url}/mails/${mail?.id}/html`)
  const policy = frame.headers.get('content-security-policy')
  expect(policy).toMatch(/^sandbox /)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('allow-scripts')
})

test('an unknown mail is not found', async () => {
  expect((await fetch(`${mailbox.url}/mails/999`)).status).toBe(404)
})

async function fetchPage(path: string): Promise<string> {
  const reply = await fetch(mailbox.url + path)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  return reply.text()
}

async function fetchMailsTo(address: string): Promise<Mail[]> {
  const reply = await fetch(`${mailbox.url}/api/mails?to=${encodeURIComponent(address)}`)
  return (await reply.json()) as Mail[]
}

/** Delivers a mail over SMTP. */
async function sendMail(to: string, lines: string[]): Promise<void> {
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const socket = createConnection(Number(port), hostname)
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]()

  async function expectReply(code: string): Promise<void> {
    for (;;) {
      const { value, done } = await replies.next()
      if (done) throw new Error(`The SMTP server closed the connection before reply ${code}`)
      if (!value.startsWith(code)) throw new Error(value)
      if (value.charAt(3) === ' ') return
    }
  }

  await expectReply('220')
  const conversation = [
    ['EHLO tests.example', '250'],
    ['MAIL FROM:<hello@dolph.example>', '250'],
    [`RCPT TO:<${to}>`, '250'],
    ['DATA', '354'],
    [[...lines, '.'].join('\r\n'), '250'],
    ['QUIT', '221'],
  ] as const
  for (const [line, code] of conversation) {
    socket.write(`${line}\r\n`)
    await expectReply(code)
  }
  socket.end()
}
