/** What stands above the text of a post, or beside it on wide screens. */
export const ASIDE_CLASS =
  'mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm text-muted lg:top-22 lg:row-span-3 lg:mt-0 lg:grid lg:gap-4 lg:self-start lg:[@media(min-height:44rem)]:sticky'
