import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import {
  parsePostPictureUrl,
  toSmallBodyPictureUrl,
  type PictureDimensions,
} from '@dolph/contract/posts/post-pictures'

interface PictureFile {
  url: string
  size: PictureDimensions
}

/** The files of an uploaded picture, of a profile or of a post, by the URL of the large one. */
export function listPictureFiles(url: string): PictureFile[] {
  if (!parsePostPictureUrl(url)) {
    return Object.values(PICTURE_SIZES).map((side) => ({
      url: url.replace('512', String(side)),
      size: { width: side, height: side },
    }))
  }
  return [...new Set([url, toSmallBodyPictureUrl(url)])].map((fileUrl) => ({
    url: fileUrl,
    size: parsePostPictureUrl(fileUrl) ?? { width: 0, height: 0 },
  }))
}
