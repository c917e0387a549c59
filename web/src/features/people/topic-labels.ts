import type { Topic } from '@dolph/contract/projects'

/** The names of the topics, in the words of every page. */
export const TOPIC_LABELS: Record<Topic, string> = {
  accessibility: 'Accessibility',
  art: 'Art',
  business: 'Business',
  climate: 'Climate',
  community: 'Community',
  'data-science': 'Data science',
  'developer-tools': 'Developer tools',
  devops: 'DevOps',
  education: 'Education',
  finance: 'Finance',
  games: 'Games',
  hardware: 'Hardware',
  health: 'Health',
  journalism: 'Journalism',
  language: 'Language',
  libraries: 'Libraries',
  maps: 'Maps',
  mobile: 'Mobile',
  music: 'Music',
  'open-data': 'Open data',
  productivity: 'Productivity',
  security: 'Security',
  web: 'Web',
  other: 'Other',
}
