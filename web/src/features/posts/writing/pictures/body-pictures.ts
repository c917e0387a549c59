import { parsePostPictureUrl } from '@dolph/contract/posts/post-pictures'
import {
  findPictures,
  formatPicture,
  type PictureMark,
} from '../../../../ui/pictures/picture-markdown.ts'

/** The pictures that were uploaded into a text, in their order. */
export function findBodyPictures(body: string): PictureMark[] {
  return findPictures(body).filter(({ url }) => parsePostPictureUrl(url))
}

/** The text with another description of one of its pictures. */
export function describeBodyPicture(body: string, mark: PictureMark, alt: string): string {
  return body.slice(0, mark.start) + formatPicture(alt, mark.url) + body.slice(mark.end)
}
