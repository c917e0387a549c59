import { cx } from '../cx.ts'

/** The layer between a modal and the page. */
export const BACKDROP_CLASS = cx(
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
)

/** The panel of a dialog in the middle of the screen. */
export const DIALOG_CLASS = cx(
  'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col',
  '-translate-x-1/2 -translate-y-1/2 overflow-hidden rounded-sheet border border-line bg-raised',
  'text-ink shadow-soft transition duration-150 ease-out',
  'data-ending-style:scale-97 data-ending-style:opacity-0',
  'data-starting-style:scale-97 data-starting-style:opacity-0',
)
