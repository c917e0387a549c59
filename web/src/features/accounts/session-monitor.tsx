import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { syncSessionAcrossTabs, expireSession } from './session.ts'
import { viewerQuery } from './viewer-query.ts'

const EXPIRY_CHECK_MS = 60_000

/** Keeps what the page believes about its viewer true. Once per page. */
export function SessionMonitor() {
  const client = useQueryClient()
  const location = useLocation()
  const navigate = useNavigate()
  const { data: member, isPending } = useQuery(viewerQuery)

  useEffect(() => syncSessionAcrossTabs(client), [client])

  const checkedAt = useRef('')
  useEffect(() => {
    if (checkedAt.current === location.pathname) return
    checkedAt.current = location.pathname
    void client.prefetchQuery(viewerQuery)
  }, [client, location.pathname])

  useEffect(() => {
    // Set by public/pre-hydration.js, so that a member's first paint does not offer them to log in.
    if (!isPending) delete document.documentElement.dataset['session']
  }, [isPending])

  const checkExpiry = useEffectEvent(async () => {
    if (!member || !isPast(member.sessionExpiresAt)) return
    // The server prolongs a session that is used, and its clock is the one that counts.
    const now = await client.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => member)
    if (now !== member && (!now || isPast(now.sessionExpiresAt))) {
      expireSession(client, location, navigate)
    }
  })
  const isMember = Boolean(member)
  useEffect(() => {
    if (!isMember) return undefined
    const timer = setInterval(() => void checkExpiry(), EXPIRY_CHECK_MS)
    return () => clearInterval(timer)
  }, [isMember])

  return null
}

function isPast(moment: string): boolean {
  return Date.parse(moment) <= Date.now()
}
