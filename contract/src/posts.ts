import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, Cursor } from './paging.ts'
import { Count, Id, success, text, Timestamp } from './primitives.ts'
import { githubLink, link } from './urls.ts'

export const TITLE_MAX = 100
export const BODY_MAX = 5000
/** A post names at most this many of the members who like it, newest first; `likeCount` is the truth. */
export const LIKES_SHOWN_MAX = 100

export const PostType = z.enum([
  'showcase',
  'seeking-contributors',
  'looking-to-join',
  'in-development',
  'project-idea',
  'other',
  'hackathon',
  'learning-project',
  'open-source',
])
export type PostType = z.infer<typeof PostType>

/** What a member types. The form, the API and the tests all validate with this one schema. */
export const PostDraft = z.object({
  title: text({
    max: TITLE_MAX,
    required: 'Title is required',
    tooLong: 'Title cannot be more than 100 characters',
  }),
  type: PostType,
  body: text({
    max: BODY_MAX,
    required: 'Description is required',
    tooLong: 'Description cannot be more than 5000 characters',
  }),
  github: githubLink('Please enter a valid GitHub URL'),
  demo: link('Please enter a valid URL'),
  projectUrl: link('Please enter a valid URL'),
})
export type PostDraft = z.infer<typeof PostDraft>

export const Author = z.object({ _id: Id, userName: z.string() })
export type Author = z.infer<typeof Author>

export const Post = z.object({
  _id: Id,
  title: z.string(),
  type: PostType,
  body: z.string(),
  github: z.string(),
  demo: z.string(),
  projectUrl: z.string(),
  /** Null when the author is gone; shown as 'Unknown User'. */
  user: z.nullable(Author),
  likes: z.array(Id).check(z.maxLength(LIKES_SHOWN_MAX)),
  likeCount: Count,
  commentCount: Count,
  isLiked: z.boolean(),
  createdAt: Timestamp,
})
export type Post = z.infer<typeof Post>

/** Newest first, one page after another; the database filters. */
export const browsePosts = endpoint('public', 'GET', '/api/posts/browse', {
  querystring: z.object({ ...pageQuery, type: z.optional(PostType) }),
  response: {
    200: success({ message: z.string(), data: z.array(Post), nextCursor: z.nullable(Cursor) }),
  },
})
