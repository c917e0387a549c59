import type { Post } from '@dolph/contract/posts/posts'
import type { DisplayedMessage } from '../../features/messaging/conversation/displayed-messages.ts'

const HOUR_MS = 3_600_000
/** Keeps "2 hours ago" clear of the boundary between two hours. */
const ROUNDING_MARGIN_MS = 60_000

/** Posts for the product illustration. Their age is relative to `now`, so that it is always the same. */
export function createSamplePosts(now: Date): Post[] {
  return [
    createSamplePost(now, 2, {
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
    createSamplePost(now, 5, {
      _id: 'sample-score',
      title: 'Sheet music that a screen reader can read',
      type: 'seeking-contributors',
      body: 'The parser works and reads most MusicXML. What is missing is someone who knows screen readers well, and a pianist who wants to try it every week.',
      github: 'https://github.com/',
      user: { _id: 'sample-teo', userName: 'teo-b', profilePicture: '' },
      likeCount: 57,
      commentCount: 9,
    }),
  ]
}

function createSamplePost(
  now: Date,
  hoursAgo: number,
  fields: Partial<Post> & Pick<Post, RequiredPostField>,
): Post {
  const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS - ROUNDING_MARGIN_MS).toISOString()
  return {
    github: '',
    demo: '',
    projectUrl: '',
    likes: [],
    isLiked: false,
    createdAt,
    project: null,
    cover: null,
    ...fields,
  }
}

type RequiredPostField = '_id' | 'title' | 'type' | 'body' | 'user' | 'likeCount' | 'commentCount'

/** The other member of the sample conversation. */
export const SAMPLE_PEER = 'teo-b'

/** Without a time zone, so that every viewer sees the same time. */
export const SAMPLE_NOW = new Date('2026-11-15T10:30:00')

export const SAMPLE_MESSAGES: readonly DisplayedMessage[] = [
  createSampleMessage(
    'theirs',
    '10:12',
    'Hi! Your comment on the parser was spot on. Do you use a screen reader yourself?',
  ),
  createSampleMessage(
    'mine',
    '10:15',
    'Every day, and I play the piano badly. Both seem to be useful here.',
  ),
  createSampleMessage('mine', '10:15', 'Shall I start with the two open questions about chords?'),
  createSampleMessage('theirs', '10:21', 'Yes please. I will write down what I know tonight.'),
]

function createSampleMessage(
  sender: 'mine' | 'theirs',
  time: string,
  content: string,
): DisplayedMessage {
  const isMine = sender === 'mine'
  return {
    key: content,
    _id: null,
    content,
    isMine,
    createdAt: `2026-11-15T${time}:00`,
    label: isMine ? 'Read' : null,
    failure: null,
  }
}
