import type { Locator, Page } from '@playwright/test'
import type { Member } from './members.ts'
import { expect } from './base-test.ts'

interface PostDraft {
  title: string
  type?: string
  body?: string
  github?: string
  demo?: string
  projectUrl?: string
}

interface PostJson extends Required<PostDraft> {
  _id: string
}

/** Creates a post by the API and returns its id. */
export async function createPostByApi(
  { call }: Pick<Member, 'call'>,
  draft: PostDraft,
): Promise<string> {
  const body = 'A tide clock for the kitchen wall'
  const reply = await call('POST', '/api/posts', { type: 'showcase', body, ...draft })
  expect(reply.status()).toBe(201)
  return ((await reply.json()) as { data: PostJson }).data._id
}

/** The member's posts, newest first. */
export async function readOwnPostsByApi({ call }: Pick<Member, 'call'>): Promise<PostJson[]> {
  const reply = await call('GET', '/api/posts/user/me')
  return ((await reply.json()) as { data: PostJson[] }).data
}

/** Generates a word that no other post contains. */
export function generateWord(): string {
  return `tide${Math.random().toString(36).slice(2, 10)}`
}

export function getPostCard(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title, exact: true })
}

/** A mock reply in the format of the API's errors. */
export function buildRefusalReply(status: number, code: string, message: string) {
  return { status, json: { success: false, code, message } }
}

/** A post with every field at its maximum length. */
export const LONGEST_POST = {
  title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2).slice(0, 100),
  body: buildLongestBody(),
  github: `https://github.com/${'long'.repeat(50)}/${'longer'.repeat(50)}`,
  demo: `https://${'very-'.repeat(10)}long.example.com/${'path/'.repeat(100)}`,
  projectUrl: `https://example.com/?${'q=1&'.repeat(200)}`,
}

function buildLongestBody(): string {
  const start = [
    '# Tide clock \u{1f30a}\u{1f9d1}\u{1f3fd}\u{200d}\u{1f4bb}',
    'ساعة المد والجزر لجدار المطبخ، تعمل بلا إنترنت.',
    `See [the plans](https://example.com/plans) and ${'harbour'.repeat(40)}.`,
    `\`\`\`ts\nconst tide = await read('${'harbour'.repeat(30)}')\n\`\`\``,
    `| ${'Harbour | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'12:34 | '.repeat(12)}`,
    '',
  ].join('\n\n')
  return start + 'A long story. '.repeat(400).slice(0, 4999 - [...start].length) + '.'
}
