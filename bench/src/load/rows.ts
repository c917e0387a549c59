import { createRandomSource } from './random-source.ts'
import { createTextSource } from './text-source.ts'

export interface Scale {
  posts: number
  members: number
  likes: number
  comments: number
}

/** The seed of all generated data: loads must be repeatable to be compared. */
export const SEED = 20261115
const YEAR_MS = 365 * 24 * 3_600_000
const YEARS = 2
const TYPES = [
  'showcase',
  'seeking-contributors',
  'looking-to-join',
  'in-development',
  'project-idea',
  'other',
  'hackathon',
  'learning-project',
  'open-source',
]

const SKILLS = Array.from({ length: 2_000 }, (_, index) => `skill-${index}`)

/** Generates the rows of an instance that has been in use for two years, as lines of COPY text. */
export function generateRows(scale: Scale, now: number) {
  const start = now - YEARS * YEAR_MS
  const random = createRandomSource(SEED)
  const text = createTextSource(random)
  const memberIds = Array.from({ length: scale.members }, () => createIdAt(start))
  const computePostTime = (index: number) =>
    start + ((now - start) * (index + 1)) / (scale.posts + 1)
  const postIds = Array.from({ length: scale.posts }, (_, index) =>
    createIdAt(computePostTime(index)),
  )

  function createIdAt(ms: number): string {
    const time = Math.floor(ms).toString(16).padStart(12, '0')
    const tail = Array.from({ length: 4 }, () => random.below(65_536).toString(16).padStart(4, '0'))
    const variant = (8 + random.below(4)).toString(16)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${tail[0]?.slice(1)}-${variant}${tail[1]?.slice(1)}-${tail[2]}${tail[3]}${tail[0]}`
  }

  /** Distributes about `total` items over the posts: most get a few, one in three hundred up to 400 times the mean. */
  function* distribute(total: number): Generator<[post: number, itemCount: number]> {
    const mean = total / scale.posts
    for (let post = 0; post < scale.posts; post += 1) {
      const outlier = random.heavyTail(mean * 400, 999)
      const itemCount = outlier > mean * 20 ? outlier : random.below(1.5 * mean + 1)
      yield [post, Math.min(itemCount, scale.members)]
    }
  }

  /** Every second member has a picture. */
  function hasPicture(index: number): boolean {
    return index % 2 === 0
  }

  function formatPictureKey(index: number): string {
    return String(index).padStart(43, '0')
  }

  return {
    *members() {
      for (const [index, id] of memberIds.entries()) {
        const name = text.words(2).replace(' ', '\t')
        yield `${id}\tmember_${index}\t${name}\t${hasPicture(index) ? formatPictureKey(index) : '\\N'}\n`
      }
    },
    *accounts() {
      const verified = new Date(start).toISOString()
      for (const [index, id] of memberIds.entries()) {
        yield `${id}\tmember_${index}@example.test\tnone\t${verified}\n`
      }
    },
    *pictures() {
      const stored = new Date(start).toISOString()
      for (const [index, id] of memberIds.entries()) {
        if (hasPicture(index))
          yield `${formatPictureKey(index)}\t${id}\t${stored}\t${stored}\ttrue\n`
      }
    },
    *profiles() {
      for (const id of memberIds) {
        const skills = Array.from(
          { length: random.below(12) },
          () => SKILLS[random.heavyTail(SKILLS.length, 2)],
        )
        const link = `https://github.com/sample-${random.below(1_000_000)}`
        yield `${id}\t${text.words(10 + random.below(60)).slice(0, 1000)}\t{${[...new Set(skills)].join()}}\t${link}\t${text.words(1)}\n`
      }
    },
    *posts() {
      for (const [index, id] of postIds.entries()) {
        const author = memberIds[random.below(scale.members)]
        const type = TYPES[random.heavyTail(TYPES.length, 2)]
        const title = text
          .words(3 + random.below(5))
          .slice(0, 100)
          .trimEnd()
        const body = text.words(20 + random.below(150)).slice(0, 5000)
        const github = index % 3 === 0 ? `https://github.com/sample/project-${index}` : ''
        yield `${id}\t${author}\t${type}\t${title}\t${body}\t${github}\n`
      }
    },
    *likes() {
      for (const [post, itemCount] of distribute(scale.likes)) {
        const first = random.below(scale.members)
        for (let index = 0; index < itemCount; index += 1) {
          const member = memberIds[(first + index * 7_919) % scale.members]
          const at =
            computePostTime(post) + ((now - computePostTime(post)) * (index + 1)) / (itemCount + 1)
          yield `${postIds[post]}\t${member}\t${new Date(at).toISOString()}\n`
        }
      }
    },
    *comments() {
      for (const [post, itemCount] of distribute(scale.comments)) {
        let root = '\\N'
        for (let index = 0; index < itemCount; index += 1) {
          const id = createIdAt(
            computePostTime(post) + ((now - computePostTime(post)) * (index + 1)) / (itemCount + 1),
          )
          const author = memberIds[random.below(scale.members)]
          const depth = root === '\\N' ? 0 : 1
          yield `${id}\t${postIds[post]}\t${root}\t${root}\t${depth}\t${author}\t${text.words(4 + random.below(30))}\n`
          root = index % 3 === 0 ? id : '\\N'
        }
      }
    },
  }
}
