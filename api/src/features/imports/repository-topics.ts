import { PROJECT_TOPICS_MAX, Topic } from '@dolph/contract/projects/projects'

/** Topics of repositories that have another name here. */
const ALIASES: Readonly<Record<string, Topic>> = {
  a11y: 'accessibility',
  'generative-art': 'art',
  'climate-change': 'climate',
  ai: 'data-science',
  'data-analysis': 'data-science',
  'machine-learning': 'data-science',
  cli: 'developer-tools',
  devtools: 'developer-tools',
  docker: 'devops',
  kubernetes: 'devops',
  fintech: 'finance',
  game: 'games',
  'game-development': 'games',
  arduino: 'hardware',
  'raspberry-pi': 'hardware',
  healthcare: 'health',
  linguistics: 'language',
  library: 'libraries',
  gis: 'maps',
  openstreetmap: 'maps',
  android: 'mobile',
  ios: 'mobile',
  audio: 'music',
  opendata: 'open-data',
  cryptography: 'security',
  infosec: 'security',
  frontend: 'web',
  website: 'web',
}

/** The topics of a project that the topics of its repository name. */
export function toTopics(names: readonly string[]): Topic[] {
  const topics = names.flatMap((name) => Topic.safeParse(name).data ?? ALIASES[name] ?? [])
  return [...new Set(topics)].slice(0, PROJECT_TOPICS_MAX)
}
