import { useSearchParams } from 'react-router'

/**
 * The post that is edited in the list. Its id is in the URL, so that a reload or a new sign-in leads back to the editor and
 * its draft.
 */
export function useEditedPost() {
  const [params, setParams] = useSearchParams()
  const options = { replace: true, preventScrollReset: true }
  return {
    editedId: params.get('edit'),
    edit: (id: string) => setParams({ edit: id }, options),
    close: () => setParams({}, options),
  }
}

/** The element id of a post's Edit button, which gets the focus back when the editor closes. */
export function getEditButtonId(postId: string): string {
  return `edit-${postId}`
}
