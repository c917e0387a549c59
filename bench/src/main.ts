import { benchmarkCreatePost } from './create-post-benchmark.ts'
import { benchmarkDeletePost } from './delete-post-benchmark.ts'
import { benchmarkFeed } from './feed-benchmark.ts'
import { benchmarkGrowth } from './growth-benchmark.ts'
import { benchmarkInbox } from './inbox-benchmark.ts'
import { benchmarkLikePost } from './like-post-benchmark.ts'
import { benchmarkMostLiked } from './most-liked-benchmark.ts'
import { benchmarkPeopleSearch } from './people-search-benchmark.ts'
import { benchmarkProfile } from './profile-benchmark.ts'
import { benchmarkPostSearch } from './post-search-benchmark.ts'
import { benchmarkSendMessage } from './send-message-benchmark.ts'
import { benchmarkSignIn } from './sign-in-benchmark.ts'
import { benchmarkWebSockets } from './websocket-benchmark.ts'

const benchmarks: Record<string, () => Promise<void>> = {
  create: benchmarkCreatePost,
  'delete-post': benchmarkDeletePost,
  feed: benchmarkFeed,
  growth: benchmarkGrowth,
  inbox: benchmarkInbox,
  like: benchmarkLikePost,
  liked: benchmarkMostLiked,
  people: benchmarkPeopleSearch,
  profile: benchmarkProfile,
  search: benchmarkPostSearch,
  send: benchmarkSendMessage,
  'sign-in': benchmarkSignIn,
  sockets: benchmarkWebSockets,
}

const name = process.argv[2] ?? ''
const benchmark = benchmarks[name]
if (!benchmark)
  throw new Error(`Unknown benchmark '${name}'; available: ${Object.keys(benchmarks).join(', ')}`)
await benchmark()
