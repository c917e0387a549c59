import { z } from 'zod/mini'
import { ProjectState, Topic, type ProjectState as State } from './projects.ts'
import { RoleDraft } from './roles.ts'

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
  ...{ title: '', body: '', github: '', demo: '', projectUrl: '' },
  state: null satisfies State | null,
  topics: [],
  skills: [],
  roles: [],
  problems: [],
}
