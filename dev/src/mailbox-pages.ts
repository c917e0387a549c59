import { html, type Html } from './html.ts'
import { renderPage } from './page.ts'

const REFRESH_SECONDS = 3

export interface Mail {
  id: number
  receivedAt: string
  from: string
  /** The recipients of the SMTP envelope, not of the header. */
  to: string[]
  subject: string
  text: string
  html: string
  raw: string
}

export function renderMailList(mails: readonly Mail[]): string {
  const rows = mails.map(
    (mail) =>
      html`<li>
        <a class="row" href="/mails/${mail.id}">
          <strong>${formatSubject(mail)}</strong>
          <span class="quiet">to ${mail.to.join(', ')}</span>
          <time class="quiet" datetime="${mail.receivedAt}"
            >${formatReceivedAt(mail.receivedAt)}</time
          >
        </a>
      </li>`,
  )
  const list =
    rows.length > 0
      ? html`<ul class="list">
          ${rows}
        </ul>`
      : html`<p class="card">No mail yet. It shows up here as soon as the product sends one.</p>`
  return renderPage({
    title: `Mailbox (${mails.length})`,
    refreshSeconds: REFRESH_SECONDS,
    content: html`<main>
      <h1>Mailbox</h1>
      <p class="quiet">Everything the product sends on this machine. Nothing leaves it.</p>
      ${list}
    </main>`,
  })
}

export function renderMail(mail: Mail): string {
  const asHtml = mail.html
    ? html`<h2>HTML</h2>
        <iframe
          title="The HTML of this mail"
          src="/mails/${mail.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>`
    : html``
  const asText = mail.text
    ? html`<h2>Text</h2>
        <div class="card"><pre>${linkifyText(mail.text.trimEnd())}</pre></div>`
    : html``
  return renderPage({
    title: formatSubject(mail),
    content: html`<nav><a href="/">All mails</a></nav>
      <main>
        <h1>${formatSubject(mail)}</h1>
        <dl>
          <dt>From</dt>
          <dd>${mail.from}</dd>
          <dt>To</dt>
          <dd>${mail.to.join(', ')}</dd>
          <dt>Received</dt>
          <dd><time datetime="${mail.receivedAt}">${formatReceivedAt(mail.receivedAt)}</time></dd>
        </dl>
        ${asText} ${asHtml}
        <p><a href="/mails/${mail.id}/raw">Raw message</a></p>
      </main>`,
  })
}

function formatSubject({ subject }: Mail): string {
  return subject === '' ? '(no subject)' : subject
}

function formatReceivedAt(iso: string): string {
  return new Date(iso).toLocaleString('en-GB')
}

function linkifyText(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? html`<a href="${piece}" target="_blank" rel="noreferrer">${piece}</a>`
        : html`${piece}`,
    )
}
