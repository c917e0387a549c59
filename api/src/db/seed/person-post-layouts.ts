import type { SourcePerson, SourcePost } from './content-files.ts'
import { bulletList, paragraphs, sentences } from './markdown.ts'

/** How many posts of a person mention their background. */
const BACKGROUND_USES = 3

type PersonLayout = (source: SourcePost, person: SourcePerson) => string

interface Parts {
  closing: (source: SourcePost) => string
  introduction: PersonLayout
  fillerParagraph: (source: SourcePost) => string
  sometimes: (sentence: string) => string
}

/** The layouts of a sample member's post about themself. */
export function createPersonLayouts({
  closing,
  introduction,
  fillerParagraph,
  sometimes,
}: Parts): PersonLayout[] {
  return [
    (source, person) =>
      paragraphs(
        source.text,
        sentences(person.about, person.skill),
        introduction(source, person),
        sentences(person.availability, closing(source)),
      ),
    (source, person) =>
      paragraphs(
        sentences(source.text, person.about, person.skill),
        sometimes(fillerParagraph(source)),
      ),
    (source, person) =>
      paragraphs(
        source.text,
        sentences(person.about, introduction(source, person)),
        sentences(person.availability, closing(source)),
      ),
    (source, person) =>
      paragraphs(
        source.text,
        bulletList([person.about, person.skill, person.availability]),
        introduction(source, person),
      ),
    (source, person) =>
      paragraphs(sentences(source.text, person.availability), introduction(source, person)),
    (source) => sentences(source.text, closing(source)),
    (source, person) =>
      paragraphs(
        source.text,
        `**Who:** ${person.about}`,
        `**What I bring:** ${person.skill}`,
        `**When:** ${person.availability}`,
        sometimes(introduction(source, person)),
      ),
    (source, person) =>
      paragraphs(
        source.text,
        introduction(source, person),
        sentences(person.skill, closing(source)),
      ),
  ]
}

/** Picks a person's background for the first few of their posts, and an empty text for the others. */
export function createBackgroundPicker(people: readonly SourcePerson[]) {
  const backgrounds = new Map(people.map((person) => [person.username, person.background]))
  const usesByUsername = new Map<string, number>()
  return (username: string): string => {
    const uses = usesByUsername.get(username) ?? 0
    if (uses >= BACKGROUND_USES) return ''
    usesByUsername.set(username, uses + 1)
    return backgrounds.get(username) ?? ''
  }
}
