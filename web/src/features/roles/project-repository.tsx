import type { Post } from '@dolph/contract/posts/posts'
import { parseRepositoryLink } from '@dolph/contract/imports/imports'
import { RepositoryFacts } from './repository-facts.tsx'

/**
 * The repository of a project below its text, on screens without room beside it. It comes with the post, so that nothing moves. A
 * copy of the post from a list lacks it: the place of its three lines is reserved where there will probably be one.
 */
export function ProjectRepository({ post }: { post: Post }) {
  const { repository } = post
  if (repository === null || (repository === undefined && !isProbablyRead(post))) return null
  return (
    <div className="mt-4 min-h-16 text-sm text-muted lg:hidden">
      {repository && <RepositoryFacts repository={repository} />}
    </div>
  )
}

/** The server reads the repositories of posts with open roles. */
function isProbablyRead({ github, project }: Post): boolean {
  return (project?.openRoles ?? 0) > 0 && parseRepositoryLink(github) !== null
}
