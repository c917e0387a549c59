/** Of the members whom a text names, the first ones are mentioned. */
export const MENTIONS_MAX = 5
/** Names beyond these are not looked up. */
const CANDIDATES_MAX = 20

const LETTER = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}`

/**
 * `@userName` as a word of its own: not the middle of an email address, of a URL or of a package name, not `@@name` and not
 * `\@name`. Languages without spaces may write it in the middle of a sentence.
 */
const MENTION = new RegExp(
  String.raw`(?<![${LETTER}\p{N}_@/\\+-])@([A-Za-z0-9_-]{3,30})(?![${LETTER}\p{N}_@/-]|\.[${LETTER}\p{N}])`,
  'gu',
)

/** The usernames that a text in Markdown names outside code, in lower case, each once, in the order of the text. */
export function findMentionedNames(markdown: string): string[] {
  if (!markdown.includes('@')) return []
  const names = new Set<string>()
  for (const [, name = ''] of removeCode(markdown).matchAll(MENTION)) {
    names.add(name.toLowerCase())
    if (names.size === CANDIDATES_MAX) break
  }
  return [...names]
}

/** Cuts plain text at its mentions: parts with a `name` are `@name`, the others are the text between them. */
export function splitAtMentions(text: string): { text: string; name?: string }[] {
  const parts: { text: string; name?: string }[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], name: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Leaves out fenced and indented blocks and code in a line. In doubt a text counts as code: that notifies nobody by mistake. */
function removeCode(markdown: string): string {
  const lines: string[] = []
  let fence: string | null = null
  let isAfterGap = true
  for (const line of markdown.split('\n')) {
    const mark: string | undefined = /^[\s>*+\-\d.)]*?(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      const rest = line.replace(/^[\s>]*/, '').trimEnd()
      const isEnd = rest.length >= fence.length && rest === fence[0]?.repeat(rest.length)
      if (isEnd) fence = null
    } else if (mark !== undefined) {
      fence = mark
    } else if (line.trim() === '') {
      lines.push('')
    } else if (!(isAfterGap && /^(?: {4}| {0,3}\t)/.test(line))) {
      lines.push(line)
      isAfterGap = false
      continue
    }
    isAfterGap = true
  }
  return lines
    .join('\n')
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replaceAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, ' '))
    .join('\n\n')
}
