import { sql } from 'kysely'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairLocks } from '../../features.ts'
import type { Database } from '../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { chooseSize } from '../../testing/test-size.ts'
import { insertBlock, insertMute } from '../safety/relations.ts'
import { countUnreadInRooms, readRoom } from './room-queries.ts'
import { readRoomPage, syncRoom } from './room-messages.ts'
import { changeHistory, markRoomRead } from './room-actions.ts'
import { insertRoomMessageStatement } from './send-room-message.ts'
import { PLAIN_MESSAGE } from './testing/plain-message.ts'

const RUNS = chooseSize({ short: 3, long: 60 })
const STEPS = 40
const NAMES = ['author', 'one', 'two', 'three'] as const
type Name = (typeof NAMES)[number]

const anyName = fc.constantFrom(...NAMES)
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), who: anyName }),
  fc.record({ kind: fc.constant('mention' as const), who: anyName, other: anyName }),
  fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), who: anyName }),
  fc.record({ kind: fc.constant('read' as const), who: anyName }),
  fc.record({
    kind: fc.constantFrom('block' as const, 'mute' as const),
    who: anyName,
    other: anyName,
  }),
  fc.record({ kind: fc.constant('history' as const), isOpen: fc.boolean() }),
)

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

/** A message, or a line about joining and leaving. */
interface Entry {
  sender: Name
  text: string
  line: boolean
  mentions: Name | null
}

interface Place {
  /** How many entries of the room the member does not see. */
  from: number
  /** How many they have read. */
  read: number
  /** How many entries there are up to the newest that mentions them since they joined. */
  mentioned: number
}

/** The room as a list of entries, computed without SQL. */
class RoomModel {
  readonly entries: Entry[] = []
  readonly places = new Map<Name, Place>()
  readonly blocks = new Set<string>()
  readonly mutes = new Set<string>()
  isCreated = false
  historyFrom: number | null = null

  join(who: Name): void {
    if (!this.isCreated) {
      this.isCreated = true
      this.places.set('author', { from: 0, read: 0, mentioned: 0 })
    }
    const from = this.historyFrom ?? this.entries.length
    this.places.set(who, { from, read: 0, mentioned: 0 })
    this.addLine(who, 'joined')
  }

  leave(who: Name): void {
    this.places.delete(who)
    this.addLine(who, 'left')
  }

  /** Those who get it; undefined if it is refused. */
  send(who: Name, text: string, named: Name | null): Name[] | undefined {
    const others = [...this.places.keys()].filter((name) => name !== who)
    if (!this.places.has(who) || others.length === 0) return undefined
    const [only] = others
    if (others.length === 1 && only && this.isBlocked(who, only)) return undefined
    const mentions = named && others.includes(named) && !this.isBlocked(who, named) ? named : null
    this.entries.push({ sender: who, text, line: false, mentions })
    const place = mentions && this.places.get(mentions)
    if (place) place.mentioned = this.entries.length
    return others
  }

  addLine(sender: Name, text: string): void {
    this.entries.push({ sender, text, line: true, mentions: null })
  }

  visibleTo(who: Name): string[] {
    return this.entries.slice(this.places.get(who)?.from).map(({ text }) => text)
  }

  countUnread(who: Name): number {
    const { from, read } = this.places.get(who) ?? { from: 0, read: 0 }
    return this.entries
      .slice(Math.max(from, read))
      .filter(({ sender, line }) => sender !== who && !line && !this.hides(who, sender)).length
  }

  countMentions(who: Name): number {
    const { from, read, mentioned } = this.places.get(who) ?? { from: 0, read: 0, mentioned: 0 }
    const start = Math.max(from, read)
    if (mentioned <= start) return 0
    return this.entries
      .slice(start)
      .filter(
        ({ sender, mentions }) =>
          mentions === who && !this.isBlocked(who, sender) && !this.mutes.has(`${who} ${sender}`),
      ).length
  }

  private hides(who: Name, other: Name): boolean {
    return this.blocks.has(`${who} ${other}`) || this.mutes.has(`${who} ${other}`)
  }

  private isBlocked(one: Name, other: Name): boolean {
    return this.blocks.has(`${one} ${other}`) || this.blocks.has(`${other} ${one}`)
  }
}

test(
  'after each random step every member reads, counts and receives what a plain model computes',
  { timeout: 180_000 },
  async () => {
    await using database = await openTestDatabase()
    const { db } = database
    let run = 0
    const property = fc.asyncProperty(
      fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }),
      async (steps) => {
        run += 1
        await runSteps(db, steps, run)
      },
    )
    await expect(fc.assert(property, { numRuns: RUNS, endOnFailure: true })).resolves.toBe(
      undefined,
    )
  },
)

