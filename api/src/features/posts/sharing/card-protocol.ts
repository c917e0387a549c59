import type { CardPost } from '@dolph/contract/posts/share-cards'

/** What the API process asks the process of the cards to draw. */
export interface CardTask {
  id: number
  post: CardPost
  /** The cover as the WebP file that the server itself has encoded. */
  cover: Buffer | null
}

/** `png` is null if the font lacks a letter of the title or of the author's name. */
export type CardResult = { id: number; png: Buffer | null } | { id: number; error: string }
