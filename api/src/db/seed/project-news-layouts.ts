import { paragraphs, sentences } from './markdown.ts'
import type { ProjectLayout, ProjectPostParts } from './project-post-layouts.ts'

/** The layouts of a post that announces a project. */
export function createLaunchLayouts({
  closing,
  fillerParagraph,
  features,
  featureBlock,
  ownerBio,
  sometimes,
  stack,
  task,
  taskList,
}: ProjectPostParts): ProjectLayout[] {
  return [
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
  ]
}

/** The layouts of a post about the open tasks of a project. */
export function createTaskLayouts({
  closing,
  fillerParagraph,
  features,
  ownerBio,
  stack,
  task,
  taskList,
}: ProjectPostParts): ProjectLayout[] {
  return [
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
  ]
}

/** The layouts of a post about what a project has reached. */
export function createProgressLayouts({
  closing,
  fillerParagraph,
  featureBlock,
  stack,
  task,
  taskList,
  random,
}: ProjectPostParts): ProjectLayout[] {
  return [
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
  ]
}
