import { type PostType, TITLE_MAX } from '@dolph/contract/posts'
import { bodyWriter } from './bodies.ts'
import { type Chance, deckOf } from './chance.ts'
import { type Note, type Person, type Project, readParagraphs } from './content-files.ts'
import {
  FIRST_ISSUE_TITLES,
  IDEA_TITLES,
  LAUNCH_TITLES,
  PROGRESS_TITLES,
  SEEKING_TITLES,
} from './phrases.ts'
import { inVoiceOf } from './voice.ts'

/** One post in the life of a project or of a person. */
export interface Story {
  author: string
  /** Null when a person writes about nothing but themselves. */
  project: Project | null
  type: PostType
  title: string
  body: string
}

/** How many projects get one more post of a kind, written from their facts alone. */
export interface ExtraPosts {
  ideas: number
  seeking: number
  progress: number
  issues: number
}

/** Written when it is told: in the order of time, so that phrases come back as late as possible. */
export type Untold = () => Story

type Telling = (project: Project) => Untold[]

/** One list per project and per person, each in the order in which it happened. */
export function collectStories(
  chance: Chance,
  projects: readonly Project[],
  people: readonly Person[],
  extra: ExtraPosts,
): Untold[][] {
  const write = bodyWriter(chance, people, readParagraphs())
  const withoutIdea = projects.filter(({ notes }) =>
    notes.every(({ type }) => type !== 'project-idea'),
  )
  const idea = kind('project-idea', IDEA_TITLES, write.ofIdea, some(withoutIdea, extra.ideas))
  const launch = kind('showcase', LAUNCH_TITLES, write.ofLaunch, new Set(projects))
  const extras = [
    kind('seeking-contributors', SEEKING_TITLES, write.ofGaps, some(projects, extra.seeking)),
    kind('in-development', PROGRESS_TITLES, write.ofProgress, some(projects, extra.progress)),
    kind('open-source', FIRST_ISSUE_TITLES, write.ofGaps, some(projects, extra.issues)),
  ]

  /** Tells of a project if it is one of `of`. */
  function kind(
    type: PostType,
    titles: readonly string[],
    body: (note: Note, project: Project) => string,
    of: Set<Project>,
  ): Telling {
    const nextTitle = deckOf(chance, titles)
    return (project) => {
      if (!of.has(project)) return []
      return [
        () => {
          const note = { type, title: titleOf(nextTitle(), project), text: '' }
          return story(note, project.owner, project, body(note, project))
        },
      ]
    }
  }

  function some(from: readonly Project[], count: number): Set<Project> {
    return new Set(chance.shuffled(from).slice(0, count))
  }

  function ofProject(project: Project): Untold[] {
    const untold = (note: Note) => () =>
      story(note, project.owner, project, write.ofProject(note, project))
    const early = project.notes.filter(isEarly).map(untold)
    const late = project.notes.filter((note) => !isEarly(note)).map(untold)
    const life = [...late, ...extras.flatMap((telling) => telling(project))]
    return [...idea(project), ...early, ...launch(project), ...chance.shuffled(life)]
  }

  function ofPerson(person: Person): Untold[] {
    return chance
      .shuffled(person.notes)
      .map((note) => () => story(note, person.username, null, write.ofPerson(note, person)))
  }

  return [...projects.map(ofProject), ...people.map(ofPerson)]
}

function story(
  { type, title }: Note,
  author: string,
  project: Project | null,
  body: string,
): Story {
  return { author, project, type, title, body: inVoiceOf(author, body) }
}

function titleOf(pattern: string, { name, tagline }: Project): string {
  const title = pattern.replace('%', name).replace('$', tagline)
  return title.length <= TITLE_MAX ? title : `${name}: ${tagline}`
}

function isEarly({ type }: Note): boolean {
  return type === 'project-idea' || type === 'hackathon'
}
