import { readFileSync } from 'node:fs'
import type { PostType } from '@dolph/contract/post-type'

/** A post from the content files: type, title and the sentences written for it alone. */
export interface SourcePost {
  type: PostType
  title: string
  text: string
}

/** A project with all the facts from which posts about it are generated. */
export interface SourceProject {
  name: string
  /** The name of the file that it is from, which says what it is about. */
  file: ProjectFile
  owner: string
  slug: string
  stack: string
  tagline: string
  hasDemo: boolean
  hasPage: boolean
  about: string
  motivation: string
  workingFeatures: string[]
  openTasks: string[]
  posts: SourcePost[]
  questions: { question: string; answer: string }[]
}

export interface SourcePerson {
  username: string
  firstName: string
  lastName: string
  about: string
  skill: string
  availability: string
  background: string
  posts: SourcePost[]
}

export const PROJECT_FILES = [
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
] as const
export type ProjectFile = (typeof PROJECT_FILES)[number]
const PEOPLE_FILES = ['people-one', 'people-two', 'backgrounds', 'asides']

const POST_TYPE_BY_KEYWORD = new Map<string, PostType>([
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
 * The lines of a project: `#` name, owner, slug, stack, tagline and flags; `=` about; `~` motivation;
 * `+` a working feature; `-` an open task; `!` a post; `?` a question and its answer.
 */
export function readProjects(): SourceProject[] {
  const projects: SourceProject[] = []
  const lines = PROJECT_FILES.flatMap((file) => readLines(file).map((line) => ({ file, ...line })))
  for (const { file, mark, parts, rest } of lines) {
    if (mark === '#') {
      projects.push(parseProject(parts, file))
      continue
    }
    const project = requireLastProject(projects)
    if (mark === '=') project.about = rest
    else if (mark === '~') project.motivation = rest
    else if (mark === '+') project.workingFeatures.push(rest)
    else if (mark === '-') project.openTasks.push(rest)
    else if (mark === '!') project.posts.push(parsePost(parts))
    else if (mark === '?')
      project.questions.push({ question: requirePart(parts, 0), answer: requirePart(parts, 1) })
    else throw new Error(`Unknown mark ${mark} in a line of ${project.name}`)
  }
  return projects
}

/** The lines of a person: `@` username and names; `=` about; `+` skill; `~` availability; `*` background; `!` a post. */
export function readPeople(): SourcePerson[] {
  const people = new Map<string, SourcePerson>()
  let person: SourcePerson | undefined
  for (const { mark, parts, rest } of PEOPLE_FILES.flatMap(readLines)) {
    if (mark === '@') {
      person = people.get(requirePart(parts, 0)) ?? parsePerson(parts)
      people.set(person.username, person)
      continue
    }
    if (!person) throw new Error(`No @ line before: ${rest}`)
    if (mark === '=') person.about = rest
    else if (mark === '+') person.skill = rest
    else if (mark === '~') person.availability = rest
    else if (mark === '*') person.background = rest
    else if (mark === '!') person.posts.push(parsePost(parts))
    else throw new Error(`Unknown mark ${mark} in a line of ${person.username}`)
  }
  return [...people.values()]
}

/** Sentences that fit below any post of a type: `!` type and text. */
export function readParagraphs(): Map<PostType, string[]> {
  const paragraphs = new Map<PostType, string[]>()
  for (const { parts } of readLines('paragraphs')) {
    const type = parsePostType(parts)
    paragraphs.set(type, [
      ...(paragraphs.get(type) ?? []),
      unescapeLineBreaks(requirePart(parts, 1)),
    ])
  }
  return paragraphs
}

function readLines(file: string) {
  return readFileSync(new URL(`content/${file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const rest = line.slice(2)
      return { mark: line.charAt(0), rest, parts: rest.split(' | ') }
    })
}

export function parseProject(parts: string[], file: ProjectFile): SourceProject {
  const flags = (parts[5] ?? '').split(' ')
  return {
    name: requirePart(parts, 0),
    file,
    owner: requirePart(parts, 1),
    slug: requirePart(parts, 2),
    stack: requirePart(parts, 3),
    tagline: requirePart(parts, 4),
    hasDemo: flags.includes('live'),
    hasPage: flags.includes('page'),
    about: '',
    motivation: '',
    workingFeatures: [],
    openTasks: [],
    posts: [],
    questions: [],
  }
}

function parsePerson(parts: string[]): SourcePerson {
  return {
    username: requirePart(parts, 0),
    firstName: requirePart(parts, 1),
    lastName: requirePart(parts, 2),
    about: '',
    skill: '',
    availability: '',
    background: '',
    posts: [],
  }
}

function parsePost(parts: string[]): SourcePost {
  return {
    type: parsePostType(parts),
    title: requirePart(parts, 1),
    text: unescapeLineBreaks(requirePart(parts, 2)),
  }
}

export function parsePostType(parts: string[]): PostType {
  const type = POST_TYPE_BY_KEYWORD.get(requirePart(parts, 0))
  if (!type) throw new Error(`Unknown post type: ${parts.join(' | ')}`)
  return type
}

function unescapeLineBreaks(text: string): string {
  return text.replaceAll('\\n', '\n')
}

export function requirePart(parts: string[], index: number): string {
  const part = parts[index]
  if (!part) throw new Error(`Part ${index + 1} is missing: ${parts.join(' | ')}`)
  return part
}

function requireLastProject(projects: SourceProject[]): SourceProject {
  const project = projects.at(-1)
  if (!project) throw new Error('A project file must start with a # line')
  return project
}
