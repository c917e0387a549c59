import { type PostType, TITLE_MAX } from '@dolph/contract/posts'
import { createPostBodyWriter } from './post-body-writer.ts'
import { type SeededRandom, createNonRepeatingPicker } from './seeded-random.ts'
import {
  type SourcePost,
  type SourcePerson,
  type SourceProject,
  readParagraphs,
} from './content-files.ts'
import {
  FIRST_ISSUE_TITLES,
  IDEA_TITLES,
  LAUNCH_TITLES,
  PROGRESS_TITLES,
  SEEKING_TITLES,
} from './post-phrases.ts'
import { applyWritingStyle } from './writing-style.ts'

/** One post in the life of a project or of a person. */
export interface GeneratedPost {
  author: string
  /** Null when a person writes about nothing but themselves. */
  project: SourceProject | null
  type: PostType
  title: string
  body: string
}

/** How many projects get one more post of a kind, written from their facts alone. */
export interface ExtraPosts {
  ideas: number
  seeking: number
  progress: number
  issues: number
}

/** Written when it is told: in the order of time, so that phrases come back as late as possible. */
export type PostGenerator = () => GeneratedPost

type ProjectPostPlan = (project: SourceProject) => PostGenerator[]

/** One list per project and per person, each in the order in which it happened. */
export function planPosts(
  chance: SeededRandom,
  projects: readonly SourceProject[],
  people: readonly SourcePerson[],
  extra: ExtraPosts,
): PostGenerator[][] {
  const write = createPostBodyWriter(chance, people, readParagraphs())
  const withoutIdea = projects.filter(({ posts }) =>
    posts.every(({ type }) => type !== 'project-idea'),
  )
  const idea = kind('project-idea', IDEA_TITLES, write.ofIdea, some(withoutIdea, extra.ideas))
  const launch = kind('showcase', LAUNCH_TITLES, write.ofLaunch, new Set(projects))
  const extras = [
    kind('seeking-contributors', SEEKING_TITLES, write.ofGaps, some(projects, extra.seeking)),
    kind('in-development', PROGRESS_TITLES, write.ofProgress, some(projects, extra.progress)),
    kind('open-source', FIRST_ISSUE_TITLES, write.ofGaps, some(projects, extra.issues)),
  ]

  /** Tells of a project if it is one of `of`. */
  function kind(
    type: PostType,
    titles: readonly string[],
    body: (note: SourcePost, project: SourceProject) => string,
    of: Set<SourceProject>,
  ): ProjectPostPlan {
    const nextTitle = createNonRepeatingPicker(chance, titles)
    return (project) => {
      if (!of.has(project)) return []
      return [
        () => {
          const note = { type, title: formatTitle(nextTitle(), project), text: '' }
          return createGeneratedPost(note, project.owner, project, body(note, project))
        },
      ]
    }
  }

  function some(from: readonly SourceProject[], count: number): Set<SourceProject> {
    return new Set(chance.shuffle(from).slice(0, count))
  }

  function ofProject(project: SourceProject): PostGenerator[] {
    const untold = (note: SourcePost) => () =>
      createGeneratedPost(note, project.owner, project, write.ofProject(note, project))
    const early = project.posts.filter(isEarlyPost).map(untold)
    const late = project.posts.filter((note) => !isEarlyPost(note)).map(untold)
    const life = [...late, ...extras.flatMap((telling) => telling(project))]
    return [...idea(project), ...early, ...launch(project), ...chance.shuffle(life)]
  }

  function ofPerson(person: SourcePerson): PostGenerator[] {
    return chance
      .shuffle(person.posts)
      .map(
        (note) => () =>
          createGeneratedPost(note, person.username, null, write.ofPerson(note, person)),
      )
  }

  return [...projects.map(ofProject), ...people.map(ofPerson)]
}

function createGeneratedPost(
  { type, title }: SourcePost,
  author: string,
  project: SourceProject | null,
  body: string,
): GeneratedPost {
  return { author, project, type, title, body: applyWritingStyle(author, body) }
}

function formatTitle(pattern: string, { name, tagline }: SourceProject): string {
  const title = pattern.replace('%', name).replace('$', tagline)
  return title.length <= TITLE_MAX ? title : `${name}: ${tagline}`
}

function isEarlyPost({ type }: SourcePost): boolean {
  return type === 'project-idea' || type === 'hackathon'
}
