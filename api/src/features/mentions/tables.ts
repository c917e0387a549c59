import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    mentions: Mentions
    update_mentions: UpdateMentions
  }
}

/** A member named in a comment. */
interface Mentions {
  comment_id: string
  member_id: string
}

/** A member whom an update names with `@userName`; `is_named` is false once an edit took the name out. */
interface UpdateMentions {
  update_id: string
  member_id: string
  is_named: Generated<boolean>
}
