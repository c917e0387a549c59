import type { PostType } from '@dolph/contract/posts'
import { type Chance, deckOf } from './chance.ts'
import type { Note, Person, Project } from './content-files.ts'
import { bullets, line, text } from './markdown.ts'
import { CLOSINGS, OPEN_HEADINGS, OPEN_LEADS, STACK_LINES, WORKS_HEADINGS } from './phrases.ts'

/** From here on a hand-written text says enough without the project's facts. */
const COMPLETE_LENGTH = 260
const PARAGRAPH_SHARE = 0.9
const BACKGROUND_SHARE = 0.4
const BACKGROUND_USES = 3

type Layout = (note: Note, project: Project) => string

/** Writes bodies. One writer for all posts, since it deals phrases out without early repeats. */
export function bodyWriter(
  chance: Chance,
  people: readonly Person[],
  paragraphsFor: Map<PostType, string[]>,
) {
  const backgrounds = new Map(people.map((person) => [person.username, person.background]))
  const worksHeading = deckOf(chance, WORKS_HEADINGS)
  const openHeading = deckOf(chance, OPEN_HEADINGS)
  const openLead = deckOf(chance, OPEN_LEADS)
  const stackLine = deckOf(chance, STACK_LINES)
  const closings = decksByType(chance, Object.entries(CLOSINGS))
  const asides = decksByType(chance, paragraphsFor)

  const closing = ({ type }: Note) => (chance.happens(0.4) ? (closings.get(type)?.() ?? '') : '')
  const aside = ({ type }: Note) =>
    chance.happens(PARAGRAPH_SHARE) ? (asides.get(type)?.() ?? '') : ''
  const sometimes = (sentence: string) => (chance.happens(0.5) ? sentence : '')
  const works = (project: Project) => bullets(chance.shuffled(project.works))
  const workList = (project: Project) => `**${worksHeading()}**\n${works(project)}`
  const openList = (project: Project) => `**${openHeading()}**\n${bullets(project.open)}`
  const gap = (project: Project) => line(openLead(), chance.pick(project.open))
  const stack = (project: Project) => stackLine().replace('%', project.stack)

  // A few of a person's posts tell where they come from, the others need not repeat it.
  const told = new Map<string, number>()
  function background(username: string): string {
    const uses = told.get(username) ?? 0
    if (uses >= BACKGROUND_USES) return ''
    told.set(username, uses + 1)
    return backgrounds.get(username) ?? ''
  }
  const self = ({ owner }: Project) => (chance.happens(BACKGROUND_SHARE) ? background(owner) : '')
  const introduction = (note: Note, { username }: Person) => background(username) || aside(note)

  // The text of a note comes first everywhere: it continues its title.
  const noteLayout = deckOf<Layout>(chance, [
    (note, project) =>
      text(
        note.text,
        line(project.about, sometimes(project.why)),
        aside(note),
        line(gap(project), closing(note)),
      ),
    (note, project) =>
      text(
        note.text,
        line(project.why, project.about),
        line(...project.works),
        self(project),
        closing(note),
      ),
    (note, project) =>
      text(
        note.text,
        project.about,
        works(project),
        aside(note),
        line(gap(project), closing(note)),
      ),
    (note, project) =>
      text(
        line(note.text, project.about),
        line(...project.works.slice(0, 2), gap(project)),
        aside(note),
        sometimes(stack(project)),
      ),
    (note, project) =>
      text(
        note.text,
        `**${project.name}.** ${project.about}`,
        workList(project),
        openList(project),
        self(project),
        line(stack(project), closing(note)),
      ),
    (note, project) =>
      text(
        note.text,
        aside(note),
        line(project.why, ...project.works, gap(project)),
        closing(note),
      ),
    (note, project) =>
      text(
        line(note.text, gap(project)),
        aside(note),
        line(project.about, project.why, stack(project)),
        self(project),
      ),
    (note, project) =>
      text(
        note.text,
        `## About ${project.name}`,
        line(project.about, project.why),
        `## ${worksHeading()}`,
        works(project),
        `## ${openHeading()}`,
        bullets(project.open),
        aside(note),
        ...project.questions.slice(1).map((asked) => `**${asked.question}** ${asked.answer}`),
        line(stack(project), closing(note)),
      ),
    (note, project) =>
      text(
        note.text,
        line(project.about, ...chance.shuffled(project.works)),
        aside(note),
        openList(project),
      ),
    (note, project) => text(note.text, self(project), aside(note), project.about),
    (note) => line(note.text, closing(note)),
  ])

  const launchLayout = deckOf<Layout>(chance, [
    (note, project) =>
      text(
        line(project.about, project.why),
        works(project),
        line(gap(project), stack(project)),
        aside(note),
      ),
    (note, project) =>
      text(project.why, line(project.about, ...project.works), aside(note), closing(note)),
    (note, project) =>
      text(
        project.about,
        workList(project),
        openList(project),
        project.why,
        sometimes(aside(note)),
        stack(project),
      ),
    (note, project) =>
      text(
        line(project.about, ...project.works),
        aside(note),
        line(stack(project), gap(project), closing(note)),
      ),
    (note, project) =>
      text(line(project.why, project.about), aside(note), works(project), self(project)),
    (note, project) => line(project.about, closing(note)),
  ])

  const gapLayout = deckOf<Layout>(chance, [
    (note, project) =>
      text(project.about, openList(project), aside(note), line(stack(project), closing(note))),
    (note, project) =>
      text(line(...project.open), line(project.about, project.why), aside(note), closing(note)),
    (note, project) => text(aside(note), line(project.about, ...project.works), openList(project)),
    (note, project) =>
      text(
        line(project.why, project.about),
        line(gap(project), stack(project)),
        self(project),
        aside(note),
      ),
    (note, project) =>
      text(project.about, works(project), line(gap(project), closing(note)), aside(note)),
  ])

  const progressLayout = deckOf<Layout>(chance, [
    (note, project) =>
      text(aside(note), line(...project.works.slice(1), gap(project)), project.about),
    (note, project) => text(workList(project), openList(project), aside(note), line(closing(note))),
    (note, project) =>
      text(line(...chance.shuffled(project.works)), gap(project), aside(note), project.why),
    (note, project) => line(chance.pick(project.works), closing(note)),
    (note, project) =>
      text(project.about, aside(note), openList(project), line(stack(project), closing(note))),
  ])

  const personLayout = deckOf<(note: Note, person: Person) => string>(chance, [
    (note, person) =>
      text(
        note.text,
        line(person.about, person.skill),
        introduction(note, person),
        line(person.hours, closing(note)),
      ),
    (note, person) => text(line(note.text, person.about, person.skill), sometimes(aside(note))),
    (note, person) =>
      text(
        note.text,
        line(person.about, introduction(note, person)),
        line(person.hours, closing(note)),
      ),
    (note, person) =>
      text(
        note.text,
        bullets([person.about, person.skill, person.hours]),
        introduction(note, person),
      ),
    (note, person) => text(line(note.text, person.hours), introduction(note, person)),
    (note) => line(note.text, closing(note)),
    (note, person) =>
      text(
        note.text,
        `**Who:** ${person.about}`,
        `**What I bring:** ${person.skill}`,
        `**When:** ${person.hours}`,
        sometimes(introduction(note, person)),
      ),
    (note, person) =>
      text(note.text, introduction(note, person), line(person.skill, closing(note))),
  ])

  return {
    /** A post about a project, around the sentences its author wrote for this very post. */
    ofProject: (note: Note, project: Project) => {
      if (note.type === 'project-idea') return text(note.text, self(project), aside(note))
      return note.text.length > COMPLETE_LENGTH ? note.text : noteLayout()(note, project)
    },
    ofLaunch: (note: Note, project: Project) => launchLayout()(note, project),
    ofGaps: (note: Note, project: Project) => gapLayout()(note, project),
    ofProgress: (note: Note, project: Project) => progressLayout()(note, project),
    ofIdea: (note: Note, project: Project) =>
      text(project.why, project.about, aside(note), closing(note)),
    ofPerson: (note: Note, person: Person) =>
      note.type === 'looking-to-join' ? personLayout()(note, person) : note.text,
  }
}

function decksByType(chance: Chance, phrases: Iterable<[string, string[]]>) {
  return new Map([...phrases].map(([type, choices]) => [type, deckOf(chance, choices)]))
}
