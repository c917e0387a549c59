import { fold } from '@dolph/contract/fold'
import { lowestIdAt, timeOf } from '../post-ids.ts'
import { runsOf, seamOf, wordsOf } from './runs.ts'

/** About fifty days. A search asks for the newest posts of a word without its older ones. */
const ERA_MS = 2 ** 32

const WORD_SEED = 0x811c9dc5
const SEAM_SEED = 0x2f0b4c47

/** Between title and body, where no search can match across. */
const PARTS_APART = '\u0001'

export interface Searchable {
  id: string
  title: string
  body: string
  username: string
}

/** What is kept of a post for searching it, and the words that make it. */
export interface SearchEntry {
  author: string
  folded: string
  terms: number[]
  words: string[]
}

export function searchEntry({ id, title, body, username }: Searchable): SearchEntry {
  const author = fold(username)
  const parts = [fold(title), fold(body)]
  const words = new Set([nameWord(author)])
  const terms = new Set<number>()
  for (const part of parts) {
    let left = ''
    for (const { text, gap } of runsOf(part)) {
      for (const word of wordsOf(text)) words.add(word)
      if (gap !== null) terms.add(seamTerm(seamOf(left, gap, text)))
      left = text
    }
  }
  const era = eraOf(id)
  for (const word of words) terms.add(eraTerm(wordTerm(word), era))
  return { author, folded: parts.join(PARTS_APART), terms: [...terms], words: [...words] }
}

/** A member's name among the words: no word of a text has a space in it. */
export function nameWord(foldedName: string): string {
  return ` ${foldedName}`
}

export function wordTerm(word: string): number {
  return hash(word, WORD_SEED)
}

export function seamTerm(seam: string): number {
  return hash(seam, SEAM_SEED)
}

/** The term of the posts that have this word and were made in that era. */
export function eraTerm(term: number, era: number): number {
  return settle(term ^ Math.imul(era + 1, 0x9e3779b1))
}

/** In which era a post was made. */
export function eraOf(postId: string): number {
  return Math.floor(timeOf(postId) / ERA_MS)
}

/** The lowest id that a post of that era can have. */
export function firstIdOf(era: number): string {
  return lowestIdAt(Math.max(0, era * ERA_MS))
}

// FNV-1a. Two words that share a hash cost a second look at a post, never a wrong result.
function hash(text: string, seed: number): number {
  let state = seed
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return settle(state)
}

/** Spreads a small difference over all 32 bits. */
function settle(state: number): number {
  const half = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return (whole ^ (whole >>> 16)) | 0
}
