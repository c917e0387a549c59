import type { Post } from '@dolph/contract/posts'

export function createPostFixture(fields: Partial<Post> = {}): Post {
  return {
    _id: '01932dad-55f0-7c01-9923-d974d6c5fc01',
    title: 'Tide',
    type: 'showcase',
    body: 'A tide clock for the kitchen wall',
    github: '',
    demo: '',
    projectUrl: '',
    user: { _id: '01932dad-55f0-7c01-9923-d974d6c5fc02', userName: 'ada', profilePicture: '' },
    likes: [],
    likeCount: 0,
    commentCount: 0,
    isLiked: false,
    createdAt: '2026-01-02T03:04:05.678Z',
    project: null,
    ...fields,
  }
}
