/** The heading of the edit page, shared by the form and its placeholder. */
export const EDIT_PAGE_TEXTS = {
  title: 'Edit Post',
  lead: 'Everybody sees the change as soon as you update the post.',
}
