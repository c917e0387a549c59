import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { PostType } from './post-type.ts'
import { Post, PostParams } from './posts.ts'
import { Id, successReply } from '../primitives.ts'
import { Topic } from '../projects/projects.ts'
import { OPEN_ROLES_MAX, Role } from '../roles/roles.ts'
import { stripBeginning } from '../strip-markdown.ts'
import { truncateText } from '../truncate-text.ts'
import { Update } from '../updates/updates.ts'

export const PUBLIC_TEAM_MAX = 20
export const PUBLIC_UPDATES_MAX = 3
export const MORE_BY_AUTHOR_MAX = 3
/** Posts of younger accounts are kept out of search engines. */
export const INDEXED_AFTER_DAYS = 7

const DESCRIPTION_MAX = 200

/** A post as visitors read it on its public page. */
export const PublicPost = z.extend(
  z.omit(Post, { likes: true, isLiked: true, authorBio: true, follow: true, hiddenAt: true }),
  {
    topics: z.array(Topic),
    /** The open roles. */
    roles: z.array(Role).check(z.maxLength(OPEN_ROLES_MAX)),
    /** The team without the author; `project.teamSize` counts all. */
    team: z
      .array(
        z.object({
          userName: z.string(),
          role: z.string(),
          profilePicture: z.string(),
        }),
      )
      .check(z.maxLength(PUBLIC_TEAM_MAX)),
    /** The newest updates. */
    updates: z.array(Update).check(z.maxLength(PUBLIC_UPDATES_MAX)),
    /** The newest other posts of the author. */
    moreByAuthor: z
      .array(z.object({ _id: Id, title: z.string(), type: PostType }))
      .check(z.maxLength(MORE_BY_AUTHOR_MAX)),
    /** Whether search engines may list the page. */
    isIndexed: z.boolean(),
  },
)
export type PublicPost = z.infer<typeof PublicPost>

/** A post for everyone. A hidden post is not found, not even by its author. */
export const readPublicPost = defineEndpoint({
  method: 'GET',
  url: '/api/posts/public/:id',
  access: 'public',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: { params: PostParams, response: { 200: successReply({ data: PublicPost }) } },
})

/** What search engines and link previews show below the title. */
export function describePublicPost({ body }: Pick<Post, 'body'>): string {
  return truncateText(stripBeginning(body), DESCRIPTION_MAX)
}
