import { useParams } from 'react-router'
import { SubjectPage } from './subject-page.tsx'

/** Who looks for a skill: open roles and projects, for visitors too. */
export function SkillPage() {
  const { key = '' } = useParams()
  return <SubjectPage key={key} kind="skill" subjectKey={key} />
}
