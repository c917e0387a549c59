import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RepositoryFacts } from './repository-facts.tsx'

const FACTS = {
  pushedAt: new Date().toISOString(),
  language: 'Rust',
  license: 'MIT',
  isArchived: false,
  isConfirmed: true,
}

test.each([
  ['of an active one', {}, 'Last push just nowRust · MITConfirmed by the repository'],
  [
    'of an archived one that only the author links',
    { isArchived: true, isConfirmed: false, language: null },
    'Archived repository · Last push just nowMITLinked by the author',
  ],
  [
    'of which little is known',
    { pushedAt: null, language: null, license: null },
    'RepositoryConfirmed by the repository',
  ],
])('the facts of a repository: %s', (_, fields, text) => {
  const { container } = render(<RepositoryFacts repository={{ ...FACTS, ...fields }} />)
  expect(container.textContent).toBe(text)
})
