import type { Browser } from '../browser.ts'
import type { TestGitHub, TestGitHubAccount } from './test-github.ts'

export const GITHUB_START_URL = '/api/users/auth/github'

export interface GitHubJourney {
  /** Undefined: the person refuses. */
  account: TestGitHubAccount | undefined
  /** Where the API sends the browser; by default the start of a sign-in is asked. */
  url?: string
  buildQuery?: (query: URLSearchParams) => string
  beforeCallback?: () => void
}

/** Sends the browser to GitHub and back; returns where it is redirected to. */
export async function visitGitHub(github: TestGitHub, browser: Browser, journey: GitHubJourney) {
  const url = journey.url ?? (await browser.request('GET', GITHUB_START_URL)).headers['location']
  github.signInAs(journey.account)
  const reply = await fetch(String(url), { redirect: 'manual' })
  const { searchParams } = new URL(reply.headers.get('location') ?? '')
  journey.beforeCallback?.()
  const query = journey.buildQuery?.(searchParams) ?? String(searchParams)
  const callback = await browser.request('GET', `${GITHUB_START_URL}/callback?${query}`)
  return callback.headers['location']
}
