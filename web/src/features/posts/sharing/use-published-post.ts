import { Id } from '@dolph/contract/primitives'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'
import type { SharedPost } from './share-links.ts'

const PublishedState = z.object({ published: z.object({ _id: Id, title: z.string() }) })

/** The state of the navigation to the list after publishing. */
export function createPublishedState({ _id, title }: SharedPost): z.infer<typeof PublishedState> {
  return { published: { _id, title } }
}

/** The post that was just published. It is removed from the history entry: a reload or Back does not show it again. */
export function usePublishedPost() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const arrived = z.safeParse(PublishedState, state).data?.published
  const [published, setPublished] = useState(arrived)

  const isInHistory = arrived !== undefined
  useEffect(() => {
    if (!isInHistory) return
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true })
  }, [isInHistory, navigate, pathname, search, hash])

  return { published, dismiss: () => setPublished(undefined) }
}
