/** On a card of a phone it is lower, so that the title of the first card is on the first screen. */
export const COVER_CLASS = {
  card: 'aspect-21/9 sm:aspect-2/1',
  row: 'aspect-video w-16 shrink-0 rounded-sm sm:w-32 sm:rounded-control',
  page: 'aspect-video w-full rounded-card [view-transition-name:cover]',
  // A drawing at the head of a page: low, because it only pushes the text down.
  banner: 'aspect-4/1 w-full rounded-card [view-transition-name:cover]',
}

/** While a link to the page of its post is followed, the cover of a card becomes the one of the page. */
export const MOVING_COVER_CLASS = '[view-transition-name:cover]'

/** A cover up to the edges of its card. */
export const CARD_COVER_CLASS = '-mx-5 -mt-5 rounded-t-card border-b border-line'
