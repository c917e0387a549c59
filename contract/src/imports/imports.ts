import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'
import { ProjectState, Topic } from '../projects/projects.ts'
import { RoleDraft } from '../roles/roles.ts'
import { URL_MAX } from '../urls.ts'

/** The largest README that is read; the beginning of it becomes the text of a post. */
export const README_BYTES_MAX = 256 * 1024

/** What a repository or a file says about a project: a draft of a post, which the member reads and publishes or not. */
export const ProjectImport = z.object({
  title: z.string(),
  body: z.string(),
  github: z.string(),
  demo: z.string(),
  projectUrl: z.string(),
  state: z.nullable(ProjectState),
  topics: z.array(Topic),
  /** The languages of the repository, the most used first. */
  skills: z.array(z.string()),
  roles: z.array(RoleDraft),
  /** What could not be taken over, in sentences for the member. */
  problems: z.array(z.string()),
})
export type ProjectImport = z.infer<typeof ProjectImport>

export const EMPTY_IMPORT: ProjectImport = {
  title: '',
  body: '',
  github: '',
  demo: '',
  projectUrl: '',
  state: null,
  topics: [],
  skills: [],
  roles: [],
  problems: [],
}

export const INVALID_REPOSITORY_LINK =
  'Please enter a link to a repository, such as https://github.com/you/project'

/** The owner and the name of the repository that a link to github.com leads to, or null. */
export function parseRepositoryLink(text: string): { owner: string; name: string } | null {
  const link = text.trim().replace(/^git@github\.com:/, 'https://github.com/')
  const url = URL.parse(/^https?:/i.test(link) ? link : `https://${link}`)
  if (!url || !/^(?:www\.)?github\.com$/.test(url.host) || url.username || url.password) return null
  const [, owner = '', rawName = ''] = url.pathname.split('/')
  const name = rawName.replace(/\.git$/, '')
  const isRepository = /^[a-z\d][a-z\d-]{0,38}$/i.test(owner) && /^[\w.-]{1,100}$/.test(name)
  return isRepository && !/^\.+$/.test(name) ? { owner, name } : null
}

/** The most repositories that are listed to choose from. */
export const OWN_REPOSITORIES_MAX = 30

/** The public repositories of the member's connected GitHub account, the last changed first; none without one. */
export const listOwnRepositories = defineEndpoint({
  method: 'GET',
  url: '/api/imports/repositories',
  access: 'member',
  schema: {
    response: {
      200: successReply({
        data: z
          .array(z.object({ name: z.string(), description: z.string(), url: z.string() }))
          .check(z.maxLength(OWN_REPOSITORIES_MAX)),
      }),
    },
  },
})

/** Reads a public repository into a draft of a post. Nothing is stored. */
export const importProject = defineEndpoint({
  method: 'POST',
  url: '/api/imports',
  access: 'member',
  errors: ['not-found'],
  schema: {
    body: z.object({
      url: z.string().check(
        z.maxLength(URL_MAX, INVALID_REPOSITORY_LINK),
        z.refine((text) => parseRepositoryLink(text) !== null, INVALID_REPOSITORY_LINK),
      ),
    }),
    response: { 200: successReply({ data: ProjectImport }) },
  },
})
