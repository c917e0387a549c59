import { database, type Member, type PostFixture } from '../support/members.ts'
import { readStoredMessages } from '../support/messaging.ts'

/** What the member did, and which of it the page confirmed. Texts are unique. */
export class TrainRecord {
  readonly comments = new Map<string, boolean>()
  readonly messages = new Map<string, boolean>()
  readonly posts = new Map<string, boolean>()
  /** By post: the last state that the page confirmed. Without an entry the state is unknown. */
  readonly likes = new Map<string, boolean>()
  readonly saves = new Map<string, boolean>()

  countConfirmed(): number {
    const sent = [this.comments, this.messages, this.posts].flatMap((map) => [...map.values()])
    return sent.filter(Boolean).length + this.likes.size + this.saves.size
  }

  /** Compares the record with the database. `lost`: confirmed and not stored; `doubled`: stored more than once. */
  async compare(member: Member, peer: Member, posts: readonly PostFixture[]) {
    const lost: string[] = []
    const doubled: string[] = []
    const check = (kind: string, sent: ReadonlyMap<string, boolean>, stored: readonly string[]) => {
      for (const [text, isConfirmed] of sent) {
        const count = stored.filter((each) => each === text).length
        if (count > 1) doubled.push(`${kind} ${text}`)
        if (count === 0 && isConfirmed) lost.push(`${kind} ${text}`)
      }
    }
    const comments = await Promise.all(posts.map((post) => post.readComments()))
    check(
      'comment',
      this.comments,
      comments.flat().map(({ content }) => content ?? ''),
    )
    const messages = await readStoredMessages(member, peer)
    check(
      'message',
      this.messages,
      messages.map(({ content }) => content),
    )
    check('post', this.posts, await readTitles(member))
    for (const [id, isLiked] of this.likes)
      if ((await isStored('post_likes', member, id)) !== isLiked) lost.push(`like ${id}`)
    for (const [id, isSaved] of this.saves)
      if ((await isStored('follows', member, id)) !== isSaved) lost.push(`save ${id}`)
    return { lost, doubled }
  }
}

async function readTitles({ id }: Member): Promise<string[]> {
  const posts = database.selectFrom('posts').select('title').where('author_id', '=', id)
  return (await posts.execute()).map(({ title }) => title)
}

async function isStored(
  table: 'post_likes' | 'follows',
  member: Member,
  postId: string,
): Promise<boolean> {
  const rows = database
    .selectFrom(table)
    .select('post_id')
    .where('member_id', '=', member.id)
    .where('post_id', '=', postId)
  return (await rows.execute()).length > 0
}
