import { expect, test } from 'vitest'
import { findLinkedPost } from './find-linked-post.ts'

const ORIGIN = 'https://dolph.example'
const POST = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const ROLE = '01932dad-55f0-7c01-9923-d974d6c5fc02'

test.each([
  [`Look: ${ORIGIN}/posts/${POST}.`, { post: POST, role: null }],
  [`[it](${ORIGIN}/p/${POST})`, { post: POST, role: null }],
  [`${ORIGIN}/posts/${POST}?role=${ROLE}#role`, { post: POST, role: ROLE }],
  [`${ORIGIN}/posts/${POST}?role=none`, { post: POST, role: null }],
  [`${ORIGIN}/posts/new and ${ORIGIN}/p/${POST}`, { post: POST, role: null }],
])('%s links to a post or a role', (text, linked) =>
  expect(findLinkedPost(text, ORIGIN)).toEqual(linked),
)

test.each([
  '',
  POST,
  `https://other.example/posts/${POST}`,
  `https://dolphxexample/posts/${POST}`,
  `${ORIGIN}/posts/${POST}0`,
  `${ORIGIN}/posts/${POST}-x`,
  `${ORIGIN}/profile/${POST}`,
])('%s does not', (text) => expect(findLinkedPost(text, ORIGIN)).toBeNull())
