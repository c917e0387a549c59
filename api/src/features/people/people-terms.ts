import { foldCase } from '@dolph/contract/fold-case'
import { skillKey } from '@dolph/contract/skills/skills'

/** Longer words are compared by their first characters. */
const WORD_LENGTH_MAX = 20
/** A name is found by its start from this length on. */
const NAME_START_MIN = 2
/** The number of different words of a text that are found. */
const TEXT_WORDS_MAX = 100

// In scripts without spaces every character is a word.
const STANDALONE_CHARACTER =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}]'
const WORD_PATTERN = new RegExp(
  `${STANDALONE_CHARACTER}|[[\\p{L}\\p{N}\\p{M}]--${STANDALONE_CHARACTER}]+`,
  'gv',
)

export interface SearchableMember {
  username: string
  firstName: string
  lastName: string
  bio: string
  skills: readonly string[]
}

/** The terms by which a member is found: each is one range of an index, in the order of the list of people. */
export function buildPeopleTerms(member: SearchableMember): string[] {
  const { username, firstName, lastName, bio, skills } = member
  const words = new Set<string>()
  for (const name of splitIntoWords(`${username} ${firstName} ${lastName}`)) {
    words.add(name)
    const characters = [...name]
    for (let length = NAME_START_MIN; length < characters.length; length += 1) {
      words.add(characters.slice(0, length).join(''))
    }
  }
  for (const word of [...new Set(splitIntoWords(bio))].slice(0, TEXT_WORDS_MAX)) words.add(word)
  return [...[...words].map((word) => `word:${word}`), ...buildSkillTerms(skills)]
}

/** The terms that all members have who are found by a text. */
export function buildWordTerms(text: string): string[] {
  return [...new Set(splitIntoWords(text))].map((word) => `word:${word}`)
}

export function buildSkillTerms(skills: readonly string[]): string[] {
  return [...new Set(skills.map(skillKey))].map((key) => `skill:${key}`)
}

function splitIntoWords(text: string): string[] {
  const words = foldCase(text).match(WORD_PATTERN) ?? []
  return words.map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(''))
}
