import { sql } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'
import { AdminRefusal, type AdminInput } from './admin-command.ts'

const ID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface FoundMember {
  id: string
  username: string
  email: string | null
  hasPassword: boolean
  deletedAt: string | null
  suspendedUntil: string | null
}

/** The member that an operator names by username, email or id. */
export async function findMember(db: Queryable, { args }: AdminInput): Promise<FoundMember> {
  const name = args['member'] ?? ''
  const { rows } = await sql<FoundMember>`
    select id, username, email, password_hash is not null as "hasPassword", deleted_at as "deletedAt",
      suspended_until::text as "suspendedUntil"
    from members left join accounts on member_id = id
    where ${
      ID_PATTERN.test(name)
        ? sql<boolean>`id = ${name}`
        : name.includes('@')
          ? sql<boolean>`email = ${name.toLowerCase()}`
          : sql<boolean>`lower(username) = ${name.toLowerCase()}`
    }
  `.execute(db)
  const [member] = rows
  if (!member) throw new AdminRefusal(`There is no member ${name}`)
  return member
}
