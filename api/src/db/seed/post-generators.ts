import { type PostType } from '@dolph/contract/post-type'
import { TITLE_MAX } from '@dolph/contract/posts'
import type { SamplePicture } from './featured-posts.ts'
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

/** A generated post about a project or a person. */
export interface GeneratedPost {
  author: string
  /** Null when the post is about its author. */
  project: SourceProject | null
  type: PostType
  title: string
  body: string
  /** Null for most posts, which get the cover that is drawn from their title and type. */
  cover: SamplePicture | null
}

/** How many projects get an additional post of each kind, generated from their facts. */
export interface ExtraPosts {
  ideas: number
  seeking: number
  progress: number
  issues: number
}

/** Generates the post when it is called: in chronological order, so that phrases repeat as late as possible. */
export type PostGenerator = () => GeneratedPost

type ProjectPostPlan = (project: SourceProject) => PostGenerator[]

/** One list of posts per project and per person, each in chronological order. */
export function planPosts(
  random: SeededRandom,
  projects: readonly SourceProject[],
  people: readonly SourcePerson[],
  extra: ExtraPosts,
): PostGenerator[][] {
  const bodyWriter = createPostBodyWriter(random, people, readParagraphs())
  const withoutIdea = projects.filter(({ posts }) =>
    posts.every(({ type }) => type !== 'project-idea'),
  )
  const idea = planFor(
    'project-idea',
    IDEA_TITLES,
    bodyWriter.writeIdeaPost,
    pickProjects(withoutIdea, extra.ideas),
  )
  const launch = planFor('showcase', LAUNCH_TITLES, bodyWriter.writeLaunchPost, new Set(projects))
  const extras = [
    planFor(
      'seeking-contributors',
      SEEKING_TITLES,
      bodyWriter.writeTasksPost,
      pickProjects(projects, extra.seeking),
    ),
    planFor(
      'in-development',
      PROGRESS_TITLES,
      bodyWriter.writeProgressPost,
      pickProjects(projects, extra.progress),
    ),
    planFor(
      'open-source',
      FIRST_ISSUE_TITLES,
      bodyWriter.writeTasksPost,
      pickProjects(projects, extra.issues),
    ),
  ]

  /** Plans a post of this type for each of the chosen projects. */
  function planFor(
    type: PostType,
    titles: readonly string[],
    body: (source: SourcePost, project: SourceProject) => string,
    chosen: Set<SourceProject>,
  ): ProjectPostPlan {
    const nextTitle = createNonRepeatingPicker(random, titles)
    return (project) => {
      if (!chosen.has(project)) return []
      return [
        () => {
          const source = { type, title: formatTitle(nextTitle(), project), text: '' }
          return createGeneratedPost(source, project.owner, project, body(source, project))
        },
      ]
    }
  }

  function pickProjects(from: readonly SourceProject[], count: number): Set<SourceProject> {
    return new Set(random.shuffle(from).slice(0, count))
  }

  function planProject(project: SourceProject): PostGenerator[] {
    const createGenerator = (source: SourcePost) => () =>
      createGeneratedPost(
        source,
        project.owner,
        project,
        bodyWriter.writeProjectPost(source, project),
      )
    const early = project.posts.filter(isEarlyPost).map(createGenerator)
    const late = project.posts.filter((source) => !isEarlyPost(source)).map(createGenerator)
    const laterPosts = [...late, ...extras.flatMap((planExtra) => planExtra(project))]
    return [...idea(project), ...early, ...launch(project), ...random.shuffle(laterPosts)]
  }

  function planPerson(person: SourcePerson): PostGenerator[] {
    return random
      .shuffle(person.posts)
      .map(
        (source) => () =>
          createGeneratedPost(
            source,
            person.username,
            null,
            bodyWriter.writePersonPost(source, person),
          ),
      )
  }

  return [...projects.map(planProject), ...people.map(planPerson)]
}

function createGeneratedPost(
  { type, title }: SourcePost,
  author: string,
  project: SourceProject | null,
  body: string,
): GeneratedPost {
  return { author, project, type, title, body: applyWritingStyle(author, body), cover: null }
}

function formatTitle(pattern: string, { name, tagline }: SourceProject): string {
  const title = pattern.replace('%', name).replace('$', tagline)
  return title.length <= TITLE_MAX ? title : `${name}: ${tagline}`
}

function isEarlyPost({ type }: SourcePost): boolean {
  return type === 'project-idea' || type === 'hackathon'
}
