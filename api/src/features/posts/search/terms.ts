import { foldSearchText } from '@dolph/contract/fold-search-text'
import { removePictureUrls } from '@dolph/contract/posts/post-pictures'
import { getLowestPostIdAt, getPostTime } from '../post-ids.ts'
import { tokenizeText, buildBoundaryKey, splitIntoWords } from './tokenizer.ts'

/** About fifty days. Time buckets let a search look up the newest posts of a word without its older ones. */
const TIME_BUCKET_MS = 2 ** 32

const WORD_SEED = 0x811c9dc5
const BOUNDARY_SEED = 0x2f0b4c47

/** Separates title and body, so that no search matches across them. */
const PART_SEPARATOR = '\u0001'

export interface SearchablePost {
  id: string
  title: string
  body: string
  username: string
}

/** The search index entry of a post, and the words in it. */
export interface SearchEntry {
  author: string
  folded: string
  terms: number[]
  words: string[]
}

export function buildSearchEntry({ id, title, body, username }: SearchablePost): SearchEntry {
  const author = foldSearchText(username)
  const parts = [foldSearchText(title), foldSearchText(removePictureUrls(body))]
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
  const timeBucket = getTimeBucket(id)
  for (const word of words) terms.add(scopeTermToTimeBucket(hashWord(word), timeBucket))
  return { author, folded: parts.join(PART_SEPARATOR), terms: [...terms], words: [...words] }
}

/** A member's name as a word of the index; the leading space distinguishes it from words of a text. */
export function buildNameWord(foldedName: string): string {
  return ` ${foldedName}`
}

export function hashWord(word: string): number {
  return hashText(word, WORD_SEED)
}

export function hashBoundaryKey(boundaryKey: string): number {
  return hashText(boundaryKey, BOUNDARY_SEED)
}

/** The term of the posts that have this word and were created in that time bucket. */
export function scopeTermToTimeBucket(term: number, timeBucket: number): number {
  return mixBits(term ^ Math.imul(timeBucket + 1, 0x9e3779b1))
}

/** The time bucket in which a post was created. */
export function getTimeBucket(postId: string): number {
  return Math.floor(getPostTime(postId) / TIME_BUCKET_MS)
}

/** The lowest id that a post of that time bucket can have. */
export function getLowestPostIdOfTimeBucket(timeBucket: number): string {
  return getLowestPostIdAt(Math.max(0, timeBucket * TIME_BUCKET_MS))
}

// FNV-1a. A hash collision of two words costs an extra comparison, never a wrong result.
function hashText(text: string, seed: number): number {
  let state = seed
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return mixBits(state)
}

/** Spreads a small difference over all 32 bits (the MurmurHash3 finalizer). */
function mixBits(state: number): number {
  const half = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return (whole ^ (whole >>> 16)) | 0
}
