import type { SeededRandom } from './seeded-random.ts'
import type { GeneratedPost } from './post-generators.ts'

interface PostLinks {
  github: string
  demo: string
  projectUrl: string
}

const NO_LINKS: PostLinks = { github: '', demo: '', projectUrl: '' }

/** URLs on domains reserved for examples, and below GitHub names that end in `-samples`. */
export function createPostLinks(
  random: SeededRandom,
  { author, project, type }: GeneratedPost,
): PostLinks {
  const account = `https://github.com/${author.replaceAll('_', '-')}-samples`
  if (!project) {
    return type === 'looking-to-join' && random.nextBoolean(0.3)
      ? { ...NO_LINKS, github: account }
      : NO_LINKS
  }
  if (type === 'project-idea') return NO_LINKS

  const { slug } = project
  const page = random.pickOne([
    `https://${slug}.dev.example`,
    `https://www.${slug}.example/`,
    `https://example.org/projects/${slug}`,
  ])
  return {
    github: type === 'open-source' || random.nextBoolean(0.65) ? `${account}/${slug}` : '',
    demo: project.hasDemo && random.nextBoolean(0.7) ? `https://${slug}.example.com` : '',
    projectUrl: project.hasPage && random.nextBoolean(0.6) ? page : '',
  }
}
