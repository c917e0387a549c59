import type { PostType } from '@dolph/contract/post-type'
import {
  type SeededRandom,
  createNonRepeatingPicker,
  createPickersByType,
} from './seeded-random.ts'
import type { SourcePost, SourcePerson, SourceProject } from './content-files.ts'
import { bulletList, sentences, paragraphs } from './markdown.ts'
import { createBackgroundPicker, createPersonLayouts } from './person-post-layouts.ts'
import {
  createLaunchLayouts,
  createProgressLayouts,
  createTaskLayouts,
} from './project-news-layouts.ts'
import { createProjectLayouts } from './project-post-layouts.ts'
import {
  CLOSINGS,
  OPEN_TASKS_HEADINGS,
  OPEN_TASK_LEADS,
  STACK_LINES,
  WORKING_FEATURES_HEADINGS,
} from './post-phrases.ts'

/** A hand-written text longer than this needs no additional facts of the project. */
const COMPLETE_LENGTH = 260
const [PARAGRAPH_SHARE, BACKGROUND_SHARE] = [0.9, 0.4]

/** Generates the bodies of posts. One writer serves all posts, so that phrases do not repeat early. */
export function createPostBodyWriter(
  random: SeededRandom,
  people: readonly SourcePerson[],
  paragraphsFor: Map<PostType, string[]>,
) {
  const background = createBackgroundPicker(people)
  const featureHeading = createNonRepeatingPicker(random, WORKING_FEATURES_HEADINGS)
  const taskHeading = createNonRepeatingPicker(random, OPEN_TASKS_HEADINGS)
  const taskLead = createNonRepeatingPicker(random, OPEN_TASK_LEADS)
  const stackLine = createNonRepeatingPicker(random, STACK_LINES)
  const closings = createPickersByType(random, Object.entries(CLOSINGS))
  const fillerParagraphs = createPickersByType(random, paragraphsFor)

  const closing = ({ type }: SourcePost) =>
    random.nextBoolean(0.4) ? (closings.get(type)?.() ?? '') : ''
  const fillerParagraph = ({ type }: SourcePost) =>
    random.nextBoolean(PARAGRAPH_SHARE) ? (fillerParagraphs.get(type)?.() ?? '') : ''
  const sometimes = (sentence: string) => (random.nextBoolean(0.5) ? sentence : '')
  const features = (project: SourceProject) => bulletList(random.shuffle(project.workingFeatures))
  const featureBlock = (project: SourceProject) => `**${featureHeading()}**\n${features(project)}`
  const taskList = (project: SourceProject) =>
    `**${taskHeading()}**\n${bulletList(project.openTasks)}`
  const task = (project: SourceProject) => sentences(taskLead(), random.pickOne(project.openTasks))
  const stack = (project: SourceProject) => stackLine().replace('%', project.stack)

  const ownerBio = ({ owner }: SourceProject) =>
    random.nextBoolean(BACKGROUND_SHARE) ? background(owner) : ''
  const introduction = (post: SourcePost, { username }: SourcePerson) =>
    background(username) || fillerParagraph(post)

  const parts = {
    ...{ random, closing, fillerParagraph, sometimes, features, featureHeading, featureBlock },
    ...{ task, taskHeading, taskList, stack, ownerBio },
  }
  // The order of these calls decides which random numbers each gets, and so the whole sample.
  const projectLayout = createNonRepeatingPicker(random, createProjectLayouts(parts))
  const launchLayout = createNonRepeatingPicker(random, createLaunchLayouts(parts))
  const taskLayout = createNonRepeatingPicker(random, createTaskLayouts(parts))
  const progressLayout = createNonRepeatingPicker(random, createProgressLayouts(parts))

  const personLayout = createNonRepeatingPicker(
    random,
    createPersonLayouts({ closing, introduction, fillerParagraph, sometimes }),
  )

  return {
    /** A post about a project, built around the sentences that the content files have for this post. */
    writeProjectPost: (post: SourcePost, project: SourceProject) => {
      if (post.type === 'project-idea')
        return paragraphs(post.text, ownerBio(project), fillerParagraph(post))
      return post.text.length > COMPLETE_LENGTH ? post.text : projectLayout()(post, project)
    },
    writeLaunchPost: (post: SourcePost, project: SourceProject) => launchLayout()(post, project),
    writeTasksPost: (post: SourcePost, project: SourceProject) => taskLayout()(post, project),
    writeProgressPost: (post: SourcePost, project: SourceProject) =>
      progressLayout()(post, project),
    writeIdeaPost: (post: SourcePost, project: SourceProject) =>
      paragraphs(project.motivation, project.about, fillerParagraph(post), closing(post)),
    writePersonPost: (post: SourcePost, person: SourcePerson) =>
      post.type === 'looking-to-join' ? personLayout()(post, person) : post.text,
  }
}
