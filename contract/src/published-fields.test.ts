import { expect, test } from 'vitest'
import { Comment } from './comments/comments.ts'
import { Post } from './posts/posts.ts'

// Programs of others read these names. The API's tests check that every reply has exactly the fields of its schema.
test.each([
  [
    'a post',
    Post,
    [
      '_id',
      'title',
      'type',
      'body',
      'github',
      'demo',
      'projectUrl',
      'user',
      'likes',
      'likeCount',
      'commentCount',
      'isLiked',
      'createdAt',
      'project',
      'cover',
      'repository',
      'authorBio',
      'follow',
      'hiddenAt',
    ],
  ],
  [
    'a comment',
    Comment,
    [
      '_id',
      'post',
      'parent',
      'content',
      'user',
      'isDeleted',
      'createdAt',
      'editedAt',
      'mentions',
      'withheld',
      'replies',
      'repliesCursor',
    ],
  ],
])('%s has the published fields', (_, { shape }, fields) => {
  expect(Object.keys(shape)).toEqual(fields)
})
