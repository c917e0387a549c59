import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { loginPath } from '../../features/accounts/next-path.ts'
import { usePeople } from '../../features/accounts/people.ts'
import { FOUND_POSTS_KEY, useFoundTitles } from '../../features/posts/found-titles.ts'
import { addressOf } from '../../features/posts/read-more.tsx'
import type { Deed } from './deeds.ts'
import type { Entry, EntryGroup } from './entries.ts'
import { meant, pagesFor } from './pages.ts'

const PROJECTS_MAX = 5
const PEOPLE_MAX = 5

interface Asking {
  typed: string
  isMember: boolean
  deeds: readonly Deed[]
}

/** What the palette offers for what is typed. Nothing that arrives later stands above what is there already. */
export function useEntries({ typed, isMember, deeds }: Asking) {
  const client = useQueryClient()
  const projects = useFoundTitles(typed)
  const people = usePeople(isMember ? typed : '')
  const q = typed.trim()

  const retry = (id: string, queryKey: QueryKey): Entry => ({
    kind: 'retry',
    id: `retry ${id}`,
    label: 'Try again',
    act: () => void client.resetQueries({ queryKey, predicate: hasFailed }),
  })

  const groups: EntryGroup[] = [
    {
      title: 'Pages',
      entries: pagesFor(typed, isMember).map((page) => ({
        ...page,
        kind: 'page',
        id: page.to,
      })),
    },
    {
      title: 'Actions',
      entries: (q === '' ? deeds : meant(deeds, q)).map((deed) => ({
        ...deed,
        kind: 'deed',
        id: deed.label,
      })),
    },
    projects.state === 'failed'
      ? {
          title: 'Projects',
          failure: 'Projects could not be searched.',
          entries: [retry('projects', FOUND_POSTS_KEY)],
        }
      : {
          title: 'Projects',
          entries: projects.posts.slice(0, PROJECTS_MAX).map((post) => ({
            kind: 'project',
            id: post._id,
            label: post.title,
            to: isMember ? addressOf(post) : toLogin(addressOf(post)),
            post,
          })),
        },
  ]
  const isFirstSearch = projects.state === 'searching' && projects.posts.length === 0
  if (!isFirstSearch && people.state === 'failed') {
    groups.push({
      title: 'People',
      failure: 'People could not be searched.',
      entries: [retry('people', ['people'])],
    })
  } else if (!isFirstSearch) {
    groups.push({
      title: 'People',
      entries: people.people.slice(0, PEOPLE_MAX).map((person) => ({
        kind: 'person',
        id: person._id,
        label: person.userName,
        to: `/profile/${person.userName}`,
        messageTo: `/messages/${person._id}`,
        person,
      })),
    })
  }

  const isSearching = projects.state === 'searching' || people.state === 'searching'
  const hasPosts = projects.state === 'searching' || projects.posts.length > 0
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    /** The way to all of them, where there may be more. */
    searchAll: hasPosts ? searchEntry(q, isMember) : undefined,
    isSearching,
    isFirstSearch,
  }
}

function searchEntry(q: string, isMember: boolean): Entry {
  const to = `${isMember ? '/posts' : '/browse'}?${new URLSearchParams({ q })}`
  return { kind: 'search', id: 'search', label: `Search all projects for “${q}”`, to }
}

function toLogin(pathname: string): string {
  return loginPath({ pathname, search: '', hash: '' })
}

function hasFailed({ state }: { state: { status: string } }): boolean {
  return state.status === 'error'
}
