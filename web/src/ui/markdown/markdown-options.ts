export interface MarkdownOptions {
  /** The level of a `#` heading: the page has its own h1 and h2 above. */
  headingLevel: 2 | 3 | 4 | 5 | 6
  /** Whether pictures that were uploaded for posts are shown. All others are links, except the pictures of messages. */
  hasPictures: boolean
  /** The usernames that become links where the text names them with `@`. All others stay text. */
  mentions: readonly string[]
  /** Of messages: less is Markdown, long code is folded, and pictures that were uploaded for messages are shown. */
  isMessage: boolean
}
