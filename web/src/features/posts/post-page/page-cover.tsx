import { toCardCoverUrl } from '@dolph/contract/posts/post-pictures'
import type { Post } from '@dolph/contract/posts/posts'
import { useState } from 'react'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { PostCover } from '../cover/post-cover.tsx'

interface Props {
  post: Pick<Post, '_id' | 'title' | 'type' | 'cover'> &
    Partial<Pick<Post, 'likeCount' | 'commentCount' | 'project'>>
}

/** The cover at the head of a page. After a link it shows the card's picture, which is mostly there, until the larger one has loaded. */
export function PageCover({ post }: Props) {
  const [isAfterLink] = useState(useHydrated())
  const { cover } = post
  return (
    <PostCover
      post={post}
      size={cover ? 'page' : 'banner'}
      isEager
      className="bg-cover bg-center"
      style={
        cover && isAfterLink
          ? { backgroundImage: `url("${toCardCoverUrl(cover.url)}")` }
          : undefined
      }
    />
  )
}
