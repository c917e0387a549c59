export const SECTION_CLASS =
  'mt-10 grid min-w-0 content-start gap-5 border-t border-line pt-8 sm:mt-14 sm:pt-10'

/** At least the height of the form, so that nothing below moves when it has loaded. */
export const AUTHOR_SECTION_CLASS = 'min-h-80'
