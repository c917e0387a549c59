import type { FileStore } from '../../platform/storage/file-store.ts'
import { Erasure } from './erasure-kinds.ts'

const FOLDER = 'erasures'
const DAY_MS = 86_400_000
const PAGE_SIZE = 1_000
/** Shorter than rows are kept in the database: an older line may be missing there because it expired. */
export const LIST_DAYS = 38

/** The list of erasures as files of the backup store, one per batch: `erasures/<day>/<first id>.jsonl`. */
export class ErasureList {
  readonly #store: FileStore

  constructor(store: FileStore) {
    this.#store = store
  }

  /** A batch that is written twice has the same name, or repeats lines of another file, which does no harm. */
  async append(erasures: readonly Erasure[]): Promise<void> {
    const [first] = erasures
    if (!first) return
    const name = `${FOLDER}/${formatDay(getTime(first))}/${first.id}.jsonl`
    const lines = erasures.map(({ id, kind, subject, by, installation }) =>
      JSON.stringify({ id, kind, subject, by, installation }),
    )
    await this.#store.put(name, Buffer.from(`${lines.join('\n')}\n`), 'application/jsonl')
  }

  /** The erasures since this time, oldest first, each once. */
  async readSince(time: Date, now = new Date()): Promise<Erasure[]> {
    const found = new Map<string, Erasure>()
    // A file of the day before may end with lines of this day.
    for (let day = time.getTime() - DAY_MS; day < now.getTime() + DAY_MS; day += DAY_MS) {
      for (const name of await this.#listDay(day)) {
        for (const erasure of await this.#readFile(name)) {
          if (getTime(erasure) >= time.getTime()) found.set(erasure.id, erasure)
        }
      }
    }
    return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The erasures of the newest file; empty if there was none for weeks. */
  async readNewest(now = new Date()): Promise<Erasure[]> {
    for (let ago = -1; ago <= LIST_DAYS; ago += 1) {
      const name = (await this.#listDay(now.getTime() - ago * DAY_MS)).at(-1)
      if (name !== undefined) return this.#readFile(name)
    }
    return []
  }

  /** In the order of names, which is that of time. */
  async #listDay(time: number): Promise<string[]> {
    const names: string[] = []
    for (;;) {
      const page = await this.#store.list(`${FOLDER}/${formatDay(time)}/`, {
        after: names.at(-1),
        limit: PAGE_SIZE,
      })
      names.push(...page)
      if (page.length < PAGE_SIZE) return names
    }
  }

  async #readFile(name: string): Promise<Erasure[]> {
    const bytes = await this.#store.get(name)
    if (!bytes) throw new Error(`${name} is in the list of the backup store, but cannot be read`)
    const lines = bytes.toString().split('\n').filter(Boolean)
    return lines.map((line) => Erasure.parse(JSON.parse(line)))
  }

  close(): void {
    this.#store.close()
  }
}

/** The milliseconds in a UUIDv7. */
export function getTime({ id }: Pick<Erasure, 'id'>): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
