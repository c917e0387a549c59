/** Where the mentions of a kind of text are stored, and the event that names those who are new. */
export interface MentioningText {
  table: 'mentions' | 'update_mentions'
  key: 'comment_id' | 'update_id'
  event: 'comment.mentioned' | 'update.mentioned'
}

export const COMMENT_MENTIONS: MentioningText = {
  table: 'mentions',
  key: 'comment_id',
  event: 'comment.mentioned',
}

export const UPDATE_MENTIONS: MentioningText = {
  table: 'update_mentions',
  key: 'update_id',
  event: 'update.mentioned',
}
