import { describe, expect, test } from 'vitest'
import { commentId, someComment, someFlatComment, STONE } from '../../testing/some-comment.ts'
import { attachReplies, attachThreads, FROM_THE_TOP, NOTHING, put } from './discussion.ts'
import { countReplies, placeOfAnswer, threadsOf, type Entry } from './threads.ts'
import type { Unsent } from './unsent.ts'

const tree = someComment(1, {
  replies: [someComment(3, { replies: [someComment(5)] }), someComment(4)],
})

describe('the tree', () => {
  test('is the one that the server sent', () => {
    expect(shapeOf([tree, someComment(2)])).toEqual(['1', ['3', ['5'], '4'], '2'])
  })

  test('takes up pages of flat replies by what they answer', () => {
    const now = attachReplies(read([someComment(1, { replies: [someComment(2)] })]), {
      thread: commentId(1),
      start: FROM_THE_TOP,
      replies: [reply(3, 2), reply(4, 1), reply(5, 3)],
      nextCursor: null,
    })
    expect(shown(threadsOf(now, []).read)).toEqual(['1', ['2', ['3', ['5']], '4']])
  })

  test('shows a reply to something that is gone in its thread all the same', () => {
    const now = read([tree])
    const [thread] = now.threads
    const orphaned = {
      ...now,
      threads: thread
        ? [{ ...thread, replies: thread.replies.filter(({ _id }) => _id !== commentId(3)) }]
        : [],
    }
    expect(shown(threadsOf(orphaned, []).read)).toEqual(['1', ['4', '5']])
  })

  test('counts every comment below, but no stones', () => {
    const counted = someComment(1, {
      replies: [someComment(2, { ...STONE, replies: [someComment(3), someComment(4)] })],
    })
    const [first] = threadsOf(read([counted]), []).read
    expect(first && countReplies(first.entry)).toBe(2)
  })
})

describe('what is newer than what was read', () => {
  test('comes after the gap', () => {
    const now = put(read([someComment(1), someComment(2)], 'two'), someFlatComment(9))
    const threads = threadsOf(now, [])
    expect([shown(threads.read), shown(threads.ahead)]).toEqual([['1', '2'], ['9']])
  })

  test('closes up once everything was read', () => {
    const threads = threadsOf(put(read([someComment(1)]), someFlatComment(9)), [])
    expect([shown(threads.read), shown(threads.ahead)]).toEqual([['1', '9'], []])
  })
})

describe('what is on its way', () => {
  test('stands below what it answers, after older replies', () => {
    expect(shapeOf([tree], [unsent('a', 3), unsent('b', 1)])).toEqual([
      '1',
      ['3', ['5', 'a'], '4', 'b'],
    ])
  })

  test('stands at the end if it answers nothing, or nothing that is here', () => {
    const { unsent: atTheEnd } = threadsOf(read([tree]), [
      unsent('a', null),
      unsent('b', 8),
      unsent('c', 5),
    ])
    expect(atTheEnd.map(({ tempId }) => tempId)).toEqual(['a', 'b'])
  })

  test('stands beside the deepest comment when it answers that', () => {
    const [first] = threadsOf(read([tree]), []).read
    const entry = (depth: number, parent: number) =>
      ({ ...first?.entry, comment: reply(9, parent), depth }) as Entry
    expect(placeOfAnswer(entry(4, 8))).toBe(commentId(9))
    expect(placeOfAnswer(entry(5, 8))).toBe(commentId(8))
  })
})

type Shape = (string | Shape)[]

function shapeOf(threads: Parameters<typeof read>[0], waiting: Unsent[] = []): Shape {
  return shown(threadsOf(read(threads), waiting).read)
}

function shown(threads: { entry: Entry }[]): Shape {
  return threads.flatMap(({ entry }) => entryShape(entry))
}

function entryShape({ comment, replies, unsent: waiting }: Entry): Shape {
  const below = [...replies.flatMap(entryShape), ...waiting.map(({ tempId }) => tempId)]
  const own = String(Number(comment._id.slice(-12)))
  return below.length > 0 ? [own, below] : [own]
}

function read(threads: ReturnType<typeof someComment>[], nextCursor: string | null = null) {
  return attachThreads(NOTHING, { start: FROM_THE_TOP, threads, nextCursor })
}

function reply(nth: number, to: number) {
  return someFlatComment(nth, { parent: commentId(to) })
}

function unsent(tempId: string, under: number | null): Unsent {
  const place = under === null ? null : commentId(under)
  return { tempId, content: 'On its way', answers: place, under: place, failure: null }
}