async function runSteps(db: Database, steps: readonly Step[], run: number): Promise<void> {
  const model = new RoomModel()
  const ids = new Map<Name, string>()
  for (const name of NAMES) ids.set(name, await createMemberFixture(db, `${name}${run}`))
  const idOf = (name: Name) => ids.get(name) ?? ''
  const postId = await createPostFixture(db, idOf('author'))
  const deps = { db, bus: { publish: () => {} } as never }
  let roomId = ''

  for (const [index, step] of steps.entries()) {
    await perform(step, index)
    if (!model.isCreated) continue
    roomId ||= await findRoom(db, postId)
    for (const name of model.places.keys()) await expectSame(name, index)
  }

  async function perform(step: (typeof steps)[number], index: number): Promise<void> {
    switch (step.kind) {
      case 'join':
        if (step.who === 'author' || model.places.has(step.who)) return
        await setPresent(db, { postId, memberId: idOf(step.who) }, true)
        return model.join(step.who)
      case 'leave':
        if (step.who === 'author' || !model.places.has(step.who)) return
        await setPresent(db, { postId, memberId: idOf(step.who) }, false)
        return model.leave(step.who)
      case 'send':
      case 'mention': {
        if (!model.isCreated) return
        const named = step.kind === 'mention' ? step.other : null
        const stored = await send(idOf(step.who), `${index}`, named)
        const recipients = model.send(step.who, `${index}`, named)
        expect(stored?.recipients?.split(',').toSorted(), `recipients of ${index}`).toEqual(
          recipients?.map(idOf).toSorted(),
        )
        return
      }
      case 'read': {
        const place = model.places.get(step.who)
        if (!place) return
        await markRoomRead(deps, { memberId: idOf(step.who), roomId })
        place.read = model.entries.length
        return
      }
      case 'block':
      case 'mute': {
        if (step.who === step.other) return
        const pair = { memberId: idOf(step.who), otherId: idOf(step.other) }
        await db
          .transaction()
          .execute((tx) =>
            step.kind === 'block' ? insertBlock(tx, pair, pairLocks) : insertMute(tx, pair),
          )
        model[step.kind === 'block' ? 'blocks' : 'mutes'].add(`${step.who} ${step.other}`)
        return
      }
      case 'history': {
        if (!model.isCreated || (model.historyFrom !== null) === step.isOpen) return
        await changeHistory(deps, { memberId: idOf('author'), roomId }, step.isOpen)
        model.historyFrom = step.isOpen ? model.entries.length : null
        model.addLine('author', step.isOpen ? 'history-opened' : 'history-closed')
      }
    }
  }

  async function send(memberId: string, content: string, named: Name | null) {
    const names = named === null ? [] : [`${named}${run}`]
    const message = { ...PLAIN_MESSAGE, memberId, roomId, content, tempId: null, names }
    const [stored] = await insertRoomMessageStatement.run(db, message)
    return stored
  }

  async function expectSame(name: Name, index: number): Promise<void> {
    const caller = { memberId: idOf(name), roomId }
    const expected = model.visibleTo(name)
    const { messages } = await syncRoom(db, caller, null)
    const page = await readRoomPage(db, caller)
    expect([index, name, messages.map(readContent)]).toEqual([index, name, expected])
    expect(page.messages.map(readContent).toReversed()).toEqual(expected)
    const unread = await countUnreadInRooms(db, caller.memberId)
    expect([index, name, unread]).toEqual([index, name, model.countUnread(name)])
    const { mentionCount } = await readRoom(db, caller)
    expect([index, name, mentionCount]).toEqual([index, name, model.countMentions(name)])
  }
}

function readContent(json: string): string {
  return (JSON.parse(json) as { content: string }).content
}

async function setPresent(
  db: Database,
  { postId, memberId }: { postId: string; memberId: string },
  isPresent: boolean,
): Promise<void> {
  await sql`
    insert into team_members (post_id, member_id, role_title) values (${postId}, ${memberId}, 'Tester')
    on conflict (post_id, member_id) do update
    set left_at = ${isPresent ? sql`null` : sql`clock_timestamp()`}`.execute(db)
}

async function findRoom(db: Database, postId: string): Promise<string> {
  const room = db.selectFrom('rooms').select('id').where('post_id', '=', postId)
  return (await room.executeTakeFirst())?.id ?? ''
}
