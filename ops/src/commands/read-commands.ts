import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'

/** A simple command of a document: its program and its arguments, without quotes. */
export interface DocumentedCommand {
  file: string
  line: number
  words: string[]
}

/** What a person pastes into a shell: commands joined by pipes, or a loop. */
export interface DocumentedLine {
  file: string
  line: number
  text: string
  commands: DocumentedCommand[]
}

const FOLDER = 'docs/operations'
const BLOCK_PATTERN = /^(?<indent> *)```sh\n(?<body>[\s\S]*?)^ *```$/gm
/** A command between backticks in a sentence. */
const INLINE_PATTERN =
  /`(?<command>(?:dolph|pnpm|docker|kubectl|systemctl|pgbackrest|patronictl|certbot|rclone|curl|\.\/\w+) [^`\n]+)`/g
/** Operators, the rest of a line after `#`, and words, which may have quoted parts. */
const TOKEN_PATTERN =
  /\|\||&&|[|;&\n]|\\\n|#[^\n]*|(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'|;&#\\]|\\[^\n]|(?<=\S)#)+/g
const OPERATORS = new Set(['|', '||', '&&', ';', '&', '\n'])
const KEYWORDS = new Set(['while', 'do', 'done', 'if', 'then', 'fi', 'else', 'read', '!'])

/** Every command of the guides and runbooks for operators. */
export function readCommands(): DocumentedCommand[] {
  return readLines().flatMap(({ commands }) => commands)
}

export function readLines(): DocumentedLine[] {
  const files = globSync(`${FOLDER}/**/*.md`, { cwd: REPOSITORY }).toSorted()
  return files.flatMap((file) => findLines(file, readFileSync(join(REPOSITORY, file), 'utf8')))
}

export function findCommands(file: string, text: string): DocumentedCommand[] {
  return findLines(file, text).flatMap(({ commands }) => commands)
}

export function findLines(file: string, text: string): DocumentedLine[] {
  const lineOf = (index: number) => text.slice(0, index).split('\n').length
  const toLine = (part: string, startsAt: number): DocumentedLine => ({
    file,
    line: startsAt,
    text: part,
    commands: splitCommands(part).map(({ words, line }) => ({
      file,
      line: startsAt + line,
      words,
    })),
  })
  const blocks = [...text.matchAll(BLOCK_PATTERN)].flatMap(({ index, groups }) =>
    splitLines(groups?.['body'] ?? '').map((part) =>
      toLine(part.text, lineOf(index) + 1 + part.line),
    ),
  )
  const sentences = text.replaceAll(BLOCK_PATTERN, (block) => block.replaceAll(/[^\n]/g, ' '))
  const inline = [...sentences.matchAll(INLINE_PATTERN)].flatMap(({ index, groups }) =>
    splitLines(groups?.['command'] ?? '').map((part) => toLine(part.text, lineOf(index))),
  )
  return [...blocks, ...inline].filter(({ commands }) => commands.length > 0)
}

/** Splits a block where a shell would have run what stands before. A loop stays whole. */
function splitLines(text: string): { text: string; line: number }[] {
  const parts: { text: string; line: number }[] = []
  let start = 0
  let depth = 0
  const end = (at: number) => {
    const part = text.slice(start, at)
    const indent = /^\s*/.exec(part)?.[0] ?? ''
    const line = text.slice(0, start + indent.length).split('\n').length - 1
    if (part.trim() !== '') parts.push({ text: part.trim(), line })
  }
  for (const match of text.matchAll(TOKEN_PATTERN)) {
    const [token] = match
    if (token === 'while') depth += 1
    if (token === 'done') depth -= 1
    if (depth > 0 || !['\n', ';', '&&'].includes(token)) continue
    end(match.index)
    start = match.index + token.length
  }
  end(text.length)
  return parts
}

function splitCommands(text: string): { words: string[]; line: number }[] {
  const commands: { words: string[]; line: number }[] = []
  let words: string[] = []
  let line = 0
  let startedAt = 0
  const end = () => {
    const command = dropAssignments(words)
    if (command.length > 0) commands.push({ words: command, line: startedAt })
    words = []
  }
  for (const [token] of text.matchAll(TOKEN_PATTERN)) {
    if (OPERATORS.has(token)) end()
    else if (!token.startsWith('#') && token !== '\\\n') {
      if (words.length === 0) startedAt = line
      words.push(token.replaceAll(/^["']|["']$/g, ''))
    }
    line += token.split('\n').length - 1
  }
  end()
  return commands
}

/** `NAME=value command` is the command. A line of a settings file is none. */
function dropAssignments(words: string[]): string[] {
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word) && !KEYWORDS.has(word))
  if (first === -1) return []
  // A settings file has values with spaces, such as a name and an address.
  return first > 0 && !/^[a-z.]/.test(words[first] ?? '') ? [] : words.slice(first)
}
