import type { SourcePerson, SourcePost } from './content-files.ts'
import { bulletList, paragraphs, sentences } from './markdown.ts'

type PersonLayout = (source: SourcePost, person: SourcePerson) => string

interface Parts {
  closing: (source: SourcePost) => string
  introduction: PersonLayout
  aside: (source: SourcePost) => string
  sometimes: (sentence: string) => string
}

/** The layouts of a sample member's post about themself. */
export function createPersonLayouts({
  closing,
  introduction,
  aside,
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
      paragraphs(sentences(source.text, person.about, person.skill), sometimes(aside(source))),
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
