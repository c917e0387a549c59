import { foldCase } from '@dolph/contract/fold-case'
import { getLowestPostIdAt, getPostTime } from '../post-ids.ts'
import { tokenizeText, buildBoundaryKey, splitIntoWords } from './tokenizer.ts'

/** About fifty days. A search asks for the newest posts of a word without its older ones. */
const TIME_BUCKET_MS = 2 ** 32

const WORD_SEED = 0x811c9dc5
const BOUNDARY_SEED = 0x2f0b4c47

/** Between title and body, where no search can match across. */
const PART_SEPARATOR = '\u0001'

export interface SearchablePost {
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

export function buildSearchEntry({ id, title, body, username }: SearchablePost): SearchEntry {
  const author = foldCase(username)
  const parts = [foldCase(title), foldCase(body)]
  const words = new Set([buildNameWord(author)])
  const terms = new Set<number>()
  for (const part of parts) {
    let left = ''
    for (const { text, gap } of tokenizeText(part)) {
      for (const word of splitIntoWords(text)) words.add(word)
      if (gap !== null) terms.add(hashBoundaryKey(buildBoundaryKey(left, gap, text)))
      left = text
    }
  }
  const era = getTimeBucket(id)
  for (const word of words) terms.add(scopeTermToTimeBucket(hashWord(word), era))
  return { author, folded: parts.join(PART_SEPARATOR), terms: [...terms], words: [...words] }
}

/** A member's name among the words: no word of a text has a space in it. */
export function buildNameWord(foldedName: string): string {
  return ` ${foldedName}`
}

export function hashWord(word: string): number {
  return hashText(word, WORD_SEED)
}

export function hashBoundaryKey(seam: string): number {
  return hashText(seam, BOUNDARY_SEED)
}

/** The term of the posts that have this word and were made in that era. */
export function scopeTermToTimeBucket(term: number, era: number): number {
  return mixBits(term ^ Math.imul(era + 1, 0x9e3779b1))
}

/** In which era a post was made. */
export function getTimeBucket(postId: string): number {
  return Math.floor(getPostTime(postId) / TIME_BUCKET_MS)
}

/** The lowest id that a post of that era can have. */
export function getLowestPostIdOfTimeBucket(era: number): string {
  return getLowestPostIdAt(Math.max(0, era * TIME_BUCKET_MS))
}

// FNV-1a. Two words that share a hash cost a second look at a post, never a wrong result.
function hashText(text: string, seed: number): number {
  let state = seed
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return mixBits(state)
}

/** Spreads a small difference over all 32 bits. */
function mixBits(state: number): number {
  const half = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return (whole ^ (whole >>> 16)) | 0
}
