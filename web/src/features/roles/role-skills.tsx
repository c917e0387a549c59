import type { Role } from '@dolph/contract/roles'
import { buildSkillPath } from '@dolph/contract/skill-paths'
import { SkillLink } from '../people/skills/skill-link.tsx'

/** The skills of a role as chips; those that the viewer has are ticked. A skill of an open role has a page. */
export function RoleSkills({ role }: { role: Role }) {
  return (
    <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
      {role.skills.map((skill) => (
        <li key={skill} className="inline-flex max-w-full">
          <SkillLink
            skill={skill}
            // 'Go' alone says nothing about the link.
            suffix="skill"
            {...(role.state === 'open' && { to: buildSkillPath(skill) })}
            isOwn={role.fit?.skills.had.includes(skill) ?? false}
            isMust={role.mustSkills.includes(skill)}
          />
        </li>
      ))}
    </ul>
  )
}
