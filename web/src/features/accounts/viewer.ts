import { createContext, use } from 'react'

/** The member who looks at the page. */
export interface Viewer {
  _id: string
  userName: string
  profilePicture?: string
}

/** Nobody can sign in yet, so the viewer is a visitor wherever no provider says otherwise. */
export const ViewerContext = createContext<Viewer | null>(null)

/** Null for a visitor. */
export function useViewer(): Viewer | null {
  return use(ViewerContext)
}
