import type { RepositoryFacts } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'

/**
 * What is known of the repository that `posts` links; null if nothing is. Facts of a link that the post no longer has count for
 * nothing, also that the repository confirmed its owner.
 */
export const repositoryJson = sql<RepositoryFacts | null>`(
  select json_build_object(
    'pushedAt', ${isoTime(sql.ref('repositories.pushed_at'))}, 'language', repositories.language,
    'license', repositories.license, 'isArchived', repositories.is_archived,
    'isConfirmed', repositories.is_confirmed)
  from repositories
  where repositories.post_id = posts.id and repositories.link = posts.github and repositories.etag is not null)`
