import { readFileSync } from 'node:fs'
import { parsePostType, parseProject, requirePart, PROJECT_FILES } from './content-files.ts'
import { isScene, type Scene } from './drawings/draw-scene.ts'
import type { GeneratedPost } from './post-generators.ts'

/** A picture that is drawn when the sample data is stored. */
export interface SamplePicture {
  scene: Scene
  alt: string
}

const FEATURED_FILES = ['featured-web', 'featured-ai-and-data', 'featured-operations']
const DRAWN_PICTURE = /!\[(?<alt>[^\]]+)\]\(drawn:(?<scene>\w+)\)/g

/**
 * Posts that are written out whole, in Markdown, each with a drawn cover. Their lines: `===` the project as in the other
 * files, with the file that it belongs to before its flags; `!` type and title; `@` the scene of the cover and its
 * alternative text; then the text.
 */
export function readFeaturedPosts(): GeneratedPost[] {
  return FEATURED_FILES.flatMap((file) =>
    readFileSync(new URL(`content/${file}.md`, import.meta.url), 'utf8')
      .split(/^=== /m)
      .filter((section) => section.trim() !== '')
      .map(parseFeaturedPost),
  )
}

/** Replaces the drawn pictures of a text, one after the other. */
export function replaceDrawnPictures(
  body: string,
  replace: (picture: SamplePicture) => string,
): string {
  return body.replace(DRAWN_PICTURE, (_, alt: string, scene: string) =>
    replace({ alt, scene: parseScene(scene) }),
  )
}

function parseFeaturedPost(section: string): GeneratedPost {
  const [projectLine = '', postLine = '', coverLine = '', ...body] = section.split('\n')
  const projectParts = projectLine.split(' | ')
  const [topic] = projectParts.splice(5, 1)
  const file = PROJECT_FILES.find((each) => each === topic)
  if (!file) throw new Error(`Unknown file of a featured post: ${projectLine}`)
  const project = parseProject(projectParts, file)
  const postParts = postLine.replace('! ', '').split(' | ')
  const coverParts = coverLine.replace('@ ', '').split(' | ')
  return {
    author: project.owner,
    project,
    type: parsePostType(postParts),
    title: requirePart(postParts, 1),
    body: body.join('\n').trim(),
    cover: { scene: parseScene(requirePart(coverParts, 0)), alt: requirePart(coverParts, 1) },
  }
}

function parseScene(name: string): Scene {
  if (!isScene(name)) throw new Error(`Unknown scene: ${name}`)
  return name
}
