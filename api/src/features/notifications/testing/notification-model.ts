import { LIKE_MILESTONES, type NotificationKind } from '@dolph/contract/notifications/notifications'

interface ModelComment {
  id: string
  postId: string
  authorId: string
}

interface ModelLine {
  memberId: string
  kind: NotificationKind
  targetId: string
  comments: ModelComment[]
  milestone: number
  /** Of the action that made it grow last. */
  time: number
  isRead: boolean
}

/** The rules of notifications without a database: what members have in their lists after each action. */
export class NotificationModel {
  lines: ModelLine[] = []
  readonly comments = new Map<string, ModelComment>()
  readonly postAuthors = new Map<string, string>()
  readonly blocks = new Set<string>()
  readonly mutes = new Set<string>()
  readonly postMutes = new Set<string>()
  /** `member kind` of what is switched off. */
  readonly switchedOff = new Set<string>()
  readonly #likes = new Map<string, Set<string>>()
  readonly #reached = new Map<string, number>()
  #time = 0

  addComment(comment: ModelComment, answeredId: string | null): void {
    this.comments.set(comment.id, comment)
    const answeredAuthor = answeredId && this.comments.get(answeredId)?.authorId
    const postAuthor = this.postAuthors.get(comment.postId) ?? ''
    if (answeredAuthor) this.#notifyOfComment(answeredAuthor, 'reply', comment)
    if (postAuthor !== answeredAuthor) this.#notifyOfComment(postAuthor, 'comment', comment)
  }

  deleteComment(id: string): void {
    this.comments.delete(id)
    for (const line of this.lines) line.comments = line.comments.filter((each) => each.id !== id)
    this.lines = this.lines.filter(({ kind, comments }) => kind === 'like' || comments.length > 0)
  }

  /** Takes each of the two out of the lines of the other. */
  forgetEachOther(one: string, other: string): void {
    for (const line of this.lines) {
      const hiddenId = { [one]: other, [other]: one }[line.memberId]
      line.comments = line.comments.filter(({ authorId }) => authorId !== hiddenId)
    }
    this.lines = this.lines.filter(({ kind, comments }) => kind === 'like' || comments.length > 0)
  }

  setLike(postId: string, memberId: string, isLiked: boolean): void {
    const likes = this.#likes.get(postId) ?? new Set()
    this.#likes.set(postId, likes)
    const isNew = isLiked && !likes.has(memberId)
    if (isLiked) likes.add(memberId)
    else likes.delete(memberId)
    const authorId = this.postAuthors.get(postId) ?? ''
    if (!isNew || memberId === authorId || !this.canBeNotifiedBy(authorId, memberId)) return
    const others = likes.size - Number(likes.has(authorId))
    // The author's own like moves the number by one.
    if (!LIKE_MILESTONES.some((each) => likes.size === each || likes.size === each + 1)) return
    const milestone = Math.max(0, ...LIKE_MILESTONES.filter((each) => each <= others))
    if (milestone <= (this.#reached.get(postId) ?? 0)) return
    this.#reached.set(postId, milestone)
    if (!this.#isWanted(authorId, 'like', postId)) return
    const line = this.#findUnread(authorId, 'like', postId) ?? this.#start(authorId, 'like', postId)
    Object.assign(line, { milestone, time: (this.#time += 1) })
  }

  readLines(lines: ModelLine[]): void {
    for (const line of lines) line.isRead = true
  }

  /** The newest first. */
  listOf(memberId: string): ModelLine[] {
    return this.lines
      .filter((line) => line.memberId === memberId)
      .toSorted((one, other) => other.time - one.time)
  }

  canBeNotifiedBy(memberId: string, otherId: string): boolean {
    return !this.isBlocked(memberId, otherId) && !this.mutes.has(`${memberId} ${otherId}`)
  }

  isBlocked(one: string, other: string): boolean {
    return this.blocks.has(`${one} ${other}`) || this.blocks.has(`${other} ${one}`)
  }

  #notifyOfComment(memberId: string, kind: NotificationKind, comment: ModelComment): void {
    const { authorId, postId } = comment
    if (memberId === authorId || !this.canBeNotifiedBy(memberId, authorId)) return
    if (!this.#isWanted(memberId, kind, postId)) return
    const unread = this.#findUnread(memberId, kind, postId)
    const startedByAuthor = this.listOf(memberId).filter(
      ({ comments }) => comments[0]?.authorId === authorId,
    )
    if (!unread && startedByAuthor.length >= 5) return
    const line = unread ?? this.#start(memberId, kind, postId)
    line.comments.push(comment)
    line.time = this.#time += 1
  }

  #isWanted(memberId: string, kind: NotificationKind, postId: string): boolean {
    return (
      !this.switchedOff.has(`${memberId} ${kind}`) && !this.postMutes.has(`${memberId} ${postId}`)
    )
  }

  #findUnread(memberId: string, kind: NotificationKind, targetId: string): ModelLine | undefined {
    return this.lines.find(
      (line) =>
        line.memberId === memberId &&
        line.kind === kind &&
        line.targetId === targetId &&
        !line.isRead,
    )
  }

  #start(memberId: string, kind: NotificationKind, targetId: string): ModelLine {
    const line = { memberId, kind, targetId, comments: [], milestone: 0, time: 0, isRead: false }
    this.lines.push(line)
    return line
  }
}

/** A line as a row of `notifications`. */
export function toRow({ memberId, kind, targetId, comments, milestone, isRead }: ModelLine) {
  const authors = comments.toReversed().map(({ authorId }) => authorId)
  return {
    memberId,
    kind,
    targetId,
    count: kind === 'like' ? milestone : comments.length,
    commentId: comments.at(-1)?.id ?? null,
    actors: [...new Set(authors)].slice(0, 3),
    isRead,
  }
}
