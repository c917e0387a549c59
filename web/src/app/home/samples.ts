import type { Post } from '@dolph/contract/posts'
import type { ShownMessage } from '../../features/messaging/shown.ts'

const HOUR_MS = 3_600_000
/** So that "2 hours ago" does not stand on the edge between two. */
const A_LITTLE_MS = 60_000

/** Projects for a picture of the product. They are as old as the picture says, whenever it is looked at. */
export function samplePosts(now: Date): Post[] {
  return [
    sample(now, 2, {
      _id: 'sample-tide',
      title: 'Tidewatch: a tide clock for the kitchen wall',
      type: 'showcase',
      body: 'An e-paper clock that shows the tide for your beach and runs a year on two batteries. The firmware is Rust, the case is printed, and the plans are open.',
      github: 'https://github.com/',
      demo: 'https://example.com/',
      user: { _id: 'sample-noor', userName: 'noor', profilePicture: '' },
      likeCount: 128,
      commentCount: 24,
    }),
    sample(now, 5, {
      _id: 'sample-score',
      title: 'Sheet music that a screen reader can read',
      type: 'seeking-contributors',
      body: 'The parser works and reads most MusicXML. What is missing is somebody who knows screen readers well, and a pianist who wants to try it every week.',
      github: 'https://github.com/',
      user: { _id: 'sample-teo', userName: 'teo-b', profilePicture: '' },
      likeCount: 57,
      commentCount: 9,
    }),
  ]
}

function sample(now: Date, hoursAgo: number, fields: Partial<Post> & Pick<Post, Needed>): Post {
  const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS - A_LITTLE_MS).toISOString()
  return { github: '', demo: '', projectUrl: '', likes: [], isLiked: false, createdAt, ...fields }
}

type Needed = '_id' | 'title' | 'type' | 'body' | 'user' | 'likeCount' | 'commentCount'

/** Who speaks in the sample conversation. */
export const SAMPLE_PEER = 'teo-b'

/** Without a time zone: the clock shows the same wherever one looks. */
export const SAMPLE_NOW = new Date('2026-11-15T10:30:00')

export const SAMPLE_MESSAGES: readonly ShownMessage[] = [
  message(
    'theirs',
    '10:12',
    'Hi! Your comment on the parser was spot on. Do you use a screen reader yourself?',
  ),
  message('mine', '10:15', 'Every day, and I play the piano badly. Both seem to be useful here.'),
  message('mine', '10:15', 'Shall I start with the two open questions about chords?'),
  message('theirs', '10:21', 'Yes please. I will write down what I know tonight.'),
]

function message(by: 'mine' | 'theirs', at: string, content: string): ShownMessage {
  const isMine = by === 'mine'
  return {
    key: content,
    _id: null,
    content,
    isMine,
    createdAt: `2026-11-15T${at}:00`,
    label: isMine ? 'Read' : null,
    failure: null,
  }
}
