import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'

/** Erases the subject again, without mails; does nothing if there is no such subject. */
export type RepeatErasure = (tx: Queryable, subject: string, deps: Deps) => Promise<void>
