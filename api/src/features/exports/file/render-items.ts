import { EXPORTED, type ExportKind } from '@dolph/contract/exports/exported-data'
import { escapeHtml } from '../../../platform/http/web-app/page-head.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/

/** The rows of a kind as HTML. Messages stand under a heading for each conversation. */
export async function* renderItems(
  kind: ExportKind,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  let heading: string | undefined
  for await (const item of items) {
    const next = getHeading(kind, item)
    if (next !== undefined && next !== heading) yield `<h2>${escapeHtml(next)}</h2>\n`
    heading = next
    yield `<article>\n${renderItem(kind, item)}</article>\n`
  }
}

function getHeading(kind: ExportKind, item: unknown): string | undefined {
  if (kind === 'messages') return describeName(EXPORTED.messages.parse(item).peer)
  return kind === 'roomMessages' ? EXPORTED.roomMessages.parse(item).room : undefined
}

function renderItem(kind: ExportKind, item: unknown): string {
  if (kind === 'messages') {
    const message = EXPORTED.messages.parse(item)
    return renderMessage(message, message.isMine ? 'You' : describeName(message.peer))
  }
  if (kind === 'roomMessages') {
    const message = EXPORTED.roomMessages.parse(item)
    return renderMessage(message, message.isMine ? 'You' : describeName(message.sender))
  }
  return renderFields(item)
}

export function describeName(userName: string | null): string {
  return userName === null ? 'Deleted User' : `@${userName}`
}

function renderMessage(
  { createdAt, content, line }: { createdAt: string; content: string; line?: string | undefined },
  sender: string,
): string {
  const text = line === undefined ? content : line.replaceAll('-', ' ')
  return `<dl><dt>${escapeHtml(sender)}<br>${formatTime(createdAt)}</dt><dd>${escapeHtml(text)}</dd></dl>\n`
}

/** Every field with its name. Ids are left out: they are in the data. */
export function renderFields(item: unknown): string {
  const fields = Object.entries(item ?? {}).filter(
    ([name, value]) => name !== '_id' && value !== null && value !== '',
  )
  return `<dl>\n${fields
    .map(
      ([name, value]) =>
        `<dt>${escapeHtml(toWords(name))}</dt><dd>${renderValue(name, value)}</dd>`,
    )
    .join('\n')}\n</dl>\n`
}

function renderValue(name: string, value: unknown): string {
  if (name === 'file' && typeof value === 'string')
    return `<img src="../${escapeHtml(value)}" alt="" loading="lazy">`
  return escapeHtml(describeValue(value))
}

function describeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return TIME.test(value) ? formatTime(value) : value
  if (Array.isArray(value)) return value.map(describeValue).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) =>
      name === 'userName' ? `@${part}` : `${toWords(name)}: ${describeValue(part)}`,
    )
    .join('; ')
}

/** `createdAt` as 'Created at'. */
function toWords(name: string): string {
  const words = name
    .replace('_', '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function formatTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}
