import { RULE_NAMES } from '@dolph/contract/moderation/moderation'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CommunityGuidelinesPage } from './community-guidelines-page.tsx'

test('the guidelines list the rules with the names that decisions quote', () => {
  render(<CommunityGuidelinesPage />, { wrapper: MemoryRouter })

  const rules = screen.getByRole('heading', { name: /The rules$/ }).closest('section')
  const names = [...(rules?.querySelectorAll('li strong') ?? [])].map(
    ({ textContent }) => textContent,
  )

  expect(names).toEqual(Object.values(RULE_NAMES).map((name) => `${name}.`))
})
