import { foldCase } from '@dolph/contract/fold-case'
import type { Question, Topic } from './questions.ts'

interface QuestionFilter {
  /** The typed search text. */
  q: string
  topic?: Topic | undefined
}

/** Questions that contain every search word; those with all words in the question itself come first. */
export function findQuestions(
  questions: readonly Question[],
  { q, topic }: QuestionFilter,
): Question[] {
  const candidates = questions.filter((question) => topic === undefined || question.topic === topic)
  if (q.trim() === '') return candidates
  const words = extractSearchWords(q)
  if (words.length === 0) return []
  const matches = candidates.filter((question) =>
    includesAllWords(getSearchableText(question), words),
  )
  const isInQuestion = ({ question }: Question) => includesAllWords(question, words)
  return [...matches.filter(isInQuestion), ...matches.filter((match) => !isInQuestion(match))]
}

/** True if the question itself lacks a search word, so that the match is in the answer or the keywords. */
export function isFoundOnlyInAnswer({ question }: Question, q: string): boolean {
  const words = extractSearchWords(q)
  return words.length > 0 && !includesAllWords(question, words)
}

/** Drops punctuation and stop words, so that a whole question can be typed. */
function extractSearchWords(q: string): string[] {
  const words: string[] = foldCase(q).match(/[\p{L}\p{N}]+/gu) ?? []
  const significantWords = words.filter((word) => !STOP_WORDS.has(word))
  return significantWords.length > 0 ? significantWords : words
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are can could do does how i in is it my of on or the to what when where who why'.split(
    ' ',
  ),
)

function getSearchableText({ question, answer, keywords }: Question): string {
  const pieces = answer.flat().map((piece) => (typeof piece === 'string' ? piece : piece.text))
  return [question, ...pieces, keywords].join(' ')
}

function includesAllWords(text: string, words: readonly string[]): boolean {
  const folded = foldCase(text)
  return words.every((word) => folded.includes(word))
}
