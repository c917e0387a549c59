import type { Availability } from '@dolph/contract/people/availability'
import { listMemberPosts, listOwnPosts } from '@dolph/contract/posts/posts'
import {
  readOwnProfile,
  readProfile,
  updateProfile,
  type OwnProfile,
  type ProfileForm,
} from '@dolph/contract/profiles/profiles'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { viewerQuery } from '../accounts/session/viewer-query.ts'
import { updateCommentAuthor } from '../comments/data.ts'
import { applyConfirmedChanges } from '../posts/confirmed-changes.ts'
import { updateCachedAuthor } from '../posts/post-cache.ts'
import { LoginRequiredError, profileRetryOptions } from './profile-errors.ts'
import { cancelRequests } from '../../lib/queries/cancel-requests.ts'

export const RECENT_POSTS_COUNT = 5

/** Shows the cached profile and refetches it at each visit, because other pages change its counts. */
const refetchOnVisit = { staleTime: 0, networkMode: 'always' } as const

export const ownProfileQuery = queryOptions({
  queryKey: ['profiles', 'own'],
  queryFn: async ({ signal }) => (await callEndpoint(readOwnProfile, {}, signal)).data,
  ...refetchOnVisit,
  ...profileRetryOptions,
})

/** The key is in lower case, since usernames are case-insensitive. */
export const memberProfileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'member', username.toLowerCase()],
    queryFn: async ({ signal }) => {
      try {
        return (await callEndpoint(readProfile, { params: { username } }, signal)).data
      } catch (error) {
        const isSignedOut = error instanceof ApiError && error.code === 'not-signed-in'
        throw isSignedOut ? new LoginRequiredError(error.message) : error
      }
    },
    ...refetchOnVisit,
    ...profileRetryOptions,
  })

/** The newest posts of a member, or, without an id, of the viewer. */
export const recentPostsQuery = (memberId: string | null) =>
  queryOptions({
    queryKey: ['posts', 'recent', memberId ?? 'own'],
    queryFn: async ({ client, signal }) => {
      const requestedAt = performance.now()
      const querystring = { limit: RECENT_POSTS_COUNT }
      const page = await (memberId
        ? callEndpoint(listMemberPosts, { params: { userId: memberId }, querystring }, signal)
        : callEndpoint(listOwnPosts, { querystring }, signal))
      return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
    },
    networkMode: 'always',
  })

/** Fields that are left out stay unchanged. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Partial<ProfileForm>) =>
      (await callEndpoint(updateProfile, { body })).data,
    onSuccess: async (profile) => {
      // A reply to an earlier request would overwrite the cache with the old profile.
      await cancelRequests(client, { queryKey: ['profiles'] })
      updateCachedProfile(client, profile)
    },
    networkMode: 'always',
  })
}

/** Returns a function that shows the member's new availability. */
export function useUpdateAvailability() {
  const client = useQueryClient()
  return async (availability: Availability | null) => {
    // A reply to an earlier request would overwrite the cache with the old profile.
    await cancelRequests(client, { queryKey: ownProfileQuery.queryKey })
    client.setQueryData(
      ownProfileQuery.queryKey,
      (profile) => profile && { ...profile, availability },
    )
    // Hours are preset from it, and roles say how well the member fits.
    for (const key of ['availability', 'roles']) void client.invalidateQueries({ queryKey: [key] })
  }
}

function updateCachedProfile(client: QueryClient, profile: OwnProfile): void {
  const { _id, userName, firstName, lastName, profilePicture, email } = profile
  client.setQueryData(ownProfileQuery.queryKey, profile)
  client.setQueryData(
    viewerQuery.queryKey,
    (member) => member && { ...member, firstName, lastName, profilePicture, email },
  )
  const person = { _id, userName, profilePicture }
  updateCachedAuthor(client, person)
  updateCommentAuthor(client, person)
}
