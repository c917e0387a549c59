import type { SourcePost, SourceProject } from './content-files.ts'
import { bulletList, paragraphs, sentences } from './markdown.ts'
import type { SeededRandom } from './seeded-random.ts'

export type ProjectLayout = (post: SourcePost, project: SourceProject) => string

/** The texts that layouts are composed of; most of them differ from call to call. */
export interface ProjectPostParts {
  random: SeededRandom
  closing: (post: SourcePost) => string
  fillerParagraph: (post: SourcePost) => string
  sometimes: (sentence: string) => string
  features: (project: SourceProject) => string
  featureHeading: () => string
  featureBlock: (project: SourceProject) => string
  task: (project: SourceProject) => string
  taskHeading: () => string
  taskList: (project: SourceProject) => string
  stack: (project: SourceProject) => string
  ownerBio: (project: SourceProject) => string
}

/** The layouts of a post about a project. The source text always comes first: it continues the title. */
export function createProjectLayouts({
  closing,
  fillerParagraph,
  features,
  featureBlock,
  featureHeading,
  ownerBio,
  sometimes,
  stack,
  task,
  taskHeading,
  taskList,
  random,
}: ProjectPostParts): ProjectLayout[] {
  return [
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
  ]
}
