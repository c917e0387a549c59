import { listMemberPosts, listOwnPosts } from '@dolph/contract/posts'
import {
  readOwnProfile,
  readProfile,
  updateProfile,
  type OwnProfile,
  type ProfileForm,
} from '@dolph/contract/profiles'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { viewer } from '../accounts/viewer.ts'
import { changeCommenter } from '../comments/data.ts'
import { withLikesHeard } from '../posts/likes.ts'
import { changeAuthor } from '../posts/post-cache.ts'
import { LoginRequired, profileRetry } from './failures.ts'

const RECENT_SHOWN = 5

/** Shown as it is held and asked for at each visit: its counts follow what is done on other pages. */
const everyVisit = { staleTime: 0, networkMode: 'always' } as const

export const ownProfile = queryOptions({
  queryKey: ['profiles', 'own'],
  queryFn: async ({ signal }) => (await call(readOwnProfile, {}, signal)).data,
  ...everyVisit,
  ...profileRetry,
})

/** Names are the same whatever their case. */
export const memberProfile = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'member', username.toLowerCase()],
    queryFn: async ({ signal }) => {
      try {
        return (await call(readProfile, { params: { username } }, signal)).data
      } catch (error) {
        const isSignedOut = error instanceof ApiError && error.code === 'not-signed-in'
        throw isSignedOut ? new LoginRequired(error.message) : error
      }
    },
    ...everyVisit,
    ...profileRetry,
  })

/** The newest posts of a member, or, without an id, of the viewer. */
export const recentPosts = (memberId: string | null) =>
  queryOptions({
    queryKey: ['posts', 'recent', memberId ?? 'own'],
    queryFn: async ({ client, signal }) => {
      const askedAt = performance.now()
      const querystring = { limit: RECENT_SHOWN }
      const page = await (memberId
        ? call(listMemberPosts, { params: { userId: memberId }, querystring }, signal)
        : call(listOwnPosts, { querystring }, signal))
      return { ...page, data: withLikesHeard(client, page.data, askedAt) }
    },
    networkMode: 'always',
  })

/** What is left out stays as it is. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Partial<ProfileForm>) => (await call(updateProfile, { body })).data,
    onSuccess: async (profile) => {
      // A profile that was asked for before would bring the old one back.
      await client.cancelQueries({ queryKey: ['profiles'] })
      showEverywhere(client, profile)
    },
    networkMode: 'always',
  })
}

function showEverywhere(client: QueryClient, profile: OwnProfile): void {
  const { _id, userName, firstName, lastName, profilePicture, email } = profile
  client.setQueryData(ownProfile.queryKey, profile)
  client.setQueryData(
    viewer.queryKey,
    (member) => member && { ...member, firstName, lastName, profilePicture, email },
  )
  const person = { _id, userName, profilePicture }
  changeAuthor(client, person)
  changeCommenter(client, person)
}
