import { cx } from '../cx.ts'

/** The panel of a menu or a select. */
export const POPUP_CLASS = cx(
  'pop rounded-card border border-line bg-raised text-sm text-ink shadow-soft outline-none',
)

/** One line of a menu or a select. */
export const POPUP_ITEM_CLASS = cx(
  'flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none',
  'select-none data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11',
)

/** The panel of suggestions right below the field it belongs to. */
export const SUGGESTIONS_CLASS = cx(
  'absolute inset-x-0 top-full z-20 mt-1 rounded-card border border-line bg-raised text-left text-sm',
  'text-ink shadow-soft',
)
