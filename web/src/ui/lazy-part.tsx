import { createElement, type ComponentType, type ReactNode } from 'react'
import { useLazy, type LazyModule } from '../lib/lazy-module.ts'

interface Props<P extends object> {
  part: LazyModule<ComponentType<P>>
  /** Until then nothing is fetched. */
  isEnabled?: boolean
  props: P
  /** Stands in its place until it has come. */
  fallback?: ReactNode
}

/** A part of the page whose code comes late. */
export function LazyPart<P extends object>({ part, isEnabled, props, fallback }: Props<P>) {
  const Part = useLazy(part, isEnabled)
  return Part ? createElement(Part, props) : fallback
}
