/** The parameters of a room message that is only a text. */
export const PLAIN_MESSAGE = {
  ...{ isMarkdown: false, replyTo: null },
  ...{ linkedPost: null, linkedRole: null },
}
