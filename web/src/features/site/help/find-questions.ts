import { foldCase } from '@dolph/contract/fold-case'
import type { Question, Topic } from './questions.ts'

interface QuestionFilter {
  /** What was typed. */
  q: string
  topic?: Topic | undefined
}

/** Which questions have every word of a search, those that have them in the question itself first. */
export function findQuestions(
  questions: readonly Question[],
  { q, topic }: QuestionFilter,
): Question[] {
  const ofTopic = questions.filter((question) => topic === undefined || question.topic === topic)
  if (q.trim() === '') return ofTopic
  const words = extractSearchWords(q)
  if (words.length === 0) return []
  const found = ofTopic.filter((question) => includesAllWords(getSearchableText(question), words))
  const isInQuestion = ({ question }: Question) => includesAllWords(question, words)
  return [...found.filter(isInQuestion), ...found.filter((each) => !isInQuestion(each))]
}

/** Whether a search found words that only stand in the answer. */
export function isFoundOnlyInAnswer({ question }: Question, q: string): boolean {
  const words = extractSearchWords(q)
  return words.length > 0 && !includesAllWords(question, words)
}

/** A question mark and the small words of a whole question say nothing about what is looked for. */
function extractSearchWords(q: string): string[] {
  const words: string[] = foldCase(q).match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return telling.length > 0 ? telling : words
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
