import type { PostType } from '@dolph/contract/posts'
import { type SeededRandom, createNonRepeatingPicker } from './seeded-random.ts'
import type { SourcePost, SourcePerson, SourceProject } from './content-files.ts'
import { bulletList, sentences, paragraphs } from './markdown.ts'
import { createPersonLayouts } from './person-post-layouts.ts'
import {
  CLOSINGS,
  OPEN_TASKS_HEADINGS,
  OPEN_TASK_LEADS,
  STACK_LINES,
  WORKING_FEATURES_HEADINGS,
} from './post-phrases.ts'

/** From here on a hand-written text says enough without the project's facts. */
const COMPLETE_LENGTH = 260
const [PARAGRAPH_SHARE, BACKGROUND_SHARE, BACKGROUND_USES] = [0.9, 0.4, 3]

type Layout = (note: SourcePost, project: SourceProject) => string

/** Writes bodies. One writer for all posts, since it deals phrases out without early repeats. */
export function createPostBodyWriter(
  chance: SeededRandom,
  people: readonly SourcePerson[],
  paragraphsFor: Map<PostType, string[]>,
) {
  const backgrounds = new Map(people.map((person) => [person.username, person.background]))
  const worksHeading = createNonRepeatingPicker(chance, WORKING_FEATURES_HEADINGS)
  const openHeading = createNonRepeatingPicker(chance, OPEN_TASKS_HEADINGS)
  const openLead = createNonRepeatingPicker(chance, OPEN_TASK_LEADS)
  const stackLine = createNonRepeatingPicker(chance, STACK_LINES)
  const closings = createPickersByType(chance, Object.entries(CLOSINGS))
  const asides = createPickersByType(chance, paragraphsFor)

  const closing = ({ type }: SourcePost) =>
    chance.nextBoolean(0.4) ? (closings.get(type)?.() ?? '') : ''
  const aside = ({ type }: SourcePost) =>
    chance.nextBoolean(PARAGRAPH_SHARE) ? (asides.get(type)?.() ?? '') : ''
  const sometimes = (sentence: string) => (chance.nextBoolean(0.5) ? sentence : '')
  const works = (project: SourceProject) => bulletList(chance.shuffle(project.workingFeatures))
  const workList = (project: SourceProject) => `**${worksHeading()}**\n${works(project)}`
  const openList = (project: SourceProject) =>
    `**${openHeading()}**\n${bulletList(project.openTasks)}`
  const gap = (project: SourceProject) => sentences(openLead(), chance.pickOne(project.openTasks))
  const stack = (project: SourceProject) => stackLine().replace('%', project.stack)

  // A few of a person's posts tell where they come from, the others need not repeat it.
  const told = new Map<string, number>()
  function background(username: string): string {
    const uses = told.get(username) ?? 0
    if (uses >= BACKGROUND_USES) return ''
    told.set(username, uses + 1)
    return backgrounds.get(username) ?? ''
  }
  const self = ({ owner }: SourceProject) =>
    chance.nextBoolean(BACKGROUND_SHARE) ? background(owner) : ''
  const introduction = (note: SourcePost, { username }: SourcePerson) =>
    background(username) || aside(note)

  // The text of a note comes first everywhere: it continues its title.
  const noteLayout = createNonRepeatingPicker<Layout>(chance, [
    (note, project) =>
      paragraphs(
        note.text,
        sentences(project.about, sometimes(project.motivation)),
        aside(note),
        sentences(gap(project), closing(note)),
      ),
    (note, project) =>
      paragraphs(
        note.text,
        sentences(project.motivation, project.about),
        sentences(...project.workingFeatures),
        self(project),
        closing(note),
      ),
    (note, project) =>
      paragraphs(
        note.text,
        project.about,
        works(project),
        aside(note),
        sentences(gap(project), closing(note)),
      ),
    (note, project) =>
      paragraphs(
        sentences(note.text, project.about),
        sentences(...project.workingFeatures.slice(0, 2), gap(project)),
        aside(note),
        sometimes(stack(project)),
      ),
    (note, project) =>
      paragraphs(
        note.text,
        `**${project.name}.** ${project.about}`,
        workList(project),
        openList(project),
        self(project),
        sentences(stack(project), closing(note)),
      ),
    (note, project) =>
      paragraphs(
        note.text,
        aside(note),
        sentences(project.motivation, ...project.workingFeatures, gap(project)),
        closing(note),
      ),
    (note, project) =>
      paragraphs(
        sentences(note.text, gap(project)),
        aside(note),
        sentences(project.about, project.motivation, stack(project)),
        self(project),
      ),
    (note, project) =>
      paragraphs(
        note.text,
        `## About ${project.name}`,
        sentences(project.about, project.motivation),
        `## ${worksHeading()}`,
        works(project),
        `## ${openHeading()}`,
        bulletList(project.openTasks),
        aside(note),
        ...project.questions.slice(1).map((asked) => `**${asked.question}** ${asked.answer}`),
        sentences(stack(project), closing(note)),
      ),
    (note, project) =>
      paragraphs(
        note.text,
        sentences(project.about, ...chance.shuffle(project.workingFeatures)),
        aside(note),
        openList(project),
      ),
    (note, project) => paragraphs(note.text, self(project), aside(note), project.about),
    (note) => sentences(note.text, closing(note)),
  ])

  const launchLayout = createNonRepeatingPicker<Layout>(chance, [
    (note, project) =>
      paragraphs(
        sentences(project.about, project.motivation),
        works(project),
        sentences(gap(project), stack(project)),
        aside(note),
      ),
    (note, project) =>
      paragraphs(
        project.motivation,
        sentences(project.about, ...project.workingFeatures),
        aside(note),
        closing(note),
      ),
    (note, project) =>
      paragraphs(
        project.about,
        workList(project),
        openList(project),
        project.motivation,
        sometimes(aside(note)),
        stack(project),
      ),
    (note, project) =>
      paragraphs(
        sentences(project.about, ...project.workingFeatures),
        aside(note),
        sentences(stack(project), gap(project), closing(note)),
      ),
    (note, project) =>
      paragraphs(
        sentences(project.motivation, project.about),
        aside(note),
        works(project),
        self(project),
      ),
    (note, project) => sentences(project.about, closing(note)),
  ])

  const gapLayout = createNonRepeatingPicker<Layout>(chance, [
    (note, project) =>
      paragraphs(
        project.about,
        openList(project),
        aside(note),
        sentences(stack(project), closing(note)),
      ),
    (note, project) =>
      paragraphs(
        sentences(...project.openTasks),
        sentences(project.about, project.motivation),
        aside(note),
        closing(note),
      ),
    (note, project) =>
      paragraphs(
        aside(note),
        sentences(project.about, ...project.workingFeatures),
        openList(project),
      ),
    (note, project) =>
      paragraphs(
        sentences(project.motivation, project.about),
        sentences(gap(project), stack(project)),
        self(project),
        aside(note),
      ),
    (note, project) =>
      paragraphs(
        project.about,
        works(project),
        sentences(gap(project), closing(note)),
        aside(note),
      ),
  ])

  const progressLayout = createNonRepeatingPicker<Layout>(chance, [
    (note, project) =>
      paragraphs(
        aside(note),
        sentences(...project.workingFeatures.slice(1), gap(project)),
        project.about,
      ),
    (note, project) =>
      paragraphs(workList(project), openList(project), aside(note), sentences(closing(note))),
    (note, project) =>
      paragraphs(
        sentences(...chance.shuffle(project.workingFeatures)),
        gap(project),
        aside(note),
        project.motivation,
      ),
    (note, project) => sentences(chance.pickOne(project.workingFeatures), closing(note)),
    (note, project) =>
      paragraphs(
        project.about,
        aside(note),
        openList(project),
        sentences(stack(project), closing(note)),
      ),
  ])

  const personLayout = createNonRepeatingPicker(
    chance,
    createPersonLayouts({ closing, introduction, aside, sometimes }),
  )

  return {
    /** A post about a project, around the sentences its author wrote for this very post. */
    ofProject: (note: SourcePost, project: SourceProject) => {
      if (note.type === 'project-idea') return paragraphs(note.text, self(project), aside(note))
      return note.text.length > COMPLETE_LENGTH ? note.text : noteLayout()(note, project)
    },
    ofLaunch: (note: SourcePost, project: SourceProject) => launchLayout()(note, project),
    ofGaps: (note: SourcePost, project: SourceProject) => gapLayout()(note, project),
    ofProgress: (note: SourcePost, project: SourceProject) => progressLayout()(note, project),
    ofIdea: (note: SourcePost, project: SourceProject) =>
      paragraphs(project.motivation, project.about, aside(note), closing(note)),
    ofPerson: (note: SourcePost, person: SourcePerson) =>
      note.type === 'looking-to-join' ? personLayout()(note, person) : note.text,
  }
}

function createPickersByType(chance: SeededRandom, phrases: Iterable<[string, string[]]>) {
  return new Map(
    [...phrases].map(([type, choices]) => [type, createNonRepeatingPicker(chance, choices)]),
  )
}
