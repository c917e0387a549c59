import { createContext, useContext } from 'react'

/**
 * Makes the fields inside read-only while their form is sent: what is typed then would be missing in what was sent. They keep
 * the focus, unlike disabled ones.
 */
export const ReadOnlyFields = createContext(false)

export function useIsReadOnly(): boolean {
  return useContext(ReadOnlyFields)
}
