import {
  changeTeamMember,
  leaveTeam,
  listTeam,
  type TeamMember,
} from '@dolph/contract/projects/projects'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

/** The team of a post, the author first. */
export const teamQuery = (me: string, postId: string) =>
  queryOptions({
    queryKey: ['team', me, postId] as const,
    queryFn: async ({ signal }) =>
      (await callEndpoint(listTeam, { params: { id: postId } }, signal)).data,
  })

export function useChangeTeamMember(postId: string) {
  return useChangeTeam(postId, ({ userId, isCoOwner }: { userId: string; isCoOwner: boolean }) =>
    callEndpoint(changeTeamMember, { params: { id: postId, userId }, body: { isCoOwner } }),
  )
}

/** By the member themselves, or by an owner. */
export function useLeaveTeam(postId: string) {
  return useChangeTeam(postId, (userId: string) =>
    callEndpoint(leaveTeam, { params: { id: postId, userId } }),
  )
}

function useChangeTeam<Input>(
  postId: string,
  change: (input: Input) => Promise<{ data: TeamMember[] }>,
) {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => client.setQueryData(teamQuery(me, postId).queryKey, data),
    onSettled: () => {
      // Roles show the viewer's own request, and profiles their teams.
      for (const key of ['roles', 'projects', 'profiles']) {
        void client.invalidateQueries({ queryKey: [key] })
      }
    },
  })
}
