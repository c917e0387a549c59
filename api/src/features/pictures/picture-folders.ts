/** The folders of pictures in storage. Only the first is read by a public route. */
export const PICTURE_FOLDERS = { public: 'pictures/', ofMessages: 'message-pictures/' } as const
