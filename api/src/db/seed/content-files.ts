import { readFileSync } from 'node:fs'
import type { PostType } from '@dolph/contract/posts'

/** A post as its author wrote it: type, title and the sentences that belong to it alone. */
export interface Note {
  type: PostType
  title: string
  text: string
}

/** One project with everything its author would tell about it. */
export interface Project {
  name: string
  owner: string
  slug: string
  stack: string
  tagline: string
  hasDemo: boolean
  hasPage: boolean
  about: string
  why: string
  works: string[]
  open: string[]
  notes: Note[]
  questions: { question: string; answer: string }[]
}

export interface Person {
  username: string
  firstName: string
  lastName: string
  about: string
  skill: string
  hours: string
  background: string
  notes: Note[]
}

const PROJECT_FILES = [
  'hardware',
  'home-and-web',
  'developer-tools',
  'libraries',
  'games',
  'learning',
  'maps-and-transit',
  'data-and-models',
  'music-and-art',
  'community',
  'health-and-mobile',
  'systems',
]
const PEOPLE_FILES = ['people-one', 'people-two', 'backgrounds', 'asides']

const NOTE_TYPES = new Map<string, PostType>([
  ['show', 'showcase'],
  ['seek', 'seeking-contributors'],
  ['join', 'looking-to-join'],
  ['dev', 'in-development'],
  ['idea', 'project-idea'],
  ['hack', 'hackathon'],
  ['learn', 'learning-project'],
  ['open', 'open-source'],
  ['other', 'other'],
])

/**
 * The lines of a project: `#` name, owner, slug, stack, tagline and flags; `=` about; `~` why;
 * `+` what works; `-` what is open; `!` a post; `?` a question and its answer.
 */
export function readProjects(): Project[] {
  const projects: Project[] = []
  for (const { mark, parts, rest } of PROJECT_FILES.flatMap(linesOf)) {
    if (mark === '#') {
      projects.push(newProject(parts))
      continue
    }
    const project = last(projects)
    if (mark === '=') project.about = rest
    else if (mark === '~') project.why = rest
    else if (mark === '+') project.works.push(rest)
    else if (mark === '-') project.open.push(rest)
    else if (mark === '!') project.notes.push(newNote(parts))
    else if (mark === '?')
      project.questions.push({ question: part(parts, 0), answer: part(parts, 1) })
    else throw new Error(`A line of ${project.name} starts with ${mark}`)
  }
  return projects
}

/** The lines of a person: `@` username and names; `=` about; `+` skill; `~` hours; `*` background; `!` a post. */
export function readPeople(): Person[] {
  const people = new Map<string, Person>()
  let person: Person | undefined
  for (const { mark, parts, rest } of PEOPLE_FILES.flatMap(linesOf)) {
    if (mark === '@') {
      person = people.get(part(parts, 0)) ?? newPerson(parts)
      people.set(person.username, person)
      continue
    }
    if (!person) throw new Error(`Nobody before: ${rest}`)
    if (mark === '=') person.about = rest
    else if (mark === '+') person.skill = rest
    else if (mark === '~') person.hours = rest
    else if (mark === '*') person.background = rest
    else if (mark === '!') person.notes.push(newNote(parts))
    else throw new Error(`A line of ${person.username} starts with ${mark}`)
  }
  return [...people.values()]
}

/** Sentences that fit below any post of a type: `!` type and text. */
export function readParagraphs(): Map<PostType, string[]> {
  const paragraphs = new Map<PostType, string[]>()
  for (const { parts } of linesOf('paragraphs')) {
    const type = typeOf(parts)
    paragraphs.set(type, [...(paragraphs.get(type) ?? []), withLineBreaks(part(parts, 1))])
  }
  return paragraphs
}

function linesOf(file: string) {
  return readFileSync(new URL(`content/${file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const rest = line.slice(2)
      return { mark: line.charAt(0), rest, parts: rest.split(' | ') }
    })
}

function newProject(parts: string[]): Project {
  const flags = (parts[5] ?? '').split(' ')
  return {
    name: part(parts, 0),
    owner: part(parts, 1),
    slug: part(parts, 2),
    stack: part(parts, 3),
    tagline: part(parts, 4),
    hasDemo: flags.includes('live'),
    hasPage: flags.includes('page'),
    about: '',
    why: '',
    works: [],
    open: [],
    notes: [],
    questions: [],
  }
}

function newPerson(parts: string[]): Person {
  return {
    username: part(parts, 0),
    firstName: part(parts, 1),
    lastName: part(parts, 2),
    about: '',
    skill: '',
    hours: '',
    background: '',
    notes: [],
  }
}

function newNote(parts: string[]): Note {
  return { type: typeOf(parts), title: part(parts, 1), text: withLineBreaks(part(parts, 2)) }
}

function typeOf(parts: string[]): PostType {
  const type = NOTE_TYPES.get(part(parts, 0))
  if (!type) throw new Error(`Unknown kind of post: ${parts.join(' | ')}`)
  return type
}

function withLineBreaks(text: string): string {
  return text.replaceAll('\\n', '\n')
}

function part(parts: string[], at: number): string {
  const found = parts[at]
  if (!found) throw new Error(`Part ${at + 1} is missing: ${parts.join(' | ')}`)
  return found
}

function last(projects: Project[]): Project {
  const project = projects.at(-1)
  if (!project) throw new Error('A file of projects starts with a # line')
  return project
}
