import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'

/** Erases the subject once more, without mails; does nothing if there is no such subject. */
export type RepeatErasure = (tx: Queryable, subject: string, deps: Deps) => Promise<void>
