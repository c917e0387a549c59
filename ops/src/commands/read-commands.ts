import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'

/** A simple command of a document: its program and its arguments, without quotes. */
export interface DocumentedCommand {
  file: string
  line: number
  words: string[]
}

const FOLDER = 'docs/operations'
const BLOCK_PATTERN = /^(?<indent> *)```sh\n(?<body>[\s\S]*?)^ *```$/gm
/** A command between backticks in a sentence. */
const INLINE_PATTERN =
  /`(?<command>(?:dolph|pnpm|docker compose|systemctl|pgbackrest|\.\/\w+) [^`\n]+)`/g
/** Operators, the rest of a line after `#`, and words, which may have quoted parts. */
const TOKEN_PATTERN =
  /\|\||&&|[|;&\n]|\\\n|#[^\n]*|(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'|;&#\\]|\\[^\n]|(?<=\S)#)+/g
const OPERATORS = new Set(['|', '||', '&&', ';', '&', '\n'])
const KEYWORDS = new Set(['while', 'do', 'done', 'if', 'then', 'fi', 'else', 'read', '!'])

/** Every command of the guides and runbooks for operators. */
export function readCommands(): DocumentedCommand[] {
  const files = globSync(`${FOLDER}/**/*.md`, { cwd: REPOSITORY }).toSorted()
  return files.flatMap((file) => findCommands(file, readFileSync(join(REPOSITORY, file), 'utf8')))
}

export function findCommands(file: string, text: string): DocumentedCommand[] {
  const lineOf = (index: number) => text.slice(0, index).split('\n').length
  const blocks = [...text.matchAll(BLOCK_PATTERN)].flatMap(({ index, groups }) =>
    splitCommands(groups?.['body'] ?? '').map(({ words, line }) => ({
      file,
      line: lineOf(index) + 1 + line,
      words,
    })),
  )
  const sentences = text.replaceAll(BLOCK_PATTERN, (block) => block.replaceAll(/[^\n]/g, ' '))
  const inline = [...sentences.matchAll(INLINE_PATTERN)].flatMap(({ index, groups }) =>
    splitCommands(groups?.['command'] ?? '').map(({ words }) => ({
      file,
      line: lineOf(index),
      words,
    })),
  )
  return [...blocks, ...inline]
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
