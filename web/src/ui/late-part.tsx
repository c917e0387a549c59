import { createElement, type ComponentType, type ReactNode } from 'react'
import { useLate, type Late } from '../lib/late.ts'

interface Props<P extends object> {
  part: Late<ComponentType<P>>
  /** Until then nothing is fetched. */
  isWanted?: boolean
  props: P
  /** Stands in its place until it has come. */
  until?: ReactNode
}

/** A part of the page whose code comes late. */
export function LatePart<P extends object>({ part, isWanted, props, until }: Props<P>) {
  const Part = useLate(part, isWanted)
  return Part ? createElement(Part, props) : until
}
