import { PostType } from '@dolph/contract/post-type'
import { type Post } from '@dolph/contract/posts'
import { z } from 'zod/mini'
import { PostKey } from './post-key.ts'

/** The values of a post form, valid or not. */
export const PostFields = z.object({
  title: z.string(),
  type: PostType,
  body: z.string(),
  github: z.string(),
  demo: z.string(),
  projectUrl: z.string(),
})
export type PostFields = z.infer<typeof PostFields>

/** In the order of the form, so that the first invalid field can be focused. */
export const POST_FIELD_NAMES = ['title', 'type', 'body', 'github', 'demo', 'projectUrl'] as const

/** The fields as stored on the device. A new post keeps its key, so that a retry does not create a second post. */
export const StoredPostDraft = z.extend(z.partial(PostKey), { fields: PostFields })
export type StoredPostDraft = z.infer<typeof StoredPostDraft>

export const EMPTY_POST_FIELDS: PostFields = {
  title: '',
  type: 'showcase',
  body: '',
  github: '',
  demo: '',
  projectUrl: '',
}

export function toPostFields({ title, type, body, github, demo, projectUrl }: Post): PostFields {
  return { title, type, body, github, demo, projectUrl }
}

export function arePostFieldsEqual(one: PostFields, other: PostFields): boolean {
  return POST_FIELD_NAMES.every((name) => one[name] === other[name])
}

export function getPostDraftKey(post: Post): string {
  return `post:${post._id}`
}
