import { useSearchParams } from 'react-router'

/**
 * Which post is being edited in its place. The address says so, and so a reload, or signing in again,
 * leads back to the editor and what was typed in it.
 */
export function useEditedPost() {
  const [params, setParams] = useSearchParams()
  const change = { replace: true, preventScrollReset: true }
  return {
    editedId: params.get('edit'),
    edit: (id: string) => setParams({ edit: id }, change),
    close: () => setParams({}, change),
  }
}

/** The button that opens the editor, which gets the focus back when it closes. */
export function getEditButtonId(postId: string): string {
  return `edit-${postId}`
}
