import type { RenderedMail } from './mail-template.ts'

type MailPart =
  | { text: string }
  /** A side note, in smaller type. */
  | { note: string }
  /** Words of another member. */
  | { quote: string }
  | { code: string }
  | { button: string; path: string }
  /** Choices side by side, the first of which stands out. */
  | { buttons: { label: string; path: string }[] }
  | { link: string; path: string }

interface MailContent {
  subject: string
  /** The preview text that mailboxes show next to the subject. */
  preview: string
  title: string
  /** The name in the greeting, exactly as the member typed it. */
  firstName?: string
  parts: MailPart[]
  /** For mails that the member can do without. */
  unsubscribe?: Unsubscription
}

interface Unsubscription {
  /** Why the member gets this mail. */
  reason: string
  link: string
  /** The page with a button. */
  path: string
  /** The call of mail programs. */
  oneClickPath: string
}

/** Renders a mail as text and as HTML, both from the same parts, so that their content never differs. */
export function renderMail(
  origin: string,
  { subject, preview, title, firstName, parts, unsubscribe }: MailContent,
): RenderedMail {
  const allParts = firstName ? [{ text: `Hi ${collapseWhitespace(firstName)},` }, ...parts] : parts
  const text = [
    title,
    ...allParts.map((part) => renderPartAsText(part, origin)),
    `-- \nDolph, where developers show projects and find each other\n${origin}`,
    ...(unsubscribe
      ? [`${unsubscribe.reason}\n${unsubscribe.link}:\n${origin}${unsubscribe.path}`]
      : []),
  ].join('\n\n')
  const rows = allParts.map((part) => renderPartAsHtml(part, origin)).join('\n')
  const foot = unsubscribe ? renderUnsubscription(unsubscribe, origin) : ''
  return {
    subject,
    text,
    html: renderHtmlDocument({ origin, subject, preview, title, rows, foot }),
    ...(unsubscribe && { unsubscribeUrl: origin + unsubscribe.oneClickPath }),
  }
}

function renderPartAsText(part: MailPart, origin: string): string {
  if ('text' in part) return part.text
  if ('note' in part) return part.note
  if ('quote' in part) return `> ${part.quote}`
  if ('code' in part) return `    ${part.code}`
  if ('buttons' in part)
    return part.buttons.map(({ label, path }) => `${label}:\n${origin}${path}`).join('\n\n')
  const label = 'button' in part ? part.button : part.link
  return `${label}:\n${origin}${part.path}`
}

function renderPartAsHtml(part: MailPart, origin: string): string {
  if ('text' in part) return `<p class="ink" style="${TEXT_STYLE}">${escapeHtml(part.text)}</p>`
  if ('note' in part)
    return `<p class="muted line" style="${NOTE_STYLE}">${escapeHtml(part.note)}</p>`
  if ('quote' in part)
    return `<p class="soft ink" style="${QUOTE_STYLE}">${escapeHtml(part.quote)}</p>`
  if ('code' in part) return renderCodeBox(part.code)
  if ('buttons' in part) return renderButtons(part.buttons, origin)
  const url = escapeHtml(origin + part.path)
  if ('link' in part) {
    return `<p style="${TEXT_STYLE}"><a class="link" href="${url}" style="color:#066771">${escapeHtml(part.link)}</a></p>`
  }
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr>
<td class="fill" bgcolor="#07707b" style="border-radius:8px;background-color:#07707b"><a class="on-fill" href="${url}" style="display:inline-block;padding:13px 24px;font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px">${escapeHtml(part.button)}</a></td>
</tr></table>
<p class="faint" style="margin:0 0 20px;font-size:13px;line-height:20px;color:#5d6a70">Or copy this address into your browser:<br><a class="link" href="${url}" style="color:#066771;word-break:break-all">${url}</a></p>`
}

// Inline blocks, which stand below each other where the window is narrow.
function renderButtons(buttons: { label: string; path: string }[], origin: string): string {
  const links = buttons.map(({ label, path }, index) => {
    const [classes, colors] =
      index === 0
        ? ['fill on-fill', 'background-color:#07707b;border:1px solid #07707b;color:#ffffff']
        : ['line link', 'border:1px solid #dde3e5;color:#066771']
    return `<a class="${classes}" href="${escapeHtml(origin + path)}" style="display:inline-block;margin:0 8px 10px 0;padding:12px 20px;font-size:16px;line-height:22px;font-weight:600;text-decoration:none;border-radius:8px;${colors}">${escapeHtml(label)}</a>`
  })
  return `<p style="margin:0 0 12px">${links.join('')}</p>`
}

// The digits are one text run: a double click selects the whole code, and phones offer to fill it in.
function renderCodeBox(code: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>
<td class="soft ink" align="center" bgcolor="#dff4f5" style="padding:18px 12px;border-radius:8px;background-color:#dff4f5;color:#152128;font-family:${MONO_FONTS};font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px"><span style="padding-left:8px">${escapeHtml(code)}</span></td>
</tr></table>`
}

