import { foldCase } from '@dolph/contract/fold-case'
import type { FoundPerson } from '@dolph/contract/people/people'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { buildLoginPath } from '../../features/accounts/sign-in/login-path.ts'
import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { usePeopleSearch } from '../../features/accounts/people-search/use-people-search.ts'
import { POST_SEARCH_KEY, usePostSearch } from '../../features/posts/search/post-search.ts'
import { getPostPath } from '../../features/posts/read-more-link.tsx'
import type { Command } from './commands.ts'
import type { PaletteEntry, PaletteEntryGroup } from './palette-entry.ts'
import { matchByKeywords, findPages } from './palette-pages.ts'

const PROJECTS_MAX = 5
const PEOPLE_MAX = 5

interface PaletteEntriesOptions {
  typed: string
  isMember: boolean
  commands: readonly Command[]
}

/**
 * The entries for the typed text: pages and actions, which are there at once and which no member's name can displace, then
 * people, then projects. Projects wait for the people above them, so that no entry moves.
 */
export function usePaletteEntries({ typed, isMember, commands }: PaletteEntriesOptions) {
  const client = useQueryClient()
  const projects = usePostSearch(typed)
  const people = usePeopleSearch(isMember ? typed : '')
  const q = typed.trim()
  const role = useViewer()?.role

  const createRetryEntry = (id: string, queryKey: QueryKey): PaletteEntry => ({
    kind: 'retry',
    id: `retry ${id}`,
    label: 'Try again',
    run: () => void client.resetQueries({ queryKey, predicate: hasFailed }),
  })

  const groups: PaletteEntryGroup[] = [
    {
      title: 'Pages',
      entries: findPages(typed, isMember, role).map((page) => ({
        ...page,
        kind: 'page',
        id: page.to,
      })),
    },
    {
      title: 'Actions',
      entries: (q === '' ? commands : matchByKeywords(commands, q)).map((command) => ({
        ...command,
        kind: 'command',
        id: command.label,
      })),
    },
  ]
  const isLoadingPeople = people.state === 'searching' && people.people.length === 0
  const isLoadingProjects =
    isLoadingPeople || (projects.state === 'searching' && projects.posts.length === 0)
  if (people.state === 'failed') {
    groups.push({
      title: 'People',
      failure: 'We could not search people.',
      entries: [createRetryEntry('people', ['people'])],
    })
  } else {
    groups.push({
      title: 'People',
      entries: sortExactNameFirst(people.people, q)
        .slice(0, PEOPLE_MAX)
        .map((person) => ({
          kind: 'person',
          id: person._id,
          label: person.userName,
          to: `/profile/${person.userName}`,
          messageTo: `/messages/${person._id}`,
          person,
        })),
    })
  }
  if (!isLoadingProjects && projects.state === 'failed') {
    groups.push({
      title: 'Projects',
      failure: 'We could not search projects.',
      entries: [createRetryEntry('projects', POST_SEARCH_KEY)],
    })
  } else if (!isLoadingProjects) {
    groups.push({
      title: 'Projects',
      entries: projects.posts.slice(0, PROJECTS_MAX).map((post) => ({
        kind: 'project',
        id: post._id,
        label: post.title,
        to: isMember ? getPostPath(post) : toLoginPath(getPostPath(post)),
        post,
      })),
    })
  }

  const isSearching = projects.state === 'searching' || people.state === 'searching'
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    /** Opens the full search, where there may be more projects. */
    searchAll: projects.mayHaveMore ? createSearchEntry(q, isMember) : undefined,
    isTooLong: projects.state === 'too-long',
    isSearching,
    isLoadingProjects,
  }
}

function sortExactNameFirst(people: readonly FoundPerson[], q: string): FoundPerson[] {
  const isExact = ({ userName }: FoundPerson) => foldCase(userName) === foldCase(q)
  return people.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
}

function createSearchEntry(q: string, isMember: boolean): PaletteEntry {
  const to = `${isMember ? '/posts' : '/browse'}?${new URLSearchParams({ q })}`
  return { kind: 'search', id: 'search', label: `Search all projects for “${q}”`, to }
}

function toLoginPath(pathname: string): string {
  return buildLoginPath({ pathname, search: '', hash: '' })
}

function hasFailed({ state }: { state: { status: string } }): boolean {
  return state.status === 'error'
}
