import { buildPublicPostPath } from '@dolph/contract/public-posts'
import { describePublicPost, type PublicPost } from '@dolph/contract/read-public-post'
import { useEffect } from 'react'
import { updateDocumentHead } from '../../../lib/url/document-head.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ServerMarkdown } from '../../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ProjectStateBadge } from '../../projects/project-state-badge.tsx'
import { RepositoryFacts } from '../../roles/repository-facts.tsx'
import { PostCover } from '../cover/post-cover.tsx'
import { PostLinks } from '../post-page/post-links.tsx'
import { AuthorLink, CommentCount, LikeCount, TypeBadge } from '../post-parts.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { CommentsNote } from './comments-note.tsx'
import { JoinLink } from './join-link.tsx'
import { MoreProjects } from './more-projects.tsx'
import { PublicPostLayout } from './public-post-layout.tsx'
import { PublicRoles } from './public-roles.tsx'
import { PublicTeam } from './public-team.tsx'
import { PublicUpdates } from './public-updates.tsx'
import { TopicList } from './topic-list.tsx'

/** Everything of a project that people without an account may read. */
export function PublicPostArticle({ post }: { post: PublicPost }) {
  useEffect(() => {
    document.title = `${post.title} · Dolph`
    updateDocumentHead({ description: describePublicPost(post) }, buildPublicPostPath(post))
  }, [post])

  return (
    <PublicPostLayout
      actions={
        <div className="noscript:hidden">
          <ShareButton post={post} />
        </div>
      }
    >
      <header className="grid content-start justify-items-start gap-3">
        <PostCover post={post} size="page" isEager />
        <div className="mt-2 flex flex-wrap gap-1.5">
          <TypeBadge post={post} />
          <ProjectStateBadge state={post.project?.state} />
        </div>
        <h1
          dir="auto"
          className="as-typed w-full text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl"
        >
          {post.title}
        </h1>
        <div className="mt-1 flex w-full min-w-0 items-center gap-3">
          <Avatar name={post.user?.userName ?? '?'} picture={post.user?.profilePicture} />
          <div className="grid min-w-0 text-sm">
            <AuthorLink post={post} />
            <span className="text-faint">
              <RelativeTime at={post.createdAt} />
            </span>
          </div>
        </div>
      </header>
      <aside aria-label="About this project" className={ASIDE_CLASS}>
        <JoinLink postId={post._id} className="w-full sm:w-auto lg:w-full" />
        <div className="flex h-9 items-center gap-4">
          <LikeCount post={post} />
          <CommentCount post={post} />
        </div>
        <PostLinks post={post} variant="beside" />
        {post.repository && <RepositoryFacts repository={post.repository} />}
        <TopicList topics={post.topics} />
      </aside>
      <ServerMarkdown
        text={post.body}
        headingLevel={2}
        hasPictures
        className="mt-6 min-w-0 leading-7 sm:mt-8"
      />
      <PublicRoles post={post} />
      <PublicTeam post={post} />
      <PublicUpdates updates={post.updates} />
      <CommentsNote post={post} />
      <MoreProjects post={post} />
    </PublicPostLayout>
  )
}

const ASIDE_CLASS =
  'mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm text-muted lg:sticky lg:top-22 lg:row-span-7 lg:mt-0 lg:grid lg:gap-4 lg:self-start'
