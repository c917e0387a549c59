import { PostType } from '@dolph/contract/posts'
import { z } from 'zod/mini'

/** What a list of posts shows. */
export interface FeedFilter {
  type?: PostType
}

/** Reads the filter from the address bar; nonsense there means no filter. */
export function filterFrom(params: URLSearchParams): FeedFilter {
  const type = z.safeParse(PostType, params.get('type'))
  return type.success ? { type: type.data } : {}
}

/** The address bar for `filter`, keeping whatever else stands there. */
export function withFilter(params: URLSearchParams, { type }: FeedFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  if (type) next.set('type', type)
  else next.delete('type')
  return next
}
