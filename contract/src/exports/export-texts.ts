/** Of the notification, its mail and the settings. */
export const EXPORT_READY_TEXT = 'Your copy is ready.'
