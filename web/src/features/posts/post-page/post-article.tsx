import type { Post } from '@dolph/contract/posts/posts'
import { useEffect, type ComponentType } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ProjectStateBadge } from '../../projects/project-state-badge.tsx'
import { PostLayout } from '../post-layout.tsx'
import { TypeBadge } from '../post-parts.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { ASIDE_CLASS } from './aside-class.ts'
import { PageCover } from './page-cover.tsx'
import { PostLinks } from './post-links.tsx'

/** What everybody reads of a post. */
export type ReadablePost = Omit<Post, 'likes' | 'isLiked' | 'authorBio' | 'follow'>

/** What differs between visitors and members; each part has the same place for both. */
export interface PostParts<P extends ReadablePost> {
  BackLink: ComponentType
  Actions: ComponentType<{ post: P }>
  /** Above the post. */
  Notice: ComponentType<{ post: P }>
  AuthorName: ComponentType<{ post: P }>
  /** How to join, beside the text. */
  JoinCard: ComponentType<{ post: P }>
  /** The same at the bottom of a phone. */
  JoinBar: ComponentType<{ post: P }>
  /** Likes and the count of comments. */
  Reactions: ComponentType<{ post: P }>
  /** What is known of the project, below its links. */
  Facts: ComponentType<{ post: P }>
  Text: ComponentType<{ post: P }>
  /** Beside the text on wide screens, otherwise below it. */
  AuthorCard: ComponentType<{ post: P }>
  /** Beside the text on wide screens, otherwise at the end. */
  MoreByAuthor: ComponentType<{ post: P; className?: string }>
  /** Roles, team, updates and comments, below the text. */
  Sections: ComponentType<{ post: P }>
}

interface Props<P extends ReadablePost> {
  post: P
  parts: PostParts<P>
}

/** A project, at the address that everybody reads and at the one for members. */
export function PostArticle<P extends ReadablePost>({ post, parts }: Props<P>) {
  const { BackLink, Actions, Notice, AuthorName, JoinCard, JoinBar } = parts
  const { Reactions, Facts, Text, AuthorCard, MoreByAuthor, Sections } = parts

  useEffect(() => {
    document.title = `${post.title} · Dolph`
  }, [post.title])

  return (
    <PostLayout back={<BackLink />} actions={<Actions post={post} />} bar={<JoinBar post={post} />}>
      <div className="min-w-0 lg:col-span-2">
        <Notice post={post} />
      </div>
      <header className="grid content-start justify-items-start gap-3">
        <PageCover post={post} />
        <div className="mt-2 flex flex-wrap gap-1.5">
          <TypeBadge post={post} />
          <ProjectStateBadge state={post.project?.state} />
        </div>
        <h1 dir="auto" className="as-typed w-full text-2xl font-semibold wrap-anywhere sm:text-3xl">
          {post.title}
        </h1>
        <div className="mt-1 flex w-full min-w-0 items-center gap-3">
          <Avatar name={post.user?.userName ?? '?'} picture={post.user?.profilePicture} />
          <div className="grid min-w-0 text-sm">
            <AuthorName post={post} />
            <span className="text-faint">
              <RelativeTime at={post.createdAt} />
            </span>
          </div>
          {!post.hiddenAt && (
            <div className="ml-auto noscript:hidden">
              <ShareButton post={post} />
            </div>
          )}
        </div>
      </header>
      <aside aria-label="About this project" className={ASIDE_CLASS}>
        <JoinCard post={post} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Reactions post={post} />
        </div>
        <PostLinks post={post} variant="beside" />
        <Facts post={post} />
        <div className="grid gap-6 max-lg:hidden">
          <AuthorCard post={post} />
          <MoreByAuthor post={post} />
        </div>
      </aside>
      <Text post={post} />
      <div className="min-w-0">
        <div className="mt-8 lg:hidden">
          <AuthorCard post={post} />
        </div>
        <Sections post={post} />
        <MoreByAuthor post={post} className="mt-10 border-t border-line pt-6 lg:hidden" />
      </div>
    </PostLayout>
  )
}
