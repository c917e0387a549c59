import type { InputOf } from '@dolph/contract/endpoint'
import { changeProject, readProject, type Project } from '@dolph/contract/projects/projects'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { cancelRequests } from '../../lib/queries/cancel-requests.ts'

/** The details of the project of a post, and whether the viewer is one of them. */
export const projectQuery = (postId: string) =>
  queryOptions({
    queryKey: ['projects', postId],
    queryFn: async ({ signal }): Promise<Project> =>
      (await callEndpoint(readProject, { params: { id: postId } }, signal)).data,
  })

type ProjectChange = InputOf<typeof changeProject>['body']

/** `onChanged` brings the lists that show the project up to date. */
export function useChangeProject(postId: string, onChanged: (project: Project) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ProjectChange) =>
      (await callEndpoint(changeProject, { params: { id: postId }, body })).data,
    onSuccess: async (project) => {
      await cancelRequests(client, { queryKey: projectQuery(postId).queryKey })
      client.setQueryData(projectQuery(postId).queryKey, project)
      // A change of state writes a line among the updates.
      void client.invalidateQueries({ queryKey: ['updates', postId] })
      onChanged(project)
    },
  })
}
