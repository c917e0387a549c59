/** Chunks that the service worker caches on first use: they are large and rarely needed, or of no use offline. */
export const CHUNKS_CACHED_ON_USE =
  /^(?:markdown-highlighter|crop-dialog|(?:home|about|contact|help|privacy-policy|terms-of-\w+|community-guidelines|cookie-policy|signup|verify-email|confirm-email|undo-email-change|keep-second-factor|unsubscribe|still-open|reset-password|forgot-password|choose-username)-page|google-button|qr-code)$/

/** Marks the files of those chunks. Chunks have no other names: all names are in the first script. */
export const CACHED_ON_USE_PREFIX = 'on-use-'
