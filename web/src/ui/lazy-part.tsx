import { createElement, type ComponentType, type ReactNode } from 'react'
import { useLazy, type LazyModule } from '../lib/lazy-module.ts'

interface Props<P extends object> {
  part: LazyModule<ComponentType<P>>
  /** The code is not fetched before this is true. */
  isEnabled?: boolean
  props: P
  /** Shown until the code has loaded. */
  fallback?: ReactNode
}

/** A part of the page whose code loads after the rest. */
export function LazyPart<P extends object>({ part, isEnabled, props, fallback }: Props<P>) {
  const Part = useLazy(part, isEnabled)
  return Part ? createElement(Part, props) : fallback
}
