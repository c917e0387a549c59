import { BODY_MAX, TITLE_MAX } from '../posts/posts.ts'
import { countCharacters } from '../primitives.ts'
import { cleanReadmeBlock, hasPictures, removeHtmlComments } from './readme-markup.ts'
import { stripMarkdown } from '../strip-markdown.ts'
import { truncateText } from '../truncate-text.ts'
import { isHttpUrl } from '../urls.ts'

/** How much of a README is read: a post shows at most 5,000 characters of it, without badges and HTML. */
export const README_READ_MAX = 30_000
/** More than a post shows, also without the title. */
const CLEANED_MAX = 2 * BODY_MAX
const READ_ON = 'Read on in the README'
export const PICTURES_LEFT_OUT = 'Pictures were left out. You can add yours to the description.'

/** What a README says about a project. Texts are empty where it says nothing. */
export interface Readme {
  title: string
  body: string
  github: string
  demo: string
  /** What was left out, in a sentence each. */
  problems: string[]
}

/**
 * The beginning of a README as a post: the title from the first heading, the text up to a paragraph below the limit of posts.
 * Pictures and badges go: their place is another host. `repository` is its address on GitHub, if known, to which relative links lead.
 */
export function readReadme(text: string, repository = ''): Readme {
  const source = removeHtmlComments(removeFrontMatter(normalize(text)))
  const blocks = cleanBlocks(splitBlocks(source), repository)
  const title = takeTitle(blocks)
  return {
    title,
    body: joinBlocks(blocks, repository),
    github: repository || findRepository(source),
    demo: findDemo(source),
    problems: hasPictures(source) ? [PICTURES_LEFT_OUT] : [],
  }
}

/** The first blocks that say something, more than a post shows: cleaning all of a long README would take a tenth of a second. */
function cleanBlocks(blocks: readonly string[], repository: string): string[] {
  const cleaned: string[] = []
  let length = 0
  for (const block of blocks) {
    const clean = isFence(block) ? block : cleanReadmeBlock(block, repository)
    if (clean.trim() === '') continue
    cleaned.push(clean)
    length += clean.length + 2
    if (length > CLEANED_MAX) break
  }
  return cleaned
}

function normalize(text: string): string {
  return text
    .slice(0, README_READ_MAX)
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .normalize('NFC')
}

function removeFrontMatter(text: string): string {
  if (!text.startsWith('---\n')) return text
  const end = text.indexOf('\n---\n', 3)
  return end === -1 ? text : text.slice(end + 5)
}

/** Paragraphs, lists and fenced code: what must not be cut inside. */
function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence = ''
  const flush = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') {
      flush()
      fence = mark
      lines.push(line)
    } else if (fence !== '') {
      lines.push(line)
      if (mark.startsWith(fence) && line.trim() === mark) {
        fence = ''
        flush()
      }
    } else if (line.trim() === '') flush()
    else lines.push(line)
  }
  // A fence that the end of the read part cuts off is closed.
  if (fence !== '') lines.push(fence)
  flush()
  return blocks
}

function isFence(block: string): boolean {
  return /^ {0,3}(?:`{3}|~{3})/.test(block)
}

/** The text of the first heading, which is removed from the blocks. */
function takeTitle(blocks: string[]): string {
  for (const [index, block] of blocks.entries()) {
    if (isFence(block)) continue
    const [first = '', second = '', ...rest] = block.split('\n')
    const heading = /^ {0,3}#{1,6}[ \t]+(\S.{0,300})$/.exec(first)?.[1]
    const isSetext = /^ {0,3}(?:={2,}|-{2,})[ \t]*$/.test(second)
    if (heading === undefined && !isSetext) continue
    const left = (isSetext ? rest : [second, ...rest]).join('\n').trim()
    blocks.splice(index, 1, ...(left === '' ? [] : [left]))
    return toTitle(heading?.replace(/[ \t]#+[ \t]*$/, '') ?? first.trim())
  }
  return ''
}

/** A text as the title of a post: without marks and shortcodes of emoji, and not too long. */
export function toTitle(text: string): string {
  const plain = stripMarkdown(text.slice(0, 500).replaceAll(/:[a-z][\w+-]{1,30}:/g, '')).trim()
  return countCharacters(plain) <= TITLE_MAX ? plain : truncateText(plain, TITLE_MAX - 1)
}

/** As many whole blocks as fit into a post. */
function joinBlocks(blocks: readonly string[], repository: string): string {
  const whole = blocks.join('\n\n').trim()
  if (countCharacters(whole) <= BODY_MAX) return whole

  const ending = repository === '' ? '' : `\n\n[${READ_ON}](${repository}#readme)`
  const room = BODY_MAX - ending.length - 1
  const kept: string[] = []
  let length = 0
  for (const block of blocks) {
    length += countCharacters(block) + 2
    if (length > room) break
    kept.push(block)
  }
  // A heading has nothing below it any more.
  while (/^ {0,3}#{1,6}[ \t]/.test(kept.at(-1) ?? '')) kept.pop()
  const [first = ''] = blocks
  const body = kept.length > 0 ? kept.join('\n\n') : truncateText(first, room)
  return body.trim() + ending
}

const REPOSITORY_LINK = /(git clone )?https:\/\/github\.com\/([\w.-]{1,100})\/([\w.-]{1,100})/g

/** The repository that is cloned, or the one that the README links most. */
function findRepository(source: string): string {
  const counts = new Map<string, number>()
  for (const [, clone, owner = '', name = ''] of source.matchAll(REPOSITORY_LINK)) {
    if (owner === 'user-attachments' || owner === 'sponsors') continue
    const address = `https://github.com/${owner}/${name.replace(/\.git$|(?<!\.)\.+$/, '')}`
    counts.set(address, (counts.get(address) ?? 0) + (clone === undefined ? 1 : 1_000))
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? ''
}

const DEMO_LINK = /\[([^[\]\n]{1,80})\]\((https?:\/\/[^()\s]{1,500})\)/g

function findDemo(source: string): string {
  for (const [, text = '', url = ''] of source.matchAll(DEMO_LINK)) {
    if (/\b(?:demo|try it|playground|live)\b/i.test(text) && isHttpUrl(url)) return url
  }
  return ''
}
