import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '../projects/data.ts'
import { TopicList } from '../projects/topic-list.tsx'

/** The topics of the project of a post. */
export function TopicLinks({ postId, className }: { postId: string; className?: string }) {
  const { data: project } = useQuery(projectQuery(postId))
  return project && <TopicList topics={project.topics} className={className} />
}
