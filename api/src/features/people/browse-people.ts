import type { browsePeople } from '@dolph/contract/people/browse-people'
import type { z } from 'zod'
import { MAX_ID } from '../../platform/db/id-bounds.ts'
import type { Reader } from '../../platform/db/reader.ts'
import { rawArray } from '../../platform/db/json-text.ts'
import { buildRawJsonBody } from '../../platform/http/replies/raw-json-reply.ts'
import {
  decodeTimeCursor,
  encodeTimeCursor,
  type TimePosition,
} from '../../platform/http/time-cursor.ts'
import { selectNearbyZones } from './nearby-zones.ts'
import { getPeopleStatements, type PeopleFilter, type PeopleStage } from './people-statements.ts'
import { buildSkillTerms, buildWordTerms } from './people-terms.ts'

type PeopleQuery = z.output<typeof browsePeople.schema.querystring>

/** The position before all members who are open to join. */
const FIRST_POSITION: TimePosition = { at: '9999-12-31T00:00:00.000Z', id: MAX_ID }
/** The position before all other members. Their ids alone order them, so that all their positions have this time. */
const FIRST_OTHERS_POSITION: TimePosition = { at: '1970-01-01T00:00:00.000Z', id: MAX_ID }

/** A page of the list of people, as the JSON of the contract's reply. */
export async function readPeoplePage(
  reader: Reader,
  callerId: string,
  query: PeopleQuery,
): Promise<string> {
  const after = query.cursor === undefined ? FIRST_POSITION : decodeTimeCursor(query.cursor)
  const filter = await buildFilter(reader, query)
  if (!filter) return buildReply([], null)
  const people: string[] = []
  for (const [stage, position] of listStages(filter, after)) {
    const statements = getPeopleStatements(stage, filter.terms.length > 0)
    const range = { ...filter, callerId, day: position.at.slice(0, 10), id: position.id }
    // One row more than requested shows whether there is a next page.
    const count = query.limit + 1 - people.length
    const rows = await statements.page.run(reader, { ...range, count })
    const isFull = rows.length === count
    if (isFull) rows.pop()
    people.push(...rows.map(({ json }) => json))
    const last = isFull
      ? (rows.at(-1) ?? position)
      : (await statements.lastCandidate.run(reader, range))[0]
    if (last) return buildReply(people, { at: last.at ?? FIRST_OTHERS_POSITION.at, id: last.id })
  }
  return buildReply(people, null)
}

/** Builds the filter of the statements; undefined if no member can match. */
async function buildFilter(reader: Reader, query: PeopleQuery): Promise<PeopleFilter | undefined> {
  const { q = '', topic = null, hours = null, near } = query
  const words = buildWordTerms(q)
  if (q !== '' && words.length === 0) return undefined
  const skills = (query.skills ?? '').split(',').filter((skill) => skill.trim() !== '')
  const terms = [...words, ...buildSkillTerms(skills), ...(topic ? [`topic:${topic}`] : [])]
  const zones = near === undefined ? null : await selectNearbyZones(reader, near)
  return { terms, topic, hours, zones }
}

/** The parts of the list from a position on. Topic, hours and zone are those of people who are open to join. */
function listStages(filter: PeopleFilter, after: TimePosition): [PeopleStage, TimePosition][] {
  if (after.at === FIRST_OTHERS_POSITION.at) return [['others', after]]
  const isOpenOnly = filter.topic !== null || filter.hours !== null || filter.zones !== null
  return isOpenOnly
    ? [['open', after]]
    : [
        ['open', after],
        ['others', FIRST_OTHERS_POSITION],
      ]
}

function buildReply(people: string[], next: TimePosition | null): string {
  return buildRawJsonBody({ nextCursor: next && encodeTimeCursor(next), data: rawArray(people) })
}
