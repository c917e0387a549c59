import { z } from 'zod/mini'
import { PROJECT_TOPICS_MAX, ProjectState, Topic } from '../projects/projects.ts'
import { OPEN_ROLES_MAX, RoleDraft } from '../roles/roles.ts'
import { truncateText } from '../truncate-text.ts'
import { formatSkillName } from '../skills/skill-names.ts'

/** The name of the file in which a repository says what its project is and whom it looks for. */
export const PROJECT_FILE_NAME = '.dolph.yml'
export const PROJECT_FILE_BYTES_MAX = 4 * 1024

/** Lines, keys, entries and marks of YAML. More are no project file: thousands cost the parser a tenth of a second. */
const YAML_MARKS_MAX = 500

/**
 * For the package `yaml`. It would compare every key with every other one, build sets from tags, and write out keys that are
 * maps, which takes minutes where they are nested. No file needs any of it.
 */
const YAML_OPTIONS = {
  uniqueKeys: false,
  resolveKnownTags: false,
  stringKeys: true,
  prettyErrors: false,
  logLevel: 'error',
} as const

/** `parse` of the package `yaml`, which the contract cannot import. */
type ParseYaml = (text: string, options: typeof YAML_OPTIONS) => unknown

/** What a `.dolph.yml` says. What is wrong in it is left out and named in `problems`. */
export interface ProjectFile {
  state: ProjectState | null
  topics: Topic[]
  /** The username of the member whose project it is. */
  owner: string | null
  roles: RoleDraft[]
  problems: string[]
}

const NOTHING: ProjectFile = { state: null, topics: [], owner: null, roles: [], problems: [] }

const FileShape = z.object({
  dolph: z.literal(1),
  state: z.optional(z.unknown()),
  topics: z.optional(z.unknown()),
  owner: z.optional(z.unknown()),
  roles: z.optional(z.unknown()),
})

const RoleShape = z.object({
  title: z.optional(z.unknown()),
  about: z.optional(z.unknown()),
  skills: z.optional(z.unknown()),
  must: z.optional(z.unknown()),
  hours: z.optional(z.unknown()),
  term: z.optional(z.unknown()),
  reward: z.optional(z.unknown()),
  note: z.optional(z.unknown()),
  seats: z.optional(z.unknown()),
})

/** Whether a pasted text is a `.dolph.yml`: its first line that is no comment has the version. */
export function isProjectFile(text: string): boolean {
  const first = text
    .slice(0, PROJECT_FILE_BYTES_MAX)
    .split('\n')
    .find((line) => line.trim() !== '' && !line.trimStart().startsWith('#') && line !== '---')
  return first !== undefined && /^\uFEFF?dolph\s*:/.test(first)
}

/** Reads a `.dolph.yml`. A role without skills gets those of `languages`. */
export function readProjectFile(
  text: string,
  parseYaml: ParseYaml,
  languages: readonly string[] = [],
): ProjectFile {
  if (new TextEncoder().encode(text).length > PROJECT_FILE_BYTES_MAX)
    return withProblem(`The ${PROJECT_FILE_NAME} is larger than 4 KiB and was left out.`)
  if (countYamlMarks(text) > YAML_MARKS_MAX)
    return withProblem(`The ${PROJECT_FILE_NAME} has too many lines and entries and was left out.`)
  let value: unknown
  try {
    value = parseYaml(text, YAML_OPTIONS)
  } catch {
    return withProblem(`The ${PROJECT_FILE_NAME} is not valid YAML and was left out.`)
  }
  const parsed = z.safeParse(FileShape, value)
  if (!parsed.success)
    return withProblem(`The ${PROJECT_FILE_NAME} does not start with “dolph: 1” and was left out.`)
  return readFields(parsed.data, languages)
}

function countYamlMarks(text: string): number {
  return text.match(/[[\]{},"'&*!|\\\r\n]|[-?:](?=\s|$)/g)?.length ?? 0
}

function readFields(file: z.infer<typeof FileShape>, languages: readonly string[]): ProjectFile {
  const problems: string[] = []
  const state = z.safeParse(ProjectState, file.state).data ?? null
  if (file.state !== undefined && state === null)
    problems.push(`The state ${quote(file.state)} is unknown.`)

  const topics: Topic[] = []
  for (const name of toList(file.topics)) {
    const topic = z.safeParse(Topic, name).data
    if (topic === undefined) problems.push(`The topic ${quote(name)} is unknown.`)
    else if (!topics.includes(topic) && topics.length < PROJECT_TOPICS_MAX) topics.push(topic)
  }

  const roles: RoleDraft[] = []
  for (const [index, entry] of toList(file.roles).entries()) {
    const { data, error } = z.safeParse(RoleDraft, toRoleDraft(entry, languages))
    if (data) roles.push(data)
    else problems.push(`Role ${index + 1} was left out: ${error?.issues[0]?.message ?? 'invalid'}`)
  }
  if (roles.length > OPEN_ROLES_MAX) problems.push(`Only the first ${OPEN_ROLES_MAX} roles count.`)

  return {
    state,
    topics,
    owner: typeof file.owner === 'string' ? file.owner : null,
    roles: roles.slice(0, OPEN_ROLES_MAX),
    problems: problems.slice(0, 10),
  }
}

/** The role that an entry describes, valid or not. */
function toRoleDraft(entry: unknown, languages: readonly string[]): unknown {
  const role = z.safeParse(RoleShape, entry).data ?? {}
  const skills = toList(role.skills)
  return {
    title: toText(role.title),
    about: toText(role.about),
    skills: (skills.length > 0 ? skills : languages.slice(0, 3)).map(toSkill),
    mustSkills: toList(role.must).map(toSkill),
    hours: toHours(role.hours),
    term: role.term ?? 'months',
    zone: null,
    zoneSpread: null,
    reward: role.reward ?? 'unpaid',
    rewardNote: toText(role.note),
    seats: role.seats ?? 1,
  }
}

/** '4-8', or a number of hours. */
function toHours(hours: unknown): { from: number; to: number } {
  if (hours === undefined) return { from: 4, to: 8 }
  const [from = Number.NaN, to = from] = toText(hours).split(/[-–]/).map(Number)
  return { from, to }
}

function toList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, 20)
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function toSkill(value: unknown): string {
  return formatSkillName(toText(value).trim())
}

function quote(value: unknown): string {
  return `“${truncateText(toText(value), 30)}”`
}

function withProblem(problem: string): ProjectFile {
  return { ...NOTHING, problems: [problem] }
}
