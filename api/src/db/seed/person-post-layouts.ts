import type { SourcePerson, SourcePost } from './content-files.ts'
import { bulletList, paragraphs, sentences } from './markdown.ts'

type PersonLayout = (note: SourcePost, person: SourcePerson) => string

interface Parts {
  closing: (note: SourcePost) => string
  introduction: PersonLayout
  aside: (note: SourcePost) => string
  sometimes: (sentence: string) => string
}

/** The ways in which a sample member's own post can be put together. */
export function createPersonLayouts({
  closing,
  introduction,
  aside,
  sometimes,
}: Parts): PersonLayout[] {
  return [
    (note, person) =>
      paragraphs(
        note.text,
        sentences(person.about, person.skill),
        introduction(note, person),
        sentences(person.availability, closing(note)),
      ),
    (note, person) =>
      paragraphs(sentences(note.text, person.about, person.skill), sometimes(aside(note))),
    (note, person) =>
      paragraphs(
        note.text,
        sentences(person.about, introduction(note, person)),
        sentences(person.availability, closing(note)),
      ),
    (note, person) =>
      paragraphs(
        note.text,
        bulletList([person.about, person.skill, person.availability]),
        introduction(note, person),
      ),
    (note, person) =>
      paragraphs(sentences(note.text, person.availability), introduction(note, person)),
    (note) => sentences(note.text, closing(note)),
    (note, person) =>
      paragraphs(
        note.text,
        `**Who:** ${person.about}`,
        `**What I bring:** ${person.skill}`,
        `**When:** ${person.availability}`,
        sometimes(introduction(note, person)),
      ),
    (note, person) =>
      paragraphs(note.text, introduction(note, person), sentences(person.skill, closing(note))),
  ]
}
