import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import type { Post } from '@dolph/contract/posts/posts'
import {
  COUNTED_ROLES_MAX,
  describeSkillPage,
  PAGE_ROLES_MAX,
  type SkillSummary,
} from '@dolph/contract/skills/skill-pages'
import { useQuery } from '@tanstack/react-query'
import { FileX, Rss, UsersRound } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isNotFound } from '../../lib/api/api-error.ts'
import { updateDocumentHead } from '../../lib/url/document-head.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { buildLoginPath } from '../accounts/sign-in/login-path.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { PostCard } from '../posts/feed/post-card.tsx'
import { LikeButton } from '../posts/likes/like-button.tsx'
import { LikeCount } from '../posts/post-parts.tsx'
import { getPostPath, LinkWithReturnPath } from '../posts/read-more-link.tsx'
import { haveDifferentStates } from '../roles/browse/role-list-query.ts'
import { RoleListRow } from '../roles/browse/role-list-row.tsx'
import { RoleListSkeleton } from '../roles/roles-skeleton.tsx'
import { skillPageQuery, type SkillPageReply, type SubjectKind } from './skill-page-query.ts'

const SKELETON_ROWS = 3
/** Where a member says that they are open to join. */
const PROFILE = { pathname: '/profile', search: '', hash: '' }

interface Props {
  kind: SubjectKind
  /** Of a skill, any spelling. */
  subjectKey: string
}

/** The page of a skill or topic. */
export function SubjectPage({ kind, subjectKey }: Props) {
  const { data: page, error, refetch } = useQuery(skillPageQuery(kind, subjectKey))
  if (isNotFound(error)) return <SubjectNotFound kind={kind} />
  if (page) return <SubjectContent kind={kind} page={page} />
  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 sm:py-10">
      {error ? (
        <div role="alert">
          <LoadError
            title="Failed to load roles"
            titleAs="h1"
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="grid gap-6">
          <div className="grid gap-2">
            <Skeleton className="h-9 w-56" />
            <Skeleton className="h-5 w-72" />
          </div>
          <RoleListSkeleton count={SKELETON_ROWS} />
        </div>
      )}
    </div>
  )
}

function SubjectContent({ kind, page }: { kind: SubjectKind; page: SkillPageReply }) {
  const { summary, roles, data: posts } = page
  const isMember = useViewer() !== null
  const hasStates = haveDifferentStates(roles)
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${summary.name}: open roles and projects · Dolph`
    updateDocumentHead({ description: describeSkillPage(summary) }, pathname)
  }, [summary, pathname])

  return (
    <div className="page flex flex-1 flex-col gap-8 py-6 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1.5">
          <h1 dir="auto" className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">
            {summary.name}
          </h1>
          <p className="text-pretty text-muted">{introduce(kind, summary)}</p>
        </div>
        <a
          href={`${pathname}/feed.xml`}
          className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-link hover:underline"
        >
          <Rss className="size-4" aria-hidden="true" />
          Atom feed
        </a>
      </header>
      {roles.length === 0 ? (
        <NoRoles kind={kind} name={summary.name} />
      ) : (
        <Section title="Open roles">
          <div className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
            {roles.map((item) => (
              <RoleListRow
                key={item.role._id}
                item={item}
                isMember={isMember}
                hasStates={hasStates}
              />
            ))}
          </div>
          {summary.openRoles > PAGE_ROLES_MAX && (
            <TextLink to={`/roles?${new URLSearchParams({ [kind]: summary.key })}`}>
              {`All open roles for ${summary.name}`}
            </TextLink>
          )}
        </Section>
      )}
      {posts.length > 0 && (
        <Section title="Newest projects">
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 sm:gap-5">
            {posts.map((post) => (
              <ProjectCard key={post._id} post={post} isMember={isMember} />
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid justify-items-start gap-4 *:w-full">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** Visitors read the public page of a project, members the page with its comments. */
function ProjectCard({ post, isMember }: { post: Post; isMember: boolean }) {
  const path = isMember ? getPostPath(post) : buildPublicPostPath(post)
  const Likes = isMember ? LikeButton : LikeCount
  return (
    <PostCard post={post} to={path} likes={<Likes post={post} />}>
      <LinkWithReturnPath
        to={path}
        aria-label={`View project: ${post.title}`}
        className="inline-flex min-h-6 items-center font-medium text-link hover:underline"
      >
        View project
      </LinkWithReturnPath>
    </PostCard>
  )
}

function NoRoles({ kind, name }: { kind: SubjectKind; name: string }) {
  const isMember = useViewer() !== null
  return (
    <EmptyState
      icon={UsersRound}
      title={
        kind === 'skill'
          ? `Nobody looks for ${name} right now.`
          : `No roles are open for ${name} right now.`
      }
      action={
        <ButtonLink to={isMember ? PROFILE : buildLoginPath(PROFILE)} variant="primary">
          Open to join
        </ButtonLink>
      }
    >
      Mark yourself as open to join, and owners can find and invite you.
    </EmptyState>
  )
}

function SubjectNotFound({ kind }: { kind: SubjectKind }) {
  const title = kind === 'skill' ? 'Skill not found' : 'Topic not found'
  useEffect(() => {
    document.title = `${title} · Dolph`
  }, [title])
  return (
    <div className="page flex-1">
      <EmptyState
        icon={FileX}
        title={title}
        titleAs="h1"
        action={<ButtonLink to="/roles">Open roles</ButtonLink>}
      >
        {kind === 'skill' ? 'No project and no profile names it.' : 'The link may be incomplete.'}
      </EmptyState>
    </div>
  )
}

function introduce(kind: SubjectKind, { openRoles }: SkillSummary): string {
  const subject = kind === 'skill' ? 'this skill' : 'this topic'
  if (openRoles === 0) return `Open roles and projects for ${subject}.`
  if (openRoles >= COUNTED_ROLES_MAX) return `More than ${COUNTED_ROLES_MAX - 1} open roles.`
  return openRoles === 1 ? '1 open role.' : `${openRoles} open roles.`
}
