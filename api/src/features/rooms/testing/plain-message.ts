/** The parameters of a room message that is only a text. */
export const PLAIN_MESSAGE = {
  ...{ isMarkdown: false, replyTo: null, pictureKeys: [] },
  ...{ linkedPost: null, linkedRole: null },
}
