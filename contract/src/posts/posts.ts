import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { pageQuery, Cursor } from '../paging.ts'
import { Person } from '../people/people.ts'
import {
  BODY_PICTURES_MAX,
  BODY_PICTURES_TOO_MANY,
  Cover,
  listBodyPictures,
} from './post-pictures.ts'
import { PostFilter } from './post-filter.ts'
import { PostType } from './post-type.ts'
import {
  Count,
  Id,
  pathId,
  successReply,
  TempId,
  requiredLine,
  requiredText,
  Timestamp,
} from '../primitives.ts'
import { ProjectGlance, RepositoryFacts } from '../projects/projects.ts'
import { githubLink, optionalLink } from '../urls.ts'

export const TITLE_MAX = 100
export const BODY_MAX = 5000
/** A post lists at most this many of the members who like it, newest first; `likeCount` counts all. */
export const LIKES_SHOWN_MAX = 20

/** Whether the member saved the post, and whether they are also notified of its updates. Nobody else sees it. */
export const Follow = z.enum(['none', 'saved', 'following'])
export type Follow = z.infer<typeof Follow>

/** A post as a member enters it. The form, the API and the tests all validate with this schema. */
export const PostDraft = z.object({
  title: requiredLine({
    max: TITLE_MAX,
    required: 'Title is required',
    tooLong: 'Title cannot be more than 100 characters',
  }),
  type: PostType,
  body: requiredText({
    max: BODY_MAX,
    required: 'Description is required',
    tooLong: 'Description cannot be more than 5000 characters',
  }).check(
    z.refine((body) => listBodyPictures(body).length <= BODY_PICTURES_MAX, BODY_PICTURES_TOO_MANY),
  ),
  github: githubLink('Please enter a valid GitHub URL'),
  demo: optionalLink('Please enter a valid URL'),
  projectUrl: optionalLink('Please enter a valid URL'),
})
export type PostDraft = z.infer<typeof PostDraft>

/** The refusal of a draft whose `tempId` was sent before with other content. */
export const POST_ALREADY_SENT =
  'This draft was already posted with a different text (see My Posts). Send it again to create a second post.'

const INVALID_LINK_MESSAGE = 'Please enter a valid URL (including http:// or https://)'

/**
 * A post as a member edits it; an empty link is removed. Unlike in a draft, the host of the GitHub link is not checked,
 * because a link to another host that was saved before is kept.
 */
export const PostEdit = z.extend(PostDraft, {
  github: optionalLink(INVALID_LINK_MESSAGE),
  demo: optionalLink(INVALID_LINK_MESSAGE),
  projectUrl: optionalLink(INVALID_LINK_MESSAGE),
})
export type PostEdit = z.infer<typeof PostEdit>

export const Post = z.object({
  _id: Id,
  title: z.string(),
  type: PostType,
  body: z.string(),
  github: z.string(),
  demo: z.string(),
  projectUrl: z.string(),
  /** Null when the author was deleted; shown as 'Unknown User'. */
  user: z.nullable(Person),
  likes: z.array(Id).check(z.maxLength(LIKES_SHOWN_MAX)),
  likeCount: Count,
  commentCount: Count,
  isLiked: z.boolean(),
  createdAt: Timestamp,
  /** Null for a post without details of a project. */
  project: z.nullable(ProjectGlance),
  /** Null without one: the web draws one. */
  cover: z.nullable(Cover),
  /** Present where the post is read alone, and on its public page; null if nothing is known of a repository. */
  repository: z.optional(z.nullable(RepositoryFacts)),
  /** The first line of what the author says about themselves; present where a member reads the post alone. */
  authorBio: z.optional(z.string()),
  /** Present for members only: what visitors get is the same for all of them. */
  follow: z.optional(Follow),
  /** Present if a moderator hid the post; then only its author gets it. */
  hiddenAt: z.optional(Timestamp),
})
export type Post = z.infer<typeof Post>

/** A page of posts. */
export const PostPage = successReply({
  message: z.string(),
  data: z.array(Post),
  nextCursor: z.nullable(Cursor),
})

/** All posts, in pages. A search has a limit of its own, because it costs more than a page of the feed. */
export const browsePosts = defineEndpoint({
  method: 'GET',
  url: '/api/posts/browse',
  access: 'public',
  source: 'standby',
  limit: { parameter: 'q', present: 'search', absent: 'read' },
  schema: { querystring: z.extend(PostFilter, pageQuery), response: { 200: PostPage } },
})

/** The posts of one author, of one type or of all. */
const authorQuery = z.object({ ...pageQuery, type: z.optional(PostType) })

export const listOwnPosts = defineEndpoint({
  method: 'GET',
  url: '/api/posts/user/me',
  access: 'member',
  source: 'standby',
  schema: { querystring: authorQuery, response: { 200: PostPage } },
})

export const listMemberPosts = defineEndpoint({
  method: 'GET',
  url: '/api/posts/user/:userId',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: z.object({ userId: pathId('User not found') }),
    querystring: authorQuery,
    response: { 200: PostPage },
  },
})

export const PostParams = z.object({ id: pathId('Post not found') })
const PostReply = successReply({ data: Post })

/** A post of any author, for members. */
export const readPost = defineEndpoint({
  method: 'GET',
  url: '/api/posts/auth/:id',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: { params: PostParams, response: { 200: PostReply } },
})

/** The caller's own post, for the edit form; a post of another member is not found. */
export const readOwnPost = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id',
  access: 'member',
  errors: ['not-found'],
  schema: { params: PostParams, response: { 200: PostReply } },
})

export const createPost = defineEndpoint({
  method: 'POST',
  url: '/api/posts',
  access: 'member',
  restriction: 'posting',
  errors: ['conflict'],
  idempotentBy: 'tempId',
  schema: {
    body: z.extend(PostDraft, {
      github: z._default(PostDraft.shape.github, ''),
      demo: z._default(PostDraft.shape.demo, ''),
      projectUrl: z._default(PostDraft.shape.projectUrl, ''),
      cover: z.optional(z.nullable(Cover)),
      /**
       * Makes a draft that is sent twice, after a lost reply or a double click, one post. Another draft under the same
       * `tempId` is a `conflict`.
       */
      tempId: z.optional(TempId),
    }),
    response: { 201: successReply({ message: z.string(), data: Post }) },
  },
})

/** An absent field stays as it is; a `cover` of null is removed. */
export const editPost = defineEndpoint({
  method: 'PUT',
  url: '/api/posts/:id',
  access: 'member',
  restriction: 'posting',
  errors: ['conflict', 'not-found'],
  idempotentBy: 'always',
  schema: {
    params: PostParams,
    body: z.extend(z.partial(PostEdit), { cover: z.optional(z.nullable(Cover)) }),
    response: { 200: successReply({ message: z.string(), data: Post }) },
  },
})

export const deletePost = defineEndpoint({
  method: 'DELETE',
  url: '/api/posts/:id',
  access: 'member',
  errors: ['not-found'],
  schema: {
    params: PostParams,
    response: { 200: successReply({ message: z.string(), redirect: z.string() }) },
  },
})

/** Without a body the call toggles the like; with `liked` it sets the state, so that a repeated call changes nothing. */
export const likePost = defineEndpoint({
  method: 'POST',
  url: '/api/posts/:id/like',
  access: 'member',
  limit: 'like',
  errors: ['not-found'],
  idempotentBy: 'liked',
  schema: {
    params: PostParams,
    body: z.nullish(z.object({ liked: z.optional(z.boolean()) })),
    response: {
      200: successReply({ message: z.string(), likeCount: Count, isLiked: z.boolean() }),
    },
  },
})
