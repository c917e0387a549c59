import type pg from 'pg'

/** A text that was acknowledged with an id. */
interface Write {
  text: string
  id: string
}

type Kind = 'post' | 'comment' | 'message'

const STORED_TEXTS: Record<Kind, string> = {
  post: `select id, title as text from posts where title like 'drill %'`,
  comment: `select id, content as text from comments where content like 'drill %'`,
  message: `select id, content as text from messages where content like 'drill %'`,
}

/** Records what the API acknowledged, to compare it with the database in the end. */
export class WriteJournal {
  readonly #writes: Record<Kind, Write[]> = { post: [], comment: [], message: [] }
  /** The number of accounts that were created and deleted again. */
  deletedAccountCount = 0
  /** Writes that were answered with different ids when they were repeated. */
  readonly mismatches: string[] = []
  #count = 0

  /** A text that is not used twice in a run. */
  createText(): string {
    this.#count += 1
    return `drill ${this.#count}`
  }

  record(kind: Kind, text: string, id: string): void {
    this.#writes[kind].push({ text, id })
  }

  formatSummary(): string {
    const { post, comment, message } = this.#writes
    return `${post.length} posts, ${comment.length} comments, ${message.length} messages and ${this.deletedAccountCount} deleted accounts by HTTP`
  }

  /** Lists what is not in the database exactly once under the acknowledged id. */
  async findLost(database: pg.Pool): Promise<string[]> {
    const lost = [...this.mismatches]
    for (const [kind, writes] of Object.entries(this.#writes) as [Kind, Write[]][]) {
      const { rows } = await database.query<Write>(STORED_TEXTS[kind])
      const stored = Map.groupBy(rows, ({ text }) => text)
      for (const { text, id } of writes) {
        const ids = (stored.get(text) ?? []).map((row) => row.id)
        if (ids.length !== 1 || ids[0] !== id)
          lost.push(`${kind} '${text}' was acknowledged as ${id}, stored as [${ids.join()}]`)
      }
    }
    return lost
  }
}
