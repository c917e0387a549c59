import type { Notification } from '@dolph/contract/notifications/notifications'
import type { ReactNode } from 'react'

/** Renders what a member can answer on a line; `leave` is called before another page opens. */
export type RenderAnswer = (line: Notification, leave: () => void) => ReactNode
