/** In place of what a member wrote whom the viewer blocked or muted. */
export const FOLDED_MESSAGE = 'Hidden: you blocked or muted this member'
