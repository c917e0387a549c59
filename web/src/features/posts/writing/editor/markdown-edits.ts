import type { Selection, TextEdit } from './text-edit.ts'

/** What a button of the toolbar does to the selected text. */
export const MARKDOWN_EDITS = {
  bold: (selection: Selection) => toggleMarks(selection, '**', 'bold text'),
  italic: (selection: Selection) => toggleMarks(selection, '_', 'italic text'),
  heading: (selection: Selection) => togglePrefix(selection, '## '),
  list: (selection: Selection) => togglePrefix(selection, '- '),
  quote: (selection: Selection) => togglePrefix(selection, '> '),
  code: toggleCode,
  link: insertLink,
}

/** Puts marks around the selection, or removes them where they are already. */
function toggleMarks({ text, start, end }: Selection, mark: string, sample: string): TextEdit {
  const size = mark.length
  const selected = text.slice(start, end)
  const isMarkedAround =
    text.slice(start - size, start) === mark && text.slice(end, end + size) === mark
  if (isMarkedAround) {
    const [from, to] = [start - size, end + size]
    return { from, to, insert: selected, select: [0, selected.length] }
  }
  const isMarkedInside =
    selected.length > 2 * size && selected.startsWith(mark) && selected.endsWith(mark)
  if (isMarkedInside) {
    const insert = selected.slice(size, -size)
    return { from: start, to: end, insert, select: [0, insert.length] }
  }
  const content = selected || sample
  return {
    from: start,
    to: end,
    insert: mark + content + mark,
    select: [size, size + content.length],
  }
}

/** Begins every selected line with the prefix, or removes it if all have it. */
function togglePrefix({ text, start, end }: Selection, prefix: string): TextEdit {
  const from = text.slice(0, start).lastIndexOf('\n') + 1
  const next = text.indexOf('\n', Math.max(from, end - (end > start ? 1 : 0)))
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isPrefixed = lines.every((line) => line.startsWith(prefix))
  const insert = lines
    .map((line) => (isPrefixed ? line.slice(prefix.length) : prefix + line))
    .join('\n')
  const isOneLine = lines.length === 1
  return { from, to, insert, select: [isOneLine ? insert.length : 0, insert.length] }
}

function toggleCode(selection: Selection): TextEdit {
  const { text, start, end } = selection
  const selected = text.slice(start, end)
  if (!selected.includes('\n')) return toggleMarks(selection, '`', 'code')
  const before = start > 0 && text[start - 1] !== '\n' ? '\n' : ''
  const after = end < text.length && text[end] !== '\n' ? '\n' : ''
  const opening = `${before}\`\`\`\n`
  const insert = `${opening}${selected.replace(/\n$/, '')}\n\`\`\`${after}`
  // The cursor is where the language is named.
  return { from: start, to: end, insert, select: [opening.length - 1, opening.length - 1] }
}

const URL_PATTERN = /^(?:https?:\/\/|mailto:)\S+$/i
const URL_SAMPLE = 'https://'

/** A selected URL gets a text, a selected text gets a URL. */
function insertLink({ text, start, end }: Selection): TextEdit {
  const selected = text.slice(start, end)
  const isUrl = URL_PATTERN.test(selected)
  const words = isUrl || selected === '' ? 'link text' : selected
  const url = isUrl ? selected : URL_SAMPLE
  const insert = `[${words}](${url})`
  const urlStart = words.length + 3
  return {
    from: start,
    to: end,
    insert,
    select: isUrl || selected === '' ? [1, 1 + words.length] : [urlStart, urlStart + url.length],
  }
}
