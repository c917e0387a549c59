import type { Topic } from '../projects/projects.ts'

/** The path of the page of a skill. The server redirects other spellings to that of the key. */
export function buildSkillPath(skill: string): string {
  return `/skills/${encodeURIComponent(skill.toLowerCase())}`
}

export function buildTopicPath(topic: Topic): string {
  return `/topics/${topic}`
}
