import type { ProjectImport } from '@dolph/contract/imports/imports'
import { isStorable } from '@dolph/contract/primitives'
import { readProjectFile } from '@dolph/contract/imports/project-file'
import { readReadme, toTitle } from '@dolph/contract/imports/readme'
import { isHttpUrl } from '@dolph/contract/urls'
import { parse } from 'yaml'
import type {
  CodeHost,
  ReadFailure,
  RepositoryFacts,
  RepositoryName,
  RepositoryTexts,
} from './code-host/code-host.ts'
import { toTopics } from './repository-topics.ts'

const READ_TIMEOUT_MS = 5_000
const SKILLS_MAX = 5
const ARCHIVED = 'The repository is archived.'

/** Reads a repository into a draft of a post. */
export async function importRepository(
  codeHost: CodeHost,
  repository: RepositoryName,
): Promise<ProjectImport | ReadFailure> {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const facts = await codeHost.readRepository(repository, { signal })
  if (facts === 'gone') return 'gone'
  if (facts === 'busy' || facts === 'unchanged') return 'busy'
  const texts = await codeHost.readTexts(facts, signal)
  return texts === 'busy' ? 'busy' : buildImport(facts, texts)
}

function buildImport(facts: RepositoryFacts, texts: RepositoryTexts): ProjectImport {
  const github = `https://github.com/${facts.owner}/${facts.name}`
  const readme = readReadme(texts.readme, github)
  const skills = texts.languages.filter(isSkill).slice(0, SKILLS_MAX)
  const file = texts.projectFile === null ? null : readProjectFile(texts.projectFile, parse, skills)
  const description = isStorable(facts.description) ? facts.description.trim() : ''
  const topics = file?.topics ?? []
  return {
    title: readme.title || toTitle(facts.name),
    body: readme.body || description,
    github,
    demo: readme.demo,
    projectUrl: isHttpUrl(facts.homepage) ? facts.homepage : '',
    state: file?.state ?? null,
    topics: topics.length > 0 ? topics : toTopics(facts.topics),
    skills,
    roles: file?.roles ?? [],
    problems: [
      ...(facts.isArchived ? [ARCHIVED] : []),
      ...readme.problems,
      ...(file?.problems ?? []),
    ],
  }
}

function isSkill(language: string): boolean {
  return language.length <= 40 && isStorable(language)
}
