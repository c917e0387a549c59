import { namePictures } from '@dolph/contract/messaging/message-pictures'
import { stripBeginning } from '@dolph/contract/strip-markdown'

/** The beginning of a message without its marks, where it is named or read out. */
export function getPlainText(content: string, isMarkdown: boolean): string {
  return isMarkdown ? getBeginning(content) : content
}

/** The beginning of a message that may be Markdown, without its marks. */
export function getBeginning(content: string): string {
  return stripBeginning(namePictures(content))
}
