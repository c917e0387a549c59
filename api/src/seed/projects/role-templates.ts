import { z } from 'zod'
import { readYaml } from '../read-yaml.ts'

/** A kind of role that sample projects look for. */
const RoleTemplate = z.strictObject({
  title: z.string(),
  about: z.string(),
  skills: z.array(z.string()),
  words: z.array(z.string()).transform((words) => new RegExp(words.join('|'), 'i')),
})

export function readRoleTemplates() {
  return readYaml('roles.yaml', z.array(RoleTemplate))
}
