import type { ProjectImport } from '@dolph/contract/imports/imports'
import type { PostFields } from '../writing/post-fields.ts'

/** The fields of the form that an import can fill, with their names in a sentence. */
const IMPORTED_FIELDS = {
  title: 'the title',
  body: 'the description',
  github: 'the GitHub URL',
  demo: 'the demo URL',
  projectUrl: 'the project URL',
} as const

type ImportedField = keyof typeof IMPORTED_FIELDS
export const IMPORTED_FIELD_NAMES = Object.keys(IMPORTED_FIELDS) as ImportedField[]

/** The names of the fields in which the import would replace a text that the member typed. */
export function findReplacedFields(draft: ProjectImport, fields: PostFields): string[] {
  return IMPORTED_FIELD_NAMES.filter(
    (name) => draft[name] !== '' && fields[name].trim() !== '' && draft[name] !== fields[name],
  ).map((name) => IMPORTED_FIELDS[name])
}

/** What the import has, in words: 'a title', '2 roles'. */
export function describeImport(draft: ProjectImport): string[] {
  const { title, body, topics, roles, state } = draft
  const links = [draft.github, draft.demo, draft.projectUrl].filter((url) => url !== '').length
  return [
    ...(title === '' ? [] : [`the title “${title}”`]),
    ...(body === '' ? [] : ['a description']),
    ...describeCount(links, 'link'),
    ...(state === null ? [] : ['a state']),
    ...describeCount(topics.length, 'topic'),
    ...describeCount(roles.length, 'role'),
  ]
}

function describeCount(count: number, noun: string): string[] {
  if (count === 0) return []
  return [count === 1 ? `1 ${noun}` : `${count} ${noun}s`]
}
