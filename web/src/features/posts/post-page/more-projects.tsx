import type { Post } from '@dolph/contract/posts/posts'
import { useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { OtherPostLink } from '../other-post-link.tsx'

interface Props {
  authorName: string
  projects: readonly Pick<Post, '_id' | 'title' | 'type'>[]
  buildPath: (post: Pick<Post, '_id' | 'title'>) => string
  className?: string | undefined
}

/** Other projects of an author; nothing without one. */
export function MoreProjects({ authorName, projects, buildPath, className }: Props) {
  const id = useId()
  if (projects.length === 0) return null
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <h2 id={id} className="text-sm font-semibold wrap-anywhere text-ink">
        More by {authorName}
      </h2>
      <ul className="mt-2 grid gap-1">
        {projects.map((project) => (
          <li key={project._id}>
            <OtherPostLink
              post={project}
              to={buildPath(project)}
              className="-mx-2 rounded-control px-2 py-1.5 hover:bg-hover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
