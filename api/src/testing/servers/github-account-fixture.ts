import { createGitHubId, type TestGitHubAccount } from './test-github.ts'

let accounts = 0

/** An account of GitHub with a verified primary email, and another login and number each time. */
export function createGitHubAccountFixture(
  fields: Partial<TestGitHubAccount> = {},
): TestGitHubAccount {
  const login = `octo-${++accounts}`
  const emails = [{ email: `${login}@example.test`, primary: true, verified: true }]
  return { id: createGitHubId(login), login, name: 'Octo Cat', emails, ...fields }
}
