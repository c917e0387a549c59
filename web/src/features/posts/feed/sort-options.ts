import type { Sort, TimeRange } from '@dolph/contract/posts/post-filter'

export const SORTS: readonly { value: Sort; label: string; keepsOpen: boolean }[] = [
  { value: 'recent', label: 'Most Recent', keepsOpen: false },
  // The menu stays open: the time ranges appear below.
  { value: 'likes', label: 'Most Liked', keepsOpen: true },
]

export const RANGES: readonly { value: TimeRange; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'This Month' },
  { value: 'year', label: 'This Year' },
  { value: 'all-time', label: 'All Time' },
]
