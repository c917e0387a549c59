import { z } from 'zod/mini'

export const PostType = z.enum([
  'showcase',
  'seeking-contributors',
  'looking-to-join',
  'in-development',
  'project-idea',
  'other',
  'hackathon',
  'learning-project',
  'open-source',
])
export type PostType = z.infer<typeof PostType>
