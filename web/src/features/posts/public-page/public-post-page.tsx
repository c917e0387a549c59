import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { Id } from '@dolph/contract/primitives'
import { describePublicPost } from '@dolph/contract/posts/read-public-post'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod/mini'
import { isNotFound } from '../../../lib/api/api-error.ts'
import { updateDocumentHead } from '../../../lib/url/document-head.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import { findCachedPost } from '../post-cache.ts'
import { PostArticle } from '../post-page/post-article.tsx'
import { PostArticleSkeleton } from '../post-page/post-article-skeleton.tsx'
import { LISTED_PARTS } from './listed-parts.tsx'
import { publicPostQuery } from './public-post-query.ts'
import { useMemberPost } from './use-member-post.ts'
import { BrowseLink, VISITOR_PARTS } from './visitor-parts.tsx'

/** The page of a project for everyone: what a link to it shows. Members have all their actions on it. */
export function PublicPostPage() {
  const { id = '' } = useParams()
  return z.safeParse(Id, id).success ? <PublicPostLoader key={id} id={id} /> : <ProjectNotFound />
}

function PublicPostLoader({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(publicPostQuery(id))
  const member = useMemberPost(id)
  const isLoading = !post && !error
  const client = useQueryClient()
  const listed = isLoading ? findCachedPost(client, id) : undefined

  // The document of the page brings the text as HTML; after a link the browser renders it.
  useEffect(() => {
    if (isLoading) preloadMarkdown()
  }, [isLoading])

  useEffect(() => {
    if (post)
      updateDocumentHead({ description: describePublicPost(post) }, buildPublicPostPath(post))
  }, [post])

  if (member) return <PostArticle post={member.post} parts={member.parts} />
  if (isNotFound(error)) return <ProjectNotFound />
  // The same element as for a member, so that the text stays as it is when their parts arrive.
  if (post) return <PostArticle post={post} parts={VISITOR_PARTS} />
  // The same element again: the cover that moves from the list stays when the rest arrives.
  if (listed) return <PostArticle post={listed} parts={LISTED_PARTS} />
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
  return <PostArticleSkeleton backLink={<BrowseLink />} />
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
