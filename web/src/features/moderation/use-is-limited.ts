import { useViewer } from '../accounts/session/use-viewer.ts'

/** What a decision can close to a member. A suspension closes both. */
export type Activity = 'posting' | 'messaging'

export function useIsLimited(activity: Activity): boolean {
  const restrictions = useViewer()?.restrictions
  return restrictions?.some((each) => each === activity || each === 'suspension') ?? false
}
