import type { PostType } from '@dolph/contract/posts'
import {
  type SeededRandom,
  createNonRepeatingPicker,
  createPickersByType,
} from './seeded-random.ts'
import type { SourcePost, SourcePerson, SourceProject } from './content-files.ts'
import { bulletList, sentences, paragraphs } from './markdown.ts'
import { createBackgroundPicker, createPersonLayouts } from './person-post-layouts.ts'
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

type Layout = (post: SourcePost, project: SourceProject) => string

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

  // The source text always comes first: it continues the title.
  const projectLayout = createNonRepeatingPicker<Layout>(random, [
    (post, project) =>
      paragraphs(
        post.text,
        sentences(project.about, sometimes(project.motivation)),
        fillerParagraph(post),
        sentences(task(project), closing(post)),
      ),
    (post, project) =>
      paragraphs(
        post.text,
        sentences(project.motivation, project.about),
        sentences(...project.workingFeatures),
        ownerBio(project),
        closing(post),
      ),
    (post, project) =>
      paragraphs(
        post.text,
        project.about,
        features(project),
        fillerParagraph(post),
        sentences(task(project), closing(post)),
      ),
    (post, project) =>
      paragraphs(
        sentences(post.text, project.about),
        sentences(...project.workingFeatures.slice(0, 2), task(project)),
        fillerParagraph(post),
        sometimes(stack(project)),
      ),
    (post, project) =>
      paragraphs(
        post.text,
        `**${project.name}.** ${project.about}`,
        featureBlock(project),
        taskList(project),
        ownerBio(project),
        sentences(stack(project), closing(post)),
      ),
    (post, project) =>
      paragraphs(
        post.text,
        fillerParagraph(post),
        sentences(project.motivation, ...project.workingFeatures, task(project)),
        closing(post),
      ),
    (post, project) =>
      paragraphs(
        sentences(post.text, task(project)),
        fillerParagraph(post),
        sentences(project.about, project.motivation, stack(project)),
        ownerBio(project),
      ),
    (post, project) =>
      paragraphs(
        post.text,
        `## About ${project.name}`,
        sentences(project.about, project.motivation),
        `## ${featureHeading()}`,
        features(project),
        `## ${taskHeading()}`,
        bulletList(project.openTasks),
        fillerParagraph(post),
        ...project.questions.slice(1).map((entry) => `**${entry.question}** ${entry.answer}`),
        sentences(stack(project), closing(post)),
      ),
    (post, project) =>
      paragraphs(
        post.text,
        sentences(project.about, ...random.shuffle(project.workingFeatures)),
        fillerParagraph(post),
        taskList(project),
      ),
    (post, project) =>
      paragraphs(post.text, ownerBio(project), fillerParagraph(post), project.about),
    (post) => sentences(post.text, closing(post)),
  ])

  const launchLayout = createNonRepeatingPicker<Layout>(random, [
    (post, project) =>
      paragraphs(
        sentences(project.about, project.motivation),
        features(project),
        sentences(task(project), stack(project)),
        fillerParagraph(post),
      ),
    (post, project) =>
      paragraphs(
        project.motivation,
        sentences(project.about, ...project.workingFeatures),
        fillerParagraph(post),
        closing(post),
      ),
    (post, project) =>
      paragraphs(
        project.about,
        featureBlock(project),
        taskList(project),
        project.motivation,
        sometimes(fillerParagraph(post)),
        stack(project),
      ),
    (post, project) =>
      paragraphs(
        sentences(project.about, ...project.workingFeatures),
        fillerParagraph(post),
        sentences(stack(project), task(project), closing(post)),
      ),
    (post, project) =>
      paragraphs(
        sentences(project.motivation, project.about),
        fillerParagraph(post),
        features(project),
        ownerBio(project),
      ),
    (post, project) => sentences(project.about, closing(post)),
  ])

  const taskLayout = createNonRepeatingPicker<Layout>(random, [
    (post, project) =>
      paragraphs(
        project.about,
        taskList(project),
        fillerParagraph(post),
        sentences(stack(project), closing(post)),
      ),
    (post, project) =>
      paragraphs(
        sentences(...project.openTasks),
        sentences(project.about, project.motivation),
        fillerParagraph(post),
        closing(post),
      ),
    (post, project) =>
      paragraphs(
        fillerParagraph(post),
        sentences(project.about, ...project.workingFeatures),
        taskList(project),
      ),
    (post, project) =>
      paragraphs(
        sentences(project.motivation, project.about),
        sentences(task(project), stack(project)),
        ownerBio(project),
        fillerParagraph(post),
      ),
    (post, project) =>
      paragraphs(
        project.about,
        features(project),
        sentences(task(project), closing(post)),
        fillerParagraph(post),
      ),
  ])

  const progressLayout = createNonRepeatingPicker<Layout>(random, [
    (post, project) =>
      paragraphs(
        fillerParagraph(post),
        sentences(...project.workingFeatures.slice(1), task(project)),
        project.about,
      ),
    (post, project) =>
      paragraphs(featureBlock(project), taskList(project), fillerParagraph(post), closing(post)),
    (post, project) =>
      paragraphs(
        sentences(...random.shuffle(project.workingFeatures)),
        task(project),
        fillerParagraph(post),
        project.motivation,
      ),
    (post, project) => sentences(random.pickOne(project.workingFeatures), closing(post)),
    (post, project) =>
      paragraphs(
        project.about,
        fillerParagraph(post),
        taskList(project),
        sentences(stack(project), closing(post)),
      ),
  ])

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
