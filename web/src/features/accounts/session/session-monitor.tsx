import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMemberSession } from './member-session.ts'
import { syncSessionAcrossTabs, expireSession } from './session.ts'
import { viewerQuery } from './viewer-query.ts'

const EXPIRY_CHECK_MS = 60_000

/** Keeps the cached viewer current: across tabs, on navigation and when the session expires. Mounted once. */
export function SessionMonitor() {
  const client = useQueryClient()
  const session = useMemberSession()
  const location = useLocation()
  const navigate = useNavigate()
  const { data: member } = useQuery(viewerQuery)

  useEffect(() => syncSessionAcrossTabs(client, session), [client, session])

  const checkedPath = useRef('')
  useEffect(() => {
    if (checkedPath.current === location.pathname) return
    checkedPath.current = location.pathname
    void client.prefetchQuery(viewerQuery)
  }, [client, location.pathname])

  const isKnown = member !== undefined
  useEffect(() => {
    // boot/pre-hydration.ts sets the attribute to keep the log-in buttons out of a member's first paint.
    // While the server is away nobody knows, and they stay hidden.
    if (isKnown) delete document.documentElement.dataset['session']
  }, [isKnown])

  const checkExpiry = useEffectEvent(async () => {
    if (!member || !isPast(member.sessionExpiresAt)) return
    // Asked from the server: it extends a session that is in use, and only its clock counts.
    const current = await client.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => member)
    if (current !== member && (!current || isPast(current.sessionExpiresAt))) {
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
