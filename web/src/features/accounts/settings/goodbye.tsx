import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Banner } from '../../../ui/banner.tsx'
import { useRedirect } from '../redirect.ts'
import { leaveOnPurpose } from '../session.ts'

const DONE_MS = 2000

/** The account is gone. */
export function Goodbye() {
  const client = useQueryClient()
  const navigate = useNavigate()
  useRedirect(true, DONE_MS, () => leaveOnPurpose(client, '/', navigate))

  return <Banner kind="success">Account deleted successfully. Redirecting to homepage...</Banner>
}
