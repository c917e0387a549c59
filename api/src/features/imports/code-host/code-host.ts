export interface RepositoryName {
  owner: string
  name: string
}

/** Public facts of a repository. Its name differs from the one that was asked for after a rename or a transfer. */
export interface RepositoryFacts extends RepositoryName {
  description: string
  homepage: string
  topics: readonly string[]
  language: string | null
  /** The SPDX identifier, such as `MIT`. */
  license: string | null
  pushedAt: Date | null
  isArchived: boolean
  /** Names this state of the facts: a later read with it costs nothing if they are unchanged. */
  etag: string | null
}

/** The texts of a repository from which a post is drafted. */
export interface RepositoryTexts {
  /** At most its first 256 KiB; empty if there is none. */
  readme: string
  /** The most used first. */
  languages: string[]
  projectFile: string | null
}

/** `gone`: there is no public repository of this name. `busy`: the code host gave no usable reply; a later try may succeed. */
export type ReadFailure = 'gone' | 'busy'

/** An account of the code host. Its login can change, and then belong to somebody else. */
export interface RepositoryOwner {
  id: number
  login: string
}

/** A server with repositories. */
export interface CodeHost {
  readRepository: (
    repository: RepositoryName,
    options?: { etag?: string | undefined; signal?: AbortSignal },
  ) => Promise<RepositoryFacts | 'unchanged' | ReadFailure>
  readTexts: (repository: RepositoryName, signal?: AbortSignal) => Promise<RepositoryTexts | 'busy'>
  /** The public repositories of this owner, the last changed first; none if the login belongs to another account by now. */
  listRepositories: (
    owner: RepositoryOwner,
    count: number,
  ) => Promise<(RepositoryName & { description: string })[] | 'busy'>
  /** The text of its `.dolph.yml`, null if there is none. */
  readProjectFile: (repository: RepositoryName) => Promise<{ text: string | null } | 'busy'>
}
