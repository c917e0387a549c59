import { countOpenRoles, JoinBar } from '../post-page/join-bar.tsx'
import { JoinCardSkeleton } from '../post-page/join-card.tsx'
import type { PostParts, ReadablePost } from '../post-page/post-article.tsx'
import { PostTextSkeleton } from '../post-page/post-text.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BrowseLink, Nothing, VisitorAuthorName, VisitorReactions } from './visitor-parts.tsx'

/**
 * What a list knows of a project, while its page loads. The text waits: what is known of the project's repository and topics comes
 * above it on phones, and would move it.
 */
export const LISTED_PARTS: PostParts<ReadablePost> = {
  BackLink: BrowseLink,
  Actions: Nothing,
  Notice: Nothing,
  AuthorName: VisitorAuthorName,
  JoinCard: ListedJoinCard,
  JoinBar: ListedJoinBar,
  Reactions: VisitorReactions,
  Facts: Nothing,
  Text: PostTextSkeleton,
  AuthorCard: Nothing,
  MoreByAuthor: Nothing,
  Sections: Nothing,
}

function ListedJoinCard({ post: { project } }: { post: ReadablePost }) {
  return <JoinCardSkeleton count={project?.openRoles ?? 0} />
}

function ListedJoinBar({ post: { project } }: { post: ReadablePost }) {
  const openRoles = project?.openRoles ?? 0
  return (
    <JoinBar
      label={openRoles > 0 ? countOpenRoles(openRoles) : ''}
      action={<Skeleton className="h-10 w-36" />}
    />
  )
}
