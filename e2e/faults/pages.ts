import {
  insertConversation,
  insertMember,
  buildMessageFixtures,
} from '../support/conversation-fixtures.ts'
import { insertComment, insertPost, type Member } from '../support/members.ts'

/** A page and what has to be on it before it counts as working. */
export interface FaultPage {
  /** As in the table: `/p/{id}`. */
  name: string
  path: string
  isMember: boolean
  /** Whose data the page shows, to a visitor too. */
  memberId: string
  /** Selectors that must all be visible. */
  landmarks: string[]
  /** A text that must be in the page too. */
  text?: string
}

/** Gives the member what the pages show, and returns the pages. */
export async function createFaultPages(member: Pick<Member, 'id'>): Promise<FaultPage[]> {
  const peer = await insertMember('bob')
  const post = await insertPost(member)
  await insertComment(post, { by: peer, content: 'Low tide at noon' })
  await insertConversation(member, peer, buildMessageFixtures(member, peer, 3))
  const visitor = { isMember: false, memberId: member.id }
  const signedIn = { isMember: true, memberId: member.id }
  return [
    { name: '/', path: '/', ...visitor, landmarks: ['main h1'] },
    { name: '/login', path: '/login', ...visitor, landmarks: ['main form input[type=password]'] },
    { name: '/browse', path: '/browse', ...visitor, landmarks: ['main article'] },
    { name: '/p/{id}', path: `/p/${post.id}`, ...visitor, landmarks: ['main h1'] },
    { name: '/posts', path: '/posts', ...signedIn, landmarks: ['main article'] },
    {
      name: '/posts/{id}',
      path: post.path,
      ...signedIn,
      landmarks: ['main h1', 'main textarea'],
      text: 'Low tide at noon',
    },
    {
      name: '/profile',
      path: '/profile',
      ...signedIn,
      landmarks: ['main h1'],
      text: 'Edit Profile',
    },
    { name: '/messages', path: '/messages', ...signedIn, landmarks: ['main'], text: peer.userName },
  ]
}
