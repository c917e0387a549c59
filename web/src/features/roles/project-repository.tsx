import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '../projects/data.ts'
import { RepositoryFacts } from './repository-facts.tsx'

/** The repository of a project below its text, on screens without room beside it. */
export function ProjectRepository({ postId }: { postId: string }) {
  const { data: project } = useQuery(projectQuery(postId))
  if (!project?.repository) return null
  return (
    <div className="mt-4 text-sm text-muted lg:hidden">
      <RepositoryFacts repository={project.repository} />
    </div>
  )
}
