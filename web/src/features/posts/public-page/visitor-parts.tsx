import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { RepositoryFacts } from '../../roles/repository-facts.tsx'
import { AuthorCard } from '../post-page/author-card.tsx'
import { MoreProjects } from '../post-page/more-projects.tsx'
import type { PostParts, ReadablePost } from '../post-page/post-article.tsx'
import { PostText } from '../post-page/post-text.tsx'
import { CommentCount, LikeCount } from '../post-parts.tsx'
import { CommentsNote } from './comments-note.tsx'
import { PublicRoles } from './public-roles.tsx'
import { PublicTeam } from './public-team.tsx'
import { PublicUpdates } from './public-updates.tsx'
import { TopicList } from '../../projects/topic-list.tsx'
import { VisitorJoinBar, VisitorJoinCard } from './visitor-join.tsx'

/** What people without an account read of a project. The document of the page has only this, for members too. */
export const VISITOR_PARTS: PostParts<PublicPost> = {
  BackLink: BrowseLink,
  Actions: Nothing,
  Notice: Nothing,
  AuthorName: VisitorAuthorName,
  JoinCard: VisitorJoinCard,
  JoinBar: VisitorJoinBar,
  Reactions: VisitorReactions,
  Facts: VisitorFacts,
  Text: PostText,
  AuthorCard: VisitorAuthorCard,
  MoreByAuthor: VisitorMoreByAuthor,
  Sections: VisitorSections,
}

export function BrowseLink() {
  return (
    <Link
      to="/browse"
      className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Explore projects
    </Link>
  )
}

export function Nothing() {
  return null
}

/** No link: profiles are for members. */
export function VisitorAuthorName({ post: { user } }: { post: ReadablePost }) {
  return (
    <span className={user ? 'truncate font-medium text-ink' : 'font-medium text-muted'}>
      {user?.userName ?? 'Unknown User'}
    </span>
  )
}

export function VisitorReactions({ post }: { post: ReadablePost }) {
  return (
    <div className="flex h-9 items-center gap-4">
      <LikeCount post={post} />
      <CommentCount post={post} />
    </div>
  )
}

function VisitorFacts({ post }: { post: PublicPost }) {
  return (
    <>
      {post.repository && <RepositoryFacts repository={post.repository} />}
      <TopicList topics={post.topics} />
    </>
  )
}

function VisitorAuthorCard({ post: { user } }: { post: PublicPost }) {
  return user && <AuthorCard author={user} />
}

function VisitorMoreByAuthor({ post, className }: { post: PublicPost; className?: string }) {
  return (
    post.user && (
      <MoreProjects
        authorName={post.user.userName}
        projects={post.moreByAuthor}
        buildPath={buildPublicPostPath}
        className={className}
      />
    )
  )
}

function VisitorSections({ post }: { post: PublicPost }) {
  return (
    <>
      <PublicRoles post={post} />
      <PublicTeam post={post} />
      <PublicUpdates updates={post.updates} />
      <CommentsNote post={post} />
    </>
  )
}
