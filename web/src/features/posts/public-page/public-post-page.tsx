import { Id } from '@dolph/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod/mini'
import { isNotFound } from '../../../lib/api/api-error.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PublicPostArticle } from './public-post-article.tsx'
import { publicPostQuery } from './public-post-query.ts'
import { PublicPostSkeleton } from './public-post-skeleton.tsx'

/** The page of a project for everyone: what a link to it shows to people without an account. */
export function PublicPostPage() {
  const { id = '' } = useParams()
  return z.safeParse(Id, id).success ? <PublicPostLoader key={id} id={id} /> : <ProjectNotFound />
}

function PublicPostLoader({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(publicPostQuery(id))
  if (isNotFound(error)) return <ProjectNotFound />
  if (post) return <PublicPostArticle post={post} />
  if (error) {
    return (
      <div role="alert" className="page flex-1">
        <LoadError
          title="The project could not be loaded"
          titleAs="h1"
          error={error}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return <PublicPostSkeleton />
}

function ProjectNotFound() {
  useEffect(() => {
    document.title = 'Project not found · Dolph'
  }, [])
  return (
    <div className="page flex-1">
      <EmptyState
        icon={FileX}
        title="Project not found"
        titleAs="h1"
        action={<ButtonLink to="/browse">Explore projects</ButtonLink>}
      >
        Its author may have deleted it, or the link may be incomplete.
      </EmptyState>
    </div>
  )
}
