/** What members write besides messages. */
export type WriteKind = 'post' | 'like' | 'comment' | 'upload' | 'sign-up'

export interface WriteRecord {
  kind: WriteKind
  /** What identifies the write: its text, email or picture key; for a like the post and the member. */
  key: string
  /** The id in the reply, where there is one. */
  id: string | null
  outcome: 'pending' | 'acknowledged' | 'given up'
}

/** What the database and the mail server have, by kind. */
export interface StoredWrites {
  posts: { id: string; key: string }[]
  comments: { id: string; key: string }[]
  likes: string[]
  storedPictures: string[]
  signUps: string[]
  mailRecipients: string[]
}

/** Records every write and its outcome. */
export class WriteHistory {
  readonly writes: WriteRecord[] = []

  recordWrite(kind: WriteKind, key: string): WriteRecord {
    const write: WriteRecord = { kind, key, id: null, outcome: 'pending' }
    this.writes.push(write)
    return write
  }

  countPending(): number {
    return this.writes.filter(({ outcome }) => outcome === 'pending').length
  }

  acknowledged(kind: WriteKind): WriteRecord[] {
    return this.writes.filter((write) => write.kind === kind && write.outcome === 'acknowledged')
  }

  formatSummary(): string {
    const counts = Map.groupBy(this.writes, ({ kind }) => kind)
    return [...counts].map(([kind, writes]) => `${writes.length} of ${kind}`).join(', ')
  }
}

/** Lists what was acknowledged and is missing, and what is there more than once. */
export function findWriteFaults(history: WriteHistory, stored: StoredWrites) {
  const lost: string[] = []
  const duplicated: string[] = []
  for (const [kind, rows] of [
    ['post', stored.posts],
    ['comment', stored.comments],
  ] as const) {
    const ids = Map.groupBy(rows, ({ key }) => key)
    for (const { key, id } of history.acknowledged(kind))
      if (!ids.get(key)?.some((row) => row.id === id)) lost.push(`${kind} ${key}`)
    for (const [key, same] of ids) if (same.length > 1) duplicated.push(`${kind} ${key}`)
  }
  const required = [
    ['like', stored.likes],
    ['upload', stored.storedPictures],
    ['sign-up', stored.signUps],
    // The mail with the code follows each sign-up.
    ['sign-up', stored.mailRecipients],
  ] as const
  for (const [kind, keys] of required) {
    const present = new Set<string>(keys)
    const missing = history.acknowledged(kind).filter(({ key }) => !present.has(key))
    lost.push(...missing.map(({ key }) => `${kind} ${key}`))
  }
  return { lost, duplicated }
}