function renderUnsubscription({ reason, link, path }: Unsubscription, origin: string): string {
  return `<br><br>${escapeHtml(reason)} <a class="link" href="${escapeHtml(origin + path)}" style="color:#066771">${escapeHtml(link)}</a>`
}

interface HtmlDocumentParts {
  origin: string
  subject: string
  preview: string
  title: string
  rows: string
  foot: string
}

// Tables and inline styles, because many mail clients support nothing else; no image, so nothing is fetched.
function renderHtmlDocument({
  origin,
  subject,
  preview,
  title,
  rows,
  foot,
}: HtmlDocumentParts): string {
  const home = escapeHtml(origin)
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${STYLESHEET}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:#f9fbfb;-webkit-text-size-adjust:100%">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${'&#8199;&#847; '.repeat(60)}</div>
<div role="main">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f9fbfb" style="background-color:#f9fbfb"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:568px;font-family:${SANS_FONTS};text-align:left">
<tr><td style="padding:0 4px 16px"><a class="mark" href="${home}" style="font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.5px;color:#07707b;text-decoration:none">Dolph</a></td></tr>
<tr><td class="card line" bgcolor="#ffffff" style="padding:32px 28px 14px;border:1px solid #dde3e5;border-radius:12px;background-color:#ffffff">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700;letter-spacing:-0.4px;color:#152128">${escapeHtml(title)}</h1>
${rows}
</td></tr>
<tr><td class="faint" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:#5d6a70">Dolph, where developers show projects and find each other<br><a class="link" href="${home}" style="color:#066771">${home}</a>${foot}</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`
}

const SANS_FONTS = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO_FONTS = "'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"
const TEXT_STYLE = 'margin:0 0 16px;font-size:16px;line-height:25px;color:#152128'
const QUOTE_STYLE =
  'margin:0 0 20px;padding:14px 16px;border-radius:8px;background-color:#dff4f5;font-size:16px;line-height:25px;color:#152128;overflow-wrap:anywhere;word-break:break-word'
const NOTE_STYLE =
  'margin:4px 0 16px;padding:16px 0 0;border-top:1px solid #dde3e5;font-size:14px;line-height:22px;color:#4d5a61'

const STYLESHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background-color:#0a1115!important}
.card{background-color:#11191e!important}
.line{border-color:#232e33!important}
.ink{color:#ecf1f3!important}
.muted{color:#abb6bb!important}
.faint{color:#929ea3!important}
.link{color:#68d5d7!important}
.mark{color:#5acfd0!important}
.fill{background-color:#5acfd0!important}
.on-fill{color:#001a20!important}
.soft{background-color:#102f34!important}
}
`

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A name or a quote with line breaks could imitate a paragraph of the mail. */
function collapseWhitespace(name: string): string {
  return name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

/** Plain text of one line, at most `max` characters as people count them. */
export function shorten(text: string, max: number): string {
  const characters = [...collapseWhitespace(text)]
  return characters.length <= max
    ? characters.join('')
    : `${characters.slice(0, max - 1).join('')}…`
}

/** The title of a project in a subject or a sentence. */
export function shortenTitle(title: string): string {
  return shorten(title, 80)
}
