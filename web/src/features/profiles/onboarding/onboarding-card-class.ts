/** The space of the card, also while its code loads: nothing below it moves when it appears. */
export const ONBOARDING_CARD_CLASS =
  'grid min-h-52 content-start gap-3 rounded-card border p-4 sm:min-h-48 sm:p-5'
