import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { PostDraft } from './posts/posts.ts'
import { listEndpoints } from './testing/list-endpoints.ts'

/** The fields of requests that keep line breaks. */
const MULTI_LINE_FIELDS = ['about', 'bio', 'body', 'content', 'message', 'note', 'text']
/** What is compared with something stored, or ignored unless it is a path or an address of our own. */
const NEVER_SHOWN_FIELDS = [
  'Password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'password',
  'token',
  'cover.url',
  'next',
]

/** Every kind of character that a text of one line must not have. As long as the shortest note of a join request, and as short as the longest name of a platform. */
const HOSTILE = 'One\r\n2!\u2028\u2029\u202Eruof\u202C\u2066five\u2069\u0085\u007F\u001B'
const CONTROLS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

const ENDPOINTS = await listEndpoints()

test('every text of a request that is not listed as one of several lines is one line', () => {
  const kept = new Set<string>()
  for (const { schema } of ENDPOINTS) {
    for (const [path, leaf] of listLeaves(schema.body, '')) {
      const { data } = leaf.safeParse(HOSTILE)
      if (typeof data === 'string' && CONTROLS.test(data)) kept.add(path.slice(1))
    }
  }
  expect(kept).toEqual(new Set([...MULTI_LINE_FIELDS, ...NEVER_SHOWN_FIELDS]))
})

test('a pasted title becomes one line, and U+0000 is still refused', () => {
  const title = PostDraft.shape.title
  expect(title.parse(' Tide\r\n\tclock\u202E\u0007 ')).toBe('Tide clock')
  expect(title.safeParse('\u202E\n').error?.issues[0]?.message).toBe('Title is required')
  expect(title.safeParse('Tide\u0000clock').success).toBe(false)
})

/** The schemas of single values inside a schema, with the path to each. */
function listLeaves(schema: z.ZodMiniType | undefined, path: string): [string, z.ZodMiniType][] {
  if (!schema) return []
  const def = schema.def as unknown as Record<string, unknown> & { type: string }
  const inner = (key: string) => def[key] as z.ZodMiniType
  if (def.type === 'object') {
    const shape = Object.entries(def['shape'] as Record<string, z.ZodMiniType>)
    return shape.flatMap(([name, field]) => listLeaves(field, `${path}.${name}`))
  }
  if (def.type === 'union')
    return (def['options'] as z.ZodMiniType[]).flatMap((option) => listLeaves(option, path))
  if (def.type === 'array') return listLeaves(inner('element'), `${path}[]`)
  if (def.type === 'record') return listLeaves(inner('valueType'), `${path}{}`)
  if ('innerType' in def) return listLeaves(inner('innerType'), path)
  return [[path, schema]]
}
