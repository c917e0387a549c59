import type { Chance } from './chance.ts'
import type { Story } from './stories.ts'

interface Links {
  github: string
  demo: string
  projectUrl: string
}

const NO_LINKS: Links = { github: '', demo: '', projectUrl: '' }

/** Addresses on domains reserved for examples, and below GitHub names that say they are samples. */
export function linksOf(chance: Chance, { author, project, type }: Story): Links {
  const account = `https://github.com/${author.replaceAll('_', '-')}-samples`
  if (!project) {
    return type === 'looking-to-join' && chance.happens(0.3)
      ? { ...NO_LINKS, github: account }
      : NO_LINKS
  }
  if (type === 'project-idea') return NO_LINKS

  const { slug } = project
  const page = chance.pick([
    `https://${slug}.dev.example`,
    `https://www.${slug}.example/`,
    `https://example.org/projects/${slug}`,
  ])
  return {
    github: type === 'open-source' || chance.happens(0.65) ? `${account}/${slug}` : '',
    demo: project.hasDemo && chance.happens(0.7) ? `https://${slug}.example.com` : '',
    projectUrl: project.hasPage && chance.happens(0.6) ? page : '',
  }
}
