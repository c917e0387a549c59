import type { PostType } from '@dolph/contract/posts'
import { type SeededRandom, createNonRepeatingPicker } from './seeded-random.ts'
import type { SourcePost, SourcePerson, SourceProject } from './content-files.ts'
import { bulletList, sentences, paragraphs } from './markdown.ts'
import { createPersonLayouts } from './person-post-layouts.ts'
import {
  CLOSINGS,
  OPEN_TASKS_HEADINGS,
  OPEN_TASK_LEADS,
  STACK_LINES,
  WORKING_FEATURES_HEADINGS,
} from './post-phrases.ts'

/** A hand-written text longer than this needs no additional facts of the project. */
const COMPLETE_LENGTH = 260
const [PARAGRAPH_SHARE, BACKGROUND_SHARE, BACKGROUND_USES] = [0.9, 0.4, 3]

type Layout = (source: SourcePost, project: SourceProject) => string

/** Generates the bodies of posts. One writer serves all posts, so that phrases do not repeat early. */
export function createPostBodyWriter(
  random: SeededRandom,
  people: readonly SourcePerson[],
  paragraphsFor: Map<PostType, string[]>,
) {
  const backgrounds = new Map(people.map((person) => [person.username, person.background]))
  const pickFeaturesHeading = createNonRepeatingPicker(random, WORKING_FEATURES_HEADINGS)
  const pickTasksHeading = createNonRepeatingPicker(random, OPEN_TASKS_HEADINGS)
  const pickTaskLead = createNonRepeatingPicker(random, OPEN_TASK_LEADS)
  const pickStackLine = createNonRepeatingPicker(random, STACK_LINES)
  const closings = createPickersByType(random, Object.entries(CLOSINGS))
  const asides = createPickersByType(random, paragraphsFor)

  const closing = ({ type }: SourcePost) =>
    random.nextBoolean(0.4) ? (closings.get(type)?.() ?? '') : ''
  const aside = ({ type }: SourcePost) =>
    random.nextBoolean(PARAGRAPH_SHARE) ? (asides.get(type)?.() ?? '') : ''
  const sometimes = (sentence: string) => (random.nextBoolean(0.5) ? sentence : '')
  const featureList = (project: SourceProject) =>
    bulletList(random.shuffle(project.workingFeatures))
  const featureSection = (project: SourceProject) =>
    `**${pickFeaturesHeading()}**\n${featureList(project)}`
  const openTaskSection = (project: SourceProject) =>
    `**${pickTasksHeading()}**\n${bulletList(project.openTasks)}`
  const openTask = (project: SourceProject) =>
    sentences(pickTaskLead(), random.pickOne(project.openTasks))
  const stack = (project: SourceProject) => pickStackLine().replace('%', project.stack)

  // Only the first few posts of a person mention their background.
  const backgroundUses = new Map<string, number>()
  function background(username: string): string {
    const uses = backgroundUses.get(username) ?? 0
    if (uses >= BACKGROUND_USES) return ''
    backgroundUses.set(username, uses + 1)
    return backgrounds.get(username) ?? ''
  }
  const ownerBackground = ({ owner }: SourceProject) =>
    random.nextBoolean(BACKGROUND_SHARE) ? background(owner) : ''
  const introduction = (source: SourcePost, { username }: SourcePerson) =>
    background(username) || aside(source)

  // The source text always comes first: it continues the title.
  const noteLayout = createNonRepeatingPicker<Layout>(random, [
    (source, project) =>
      paragraphs(
        source.text,
        sentences(project.about, sometimes(project.motivation)),
        aside(source),
        sentences(openTask(project), closing(source)),
      ),
    (source, project) =>
      paragraphs(
        source.text,
        sentences(project.motivation, project.about),
        sentences(...project.workingFeatures),
        ownerBackground(project),
        closing(source),
      ),
    (source, project) =>
      paragraphs(
        source.text,
        project.about,
        featureList(project),
        aside(source),
        sentences(openTask(project), closing(source)),
      ),
    (source, project) =>
      paragraphs(
        sentences(source.text, project.about),
        sentences(...project.workingFeatures.slice(0, 2), openTask(project)),
        aside(source),
        sometimes(stack(project)),
      ),
    (source, project) =>
      paragraphs(
        source.text,
        `**${project.name}.** ${project.about}`,
        featureSection(project),
        openTaskSection(project),
        ownerBackground(project),
        sentences(stack(project), closing(source)),
      ),
    (source, project) =>
      paragraphs(
        source.text,
        aside(source),
        sentences(project.motivation, ...project.workingFeatures, openTask(project)),
        closing(source),
      ),
    (source, project) =>
      paragraphs(
        sentences(source.text, openTask(project)),
        aside(source),
        sentences(project.about, project.motivation, stack(project)),
        ownerBackground(project),
      ),
    (source, project) =>
      paragraphs(
        source.text,
        `## About ${project.name}`,
        sentences(project.about, project.motivation),
        `## ${pickFeaturesHeading()}`,
        featureList(project),
        `## ${pickTasksHeading()}`,
        bulletList(project.openTasks),
        aside(source),
        ...project.questions.slice(1).map((entry) => `**${entry.question}** ${entry.answer}`),
        sentences(stack(project), closing(source)),
      ),
    (source, project) =>
      paragraphs(
        source.text,
        sentences(project.about, ...random.shuffle(project.workingFeatures)),
        aside(source),
        openTaskSection(project),
      ),
    (source, project) =>
      paragraphs(source.text, ownerBackground(project), aside(source), project.about),
    (source) => sentences(source.text, closing(source)),
  ])

  const launchLayout = createNonRepeatingPicker<Layout>(random, [
    (source, project) =>
      paragraphs(
        sentences(project.about, project.motivation),
        featureList(project),
        sentences(openTask(project), stack(project)),
        aside(source),
      ),
    (source, project) =>
      paragraphs(
        project.motivation,
        sentences(project.about, ...project.workingFeatures),
        aside(source),
        closing(source),
      ),
    (source, project) =>
      paragraphs(
        project.about,
        featureSection(project),
        openTaskSection(project),
        project.motivation,
        sometimes(aside(source)),
        stack(project),
      ),
    (source, project) =>
      paragraphs(
        sentences(project.about, ...project.workingFeatures),
        aside(source),
        sentences(stack(project), openTask(project), closing(source)),
      ),
    (source, project) =>
      paragraphs(
        sentences(project.motivation, project.about),
        aside(source),
        featureList(project),
        ownerBackground(project),
      ),
    (source, project) => sentences(project.about, closing(source)),
  ])

  const openTasksLayout = createNonRepeatingPicker<Layout>(random, [
    (source, project) =>
      paragraphs(
        project.about,
        openTaskSection(project),
        aside(source),
        sentences(stack(project), closing(source)),
      ),
    (source, project) =>
      paragraphs(
        sentences(...project.openTasks),
        sentences(project.about, project.motivation),
        aside(source),
        closing(source),
      ),
    (source, project) =>
      paragraphs(
        aside(source),
        sentences(project.about, ...project.workingFeatures),
        openTaskSection(project),
      ),
    (source, project) =>
      paragraphs(
        sentences(project.motivation, project.about),
        sentences(openTask(project), stack(project)),
        ownerBackground(project),
        aside(source),
      ),
    (source, project) =>
      paragraphs(
        project.about,
        featureList(project),
        sentences(openTask(project), closing(source)),
        aside(source),
      ),
  ])

  const progressLayout = createNonRepeatingPicker<Layout>(random, [
    (source, project) =>
      paragraphs(
        aside(source),
        sentences(...project.workingFeatures.slice(1), openTask(project)),
        project.about,
      ),
    (source, project) =>
      paragraphs(
        featureSection(project),
        openTaskSection(project),
        aside(source),
        sentences(closing(source)),
      ),
    (source, project) =>
      paragraphs(
        sentences(...random.shuffle(project.workingFeatures)),
        openTask(project),
        aside(source),
        project.motivation,
      ),
    (source, project) => sentences(random.pickOne(project.workingFeatures), closing(source)),
    (source, project) =>
      paragraphs(
        project.about,
        aside(source),
        openTaskSection(project),
        sentences(stack(project), closing(source)),
      ),
  ])

  const personLayout = createNonRepeatingPicker(
    random,
    createPersonLayouts({ closing, introduction, aside, sometimes }),
  )

  return {
    /** A post about a project, built around the sentences that the content files have for this post. */
    writeProjectPost: (source: SourcePost, project: SourceProject) => {
      if (source.type === 'project-idea')
        return paragraphs(source.text, ownerBackground(project), aside(source))
      return source.text.length > COMPLETE_LENGTH ? source.text : noteLayout()(source, project)
    },
    writeLaunchPost: (source: SourcePost, project: SourceProject) =>
      launchLayout()(source, project),
    writeOpenTasksPost: (source: SourcePost, project: SourceProject) =>
      openTasksLayout()(source, project),
    writeProgressPost: (source: SourcePost, project: SourceProject) =>
      progressLayout()(source, project),
    writeIdeaPost: (source: SourcePost, project: SourceProject) =>
      paragraphs(project.motivation, project.about, aside(source), closing(source)),
    writePersonPost: (source: SourcePost, person: SourcePerson) =>
      source.type === 'looking-to-join' ? personLayout()(source, person) : source.text,
  }
}

function createPickersByType(random: SeededRandom, phrases: Iterable<[string, string[]]>) {
  return new Map(
    [...phrases].map(([type, choices]) => [type, createNonRepeatingPicker(random, choices)]),
  )
}
