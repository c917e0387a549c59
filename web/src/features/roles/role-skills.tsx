import type { Role } from '@dolph/contract/roles/roles'
import { buildSkillPath } from '@dolph/contract/skills/skill-paths'
import { SkillLink } from '../people/skills/skill-link.tsx'

/** The skills of a role as chips; those that the viewer has are ticked and come first. A skill of an open role has a page. */
export function RoleSkills({ role }: { role: Role }) {
  const isOwn = (skill: string) => role.fit?.skills.had.includes(skill) ?? false
  const skills = role.skills.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  return (
    <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
      {skills.map((skill) => (
        <li key={skill} className="inline-flex max-w-full">
          <SkillLink
            skill={skill}
            // 'Go' alone says nothing about the link.
            suffix="skill"
            {...(role.state === 'open' && { to: buildSkillPath(skill) })}
            isOwn={isOwn(skill)}
            isMust={role.mustSkills.includes(skill)}
          />
        </li>
      ))}
    </ul>
  )
}
