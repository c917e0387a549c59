import * as contract from '@dolph/contract/messaging/message-changes'
import type { ReactionKind } from '@dolph/contract/messaging/revisions'
import { findMentionedNames } from '@dolph/contract/mentions/mentions'
import { ROOM_ALONE, ROOM_CLOSED } from '@dolph/contract/rooms/rooms'
import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import {
  prepareStatement,
  toCompilable,
  type PlaceholderFactory,
} from '../../../platform/db/prepared-statement.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { createLimitedRefusal, selectRestrictions } from '../../../platform/http/restrictions.ts'
import { isOwner } from '../../projects/owners.ts'
import { joinSender, roomMessageJson } from '../../rooms/room-json.ts'
import { buildMessageJson, selectParticipantJson } from '../message-json.ts'
import { listPictureKeys, pictureGone } from '../pictures/list-picture-keys.ts'
import { publishMessageChanged } from './events.ts'

type ChangeDeps = Pick<Deps, 'db' | 'bus'>

/** A member and the message that they change. */
interface MessageChange {
  memberId: string
  messageId: string
}

/** What `edit_message`, `delete_message` and `react_to_message` return: the message for everybody who reads it, or why nothing changed. */
type ChangeRow =
  | { status: 'changed' | 'same'; json: string; isInRoom: boolean; readerIds: string[] }
  | { status: ChangeRefusal; json: null; isInRoom: null; readerIds: null }

type ChangeRefusal =
  | ('no-message' | 'not-sender' | 'final' | 'late' | 'no-picture')
  | ('closed' | 'limited' | 'alone' | 'no-recipient' | 'blocked')

/** Replaces the text of a message, and returns the JSON of the contract's `ChangedMessage`. */
export async function editMessage(
  deps: ChangeDeps,
  change: MessageChange,
  { content, format }: { content: string; format?: 'markdown' | undefined },
): Promise<string> {
  const text = {
    content,
    names: findMentionedNames(content),
    isMarkdown: format === 'markdown',
    pictureKeys: listPictureKeys({ content, format }),
  }
  return publishChange(deps, change, await editStatement.run(deps.db, { ...change, ...text }))
}

/** Deletes a message for everybody who reads it. */
export async function deleteMessage(deps: ChangeDeps, change: MessageChange): Promise<string> {
  return publishChange(deps, change, await deleteStatement.run(deps.db, change))
}

/** Adds a reaction of the member, or takes it back. */
export async function changeReaction(
  deps: ChangeDeps,
  change: MessageChange,
  reaction: { kind: ReactionKind; isSet: boolean },
): Promise<string> {
  return publishChange(deps, change, await reactStatement.run(deps.db, { ...change, ...reaction }))
}

async function publishChange(
  { db, bus }: ChangeDeps,
  { memberId }: MessageChange,
  [row]: ChangeRow[],
): Promise<string> {
  if (!row) throw new Error('A change of a message returned no row')
  if (row.json === null) throw await createRefusal(db, memberId, row.status)
  if (row.status === 'changed') {
    const { json, isInRoom, readerIds } = row
    publishMessageChanged(bus, { json, isInRoom, recipientIds: [memberId, ...readerIds] })
  }
  return row.json
}

async function createRefusal(
  db: Database,
  memberId: string,
  status: ChangeRefusal,
): Promise<Refusal> {
  switch (status) {
    case 'no-message':
      return new Refusal('not-found', contract.MESSAGE_NOT_FOUND)
    case 'not-sender':
      return new Refusal('forbidden', contract.NOT_YOUR_MESSAGE)
    case 'final':
      return new Refusal('conflict', contract.MESSAGE_FINAL)
    case 'late':
      return new Refusal('conflict', contract.MESSAGE_TOO_OLD)
    case 'no-picture':
      return pictureGone()
    case 'closed':
      return new Refusal('conflict', ROOM_CLOSED)
    case 'alone':
      return new Refusal('conflict', ROOM_ALONE)
    case 'no-recipient':
      return new Refusal('not-found', 'User not found')
    case 'blocked':
      return new Refusal('forbidden', CANNOT_MESSAGE)
    case 'limited':
      // The hook before the handler refused already, unless the decision came after it.
      return createLimitedRefusal(
        db,
        { id: memberId, restrictions: await selectRestrictions(db, memberId) },
        'messaging',
      )
    default:
      return status satisfies never
  }
}

const editStatement = prepareStatement<
  MessageChange & { content: string; names: string[]; isMarkdown: boolean; pictureKeys: string[] },
  ChangeRow
>(
  (placeholder) =>
    selectChanged(
      placeholder,
      sql`edit_message(${placeholder('memberId')}, ${placeholder('messageId')}, ${placeholder('content')}, ${placeholder('names')}, ${placeholder('isMarkdown')}, ${placeholder('pictureKeys')})`,
    ),
  { insertsEvents: true },
)

const deleteStatement = prepareStatement<MessageChange, ChangeRow>(
  (placeholder) => {
    // Of a conversation between two members there is no such room, and nobody else deletes.
    const mayModerate = sql`exists (
      select from messages join rooms on rooms.id = conversation_id
      where shard = shard_of(${placeholder('messageId')}) and messages.id = ${placeholder('messageId')}
        and ${isOwner(sql`${placeholder('memberId')}::uuid`, sql.ref('rooms.post_id'))})`
    return selectChanged(
      placeholder,
      sql`delete_message(${placeholder('memberId')}, ${placeholder('messageId')}, ${mayModerate})`,
    )
  },
  { insertsEvents: true },
)

const reactStatement = prepareStatement<
  MessageChange & { kind: ReactionKind; isSet: boolean },
  ChangeRow
>((placeholder) =>
  selectChanged(
    placeholder,
    sql`react_to_message(${placeholder('memberId')}, ${placeholder('messageId')}, ${placeholder('kind')}, ${placeholder('isSet')})`,
  ),
)

function selectChanged(
  placeholder: PlaceholderFactory<MessageChange>,
  changed: RawBuilder<unknown>,
) {
  const pairJson = buildMessageJson(
    placeholder('memberId'),
    selectParticipantJson(placeholder('memberId')),
    selectParticipantJson(sql.ref<string>('changed.peer')),
  )
  return toCompilable(sql<ChangeRow>`
    select status, changed.readers as "readerIds",
      case when message.id is not null then changed.peer is null end as "isInRoom",
      case when message.id is null then null when changed.peer is null then ${roomMessageJson}::text else ${pairJson}::text end as json
    from ${changed} as changed, lateral (select (changed.message).*) as message ${joinSender}`)
}
