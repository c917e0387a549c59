import { useParams } from 'react-router'
import { SubjectPage } from './subject-page.tsx'

/** The open roles and projects of a topic, for visitors too. */
export function TopicPage() {
  const { key = '' } = useParams()
  return <SubjectPage key={key} kind="topic" subjectKey={key} />
}
