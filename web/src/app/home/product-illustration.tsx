import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { QueryClientContext } from '@tanstack/react-query'
import { use } from 'react'
import { Link } from 'react-router'
import { WaveBackground } from '../../ui/brand/wave-background.tsx'
import { MessageItem } from '../../features/messaging/conversation/message-item.tsx'
import { buildMessageRows } from '../../features/messaging/conversation/message-rows.ts'
import { PostCard } from '../../features/posts/feed/post-card.tsx'
import { LikeCount, TypeBadge } from '../../features/posts/post-parts.tsx'
import { useNow } from '../../lib/now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { HOME_KEY, type HomeData } from './home-data.ts'
import { LiveRoleCard } from './live-role-card.tsx'
import { SAMPLE_MESSAGES, SAMPLE_NOW, SAMPLE_PEER, createSamplePosts } from './sample-data.ts'

/** The newest projects and an open role, or samples where there are few, in the components that members use. */
export function ProductIllustration() {
  const data = use(QueryClientContext)?.getQueryData<HomeData>(HOME_KEY)
  return data ? <LiveScene data={data} /> : <SampleScene />
}

function LiveScene({ data: { posts, role } }: { data: HomeData }) {
  return (
    <figure className="grid gap-3">
      <div className={SCENE_CLASS}>
        <WaveBackground className="absolute inset-x-0 bottom-0 -z-10" />
        <div className="grid gap-4 *:min-w-0 max-md:pr-5 lg:max-xl:contents">
          {posts.slice(0, 2).map((post) => (
            <div key={post._id} className="max-md:first:hidden lg:max-xl:last:mt-16">
              <PostCard
                post={post}
                to={buildPublicPostPath(post)}
                author={<span className="truncate font-medium">{post.user?.userName}</span>}
                type={<TypeBadge post={post} to={null} />}
                likes={<LikeCount post={post} />}
              >
                <Link
                  to={buildPublicPostPath(post)}
                  aria-label={`See the project: ${post.title}`}
                  className="inline-flex min-h-6 items-center font-medium text-link hover:underline"
                >
                  See the project
                </Link>
              </PostCard>
            </div>
          ))}
        </div>
        <div className="grid min-w-0 gap-4">
          {role && <LiveRoleCard item={role} />}
          <div inert aria-hidden="true" className="select-none">
            <SampleConversation />
          </div>
        </div>
      </div>
      <figcaption className="px-1 text-sm text-pretty text-faint">
        {role ? 'The newest projects and an open role' : 'The newest projects'} on Dolph. The
        conversation is a sample.
      </figcaption>
    </figure>
  )
}

/** Inert: nothing in it leads anywhere. */
function SampleScene() {
  const posts = createSamplePosts(useNow())
  return (
    <figure className="grid gap-3">
      <div inert aria-hidden="true" className={cx(SCENE_CLASS, 'select-none')}>
        <WaveBackground className="absolute inset-x-0 bottom-0 -z-10" />
        <div className="grid gap-4 *:min-w-0 max-md:pr-5 lg:max-xl:contents">
          {posts.map((post) => (
            <div key={post._id} className="max-md:first:hidden lg:max-xl:last:mt-16">
              <PostCard
                post={post}
                author={<span className="truncate font-medium">{post.user?.userName}</span>}
                type={<TypeBadge post={post} to={null} />}
                likes={<LikeCount post={post} />}
              >
                <span className="font-medium text-link">Read More</span>
              </PostCard>
            </div>
          ))}
        </div>
        <SampleConversation />
      </div>
      <figcaption className="px-1 text-sm text-pretty text-faint">
        Dolph as members see it. The projects and people in this picture are samples.
      </figcaption>
    </figure>
  )
}

/** Cards at different heights above calm water. */
const SCENE_CLASS = cx(
  'relative isolate grid gap-4 overflow-hidden rounded-sheet border border-line bg-linear-to-b',
  'from-sunken to-primary-soft p-4 sm:p-5 md:grid-cols-2 md:items-center',
  '**:data-cover:aspect-4/1 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 lg:max-xl:grid-cols-3 lg:max-xl:items-start',
)

function SampleConversation() {
  const newestOwn = SAMPLE_MESSAGES.findLast(({ isMine }) => isMine)?.key
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface shadow-soft max-md:ml-5 lg:max-xl:mt-6">
      <div className="flex items-center gap-3 border-b border-line px-4 py-3">
        <Avatar name={SAMPLE_PEER} />
        <div className="grid">
          <span className="text-sm font-semibold">{SAMPLE_PEER}</span>
          <span className="text-xs font-medium text-success">Online</span>
        </div>
      </div>
      <ol className="px-4 pt-1 pb-4">
        {buildMessageRows(SAMPLE_MESSAGES).map(
          (row) =>
            row.kind === 'message' && (
              <MessageItem
                key={row.key}
                row={row}
                name={SAMPLE_PEER}
                now={SAMPLE_NOW}
                isNewestOwn={row.key === newestOwn}
                searchTerm={undefined}
                onRetry={() => undefined}
                actions={{}}
                isTabStop={false}
              />
            ),
        )}
      </ol>
    </div>
  )
}
