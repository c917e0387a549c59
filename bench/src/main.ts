import { runAll } from './run-all.ts'
import { runShort } from './run-short.ts'
import { printCapacity } from './capacity/print-capacity.ts'
import { benchmarkCreatePost } from './benchmarks/create-post-benchmark.ts'
import { benchmarkDeletePost } from './benchmarks/delete-post-benchmark.ts'
import { benchmarkExport } from './benchmarks/export-benchmark.ts'
import { benchmarkFeed } from './benchmarks/feed-benchmark.ts'
import { benchmarkFollowers } from './benchmarks/followers-benchmark.ts'
import { benchmarkGrowth } from './benchmarks/growth-benchmark.ts'
import { benchmarkIgnoredMembers } from './benchmarks/ignored-members-benchmark.ts'
import { benchmarkInbox } from './benchmarks/inbox-benchmark.ts'
import { benchmarkJoinRequestYear } from './benchmarks/join-request-year-benchmark.ts'
import { benchmarkJoinRequests } from './benchmarks/join-requests-benchmark.ts'
import { benchmarkLikePost } from './benchmarks/like-post-benchmark.ts'
import { benchmarkMostLiked } from './benchmarks/most-liked-benchmark.ts'
import { benchmarkNotifications } from './benchmarks/notifications-benchmark.ts'
import { benchmarkPages } from './benchmarks/pages-benchmark.ts'
import { benchmarkPasskeys } from './benchmarks/passkey-benchmark.ts'
import { benchmarkPeople } from './benchmarks/people-benchmark.ts'
import { benchmarkPeopleSearch } from './benchmarks/people-search-benchmark.ts'
import { benchmarkProfile } from './benchmarks/profile-benchmark.ts'
import { benchmarkPostSearch } from './benchmarks/post-search-benchmark.ts'
import { benchmarkReview } from './benchmarks/review-benchmark.ts'
import { benchmarkRoles } from './benchmarks/roles-benchmark.ts'
import { benchmarkRoom } from './benchmarks/room-benchmark.ts'
import { benchmarkSendMessage } from './benchmarks/send-message-benchmark.ts'
import { benchmarkSignIn } from './benchmarks/sign-in-benchmark.ts'
import { benchmarkTraces } from './benchmarks/traces-benchmark.ts'
import { benchmarkVersions } from './benchmarks/versions-benchmark.ts'
import { benchmarkWebSockets } from './benchmarks/websocket-benchmark.ts'
import { requestCounts } from './request-counts.ts'

const benchmarks: Record<string, () => Promise<void>> = {
  capacity: printCapacity,
  create: benchmarkCreatePost,
  'delete-post': benchmarkDeletePost,
  export: benchmarkExport,
  feed: benchmarkFeed,
  followers: benchmarkFollowers,
  growth: benchmarkGrowth,
  ignored: benchmarkIgnoredMembers,
  inbox: benchmarkInbox,
  'join-request-year': benchmarkJoinRequestYear,
  'join-requests': benchmarkJoinRequests,
  like: benchmarkLikePost,
  liked: benchmarkMostLiked,
  notifications: benchmarkNotifications,
  pages: benchmarkPages,
  passkeys: benchmarkPasskeys,
  people: benchmarkPeople,
  'people-search': benchmarkPeopleSearch,
  profile: benchmarkProfile,
  review: benchmarkReview,
  roles: benchmarkRoles,
  room: benchmarkRoom,
  search: benchmarkPostSearch,
  send: benchmarkSendMessage,
  'sign-in': benchmarkSignIn,
  short: runShort,
  sockets: benchmarkWebSockets,
  traces: benchmarkTraces,
  versions: benchmarkVersions,
}

/**
 * In the order in which they run: those that change the loaded data come last. Growth is the first of them: it compares the loaded data with
 * its own, and does not want what the others wrote.
 */
const ALL = [
  'feed',
  'liked',
  'profile',
  'people',
  'inbox',
  'search',
  'people-search',
  'pages',
  'roles',
  'room',
  'ignored',
  'sign-in',
  'passkeys',
  'sockets',
  'notifications',
  'followers',
  'export',
  'join-requests',
  'join-request-year',
  'review',
  'traces',
  'growth',
  'send',
  'like',
  'create',
  'search',
  'delete-post',
]

const name = process.argv[2] ?? ''
const benchmark = name === 'all' ? () => runAll(ALL) : benchmarks[name]
if (!benchmark)
  throw new Error(
    `Unknown benchmark '${name}'; available: all, ${Object.keys(benchmarks).join(', ')}`,
  )
// The servers of a benchmark are stopped when its process exits, which it does not do by itself after a signal.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await benchmark()
if (requestCounts.refused + requestCounts.unanswered > 0) process.exitCode = 1
