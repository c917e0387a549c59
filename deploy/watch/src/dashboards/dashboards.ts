import { jobsAndMail } from './jobs-and-mail.ts'
import { messages } from './messages.ts'
import { overview } from './overview.ts'
import type { Dashboard } from './panel.ts'
import { postgresql } from './postgresql.ts'
import { requests } from './requests.ts'

export const DASHBOARDS: readonly Dashboard[] = [
  overview,
  requests,
  messages,
  jobsAndMail,
  postgresql,
]
