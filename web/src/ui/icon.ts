import type { ComponentType } from 'react'

/** Any icon of lucide, or a drawing of our own that takes a class. */
export type IconType = ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
