import { Id } from '@dolph/contract/primitives'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod/mini'
import { isNotFound } from '../../../lib/api/api-error.ts'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import { postQuery } from '../data.ts'
import { BackToPostsLink } from './back-to-posts-link.tsx'
import { MEMBER_PARTS } from './member-parts.tsx'
import { PostArticle } from './post-article.tsx'
import { PostLoadError, PostNotFound } from './post-unavailable.tsx'
import { PostArticleSkeleton } from './post-article-skeleton.tsx'

/** The page of one post, with its links and comments. */
export function PostPage() {
  const { id = '' } = useParams()
  // Loaded in parallel with the post.
  useEffect(preloadMarkdown, [])

  // An invalid id belongs to no post, so no request is needed.
  return z.safeParse(Id, id).success ? <PostLoader key={id} id={id} /> : <PostNotFound key={id} />
}

function PostLoader({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(postQuery(useQueryClient(), id))

  if (isNotFound(error)) return <PostNotFound />
  // A failed refresh keeps the post that is already loaded.
  if (post) return <PostArticle post={post} parts={MEMBER_PARTS} />
  if (error) return <PostLoadError error={error} onRetry={() => void refetch()} />
  return <PostArticleSkeleton backLink={<BackToPostsLink />} />
}
