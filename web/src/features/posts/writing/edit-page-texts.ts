/** The head of the edit page, with and without its post. */
export const EDIT_PAGE_TEXTS = {
  title: 'Edit Post',
  lead: 'Everybody sees the change as soon as you update the post.',
}
