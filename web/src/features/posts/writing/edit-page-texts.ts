/** The heading of the edit page, shared by the form and its placeholder. */
export const EDIT_PAGE_TEXTS = {
  title: 'Edit Post',
  lead: 'Everyone sees the change once you update the post.',
}
