import { SKILLS_MAX, suggestSkills } from '@dolph/contract/profiles/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { mockNetworkError, fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { SkillsField } from './skills-field.tsx'

beforeEach(() => void serveSuggestions())

test('Enter adds the typed skill, trimmed, and does not submit the form', async () => {
  openField()
  await typeSkill('  Rust {Enter}Go{Enter}')
  expect(getChips()).toEqual(['Rust', 'Go'])
  expect(getSkillsInput().value).toBe('')
  expect(screen.queryByText('Submitted')).toBeNull()
})

test('Enter in the empty input does not submit the form', async () => {
  openField()
  await typeSkill('{Enter}')
  expect(screen.queryByText('Submitted')).toBeNull()
})

test('a comma adds a skill, and a list can be pasted', async () => {
  openField()
  await typeSkill('Rust,')
  expect(getChips()).toEqual(['Rust'])

  await userEvent.click(getSkillsInput())
  await userEvent.paste('Go, , Elixir, Zi')
  expect(getChips()).toEqual(['Rust', 'Go', 'Elixir'])
  expect(getSkillsInput().value).toBe('Zi')
})

test('a pasted list adds every valid skill and leaves the others in the input', async () => {
  openField(['Rust'])
  const tooLong = 'x'.repeat(41)
  await userEvent.click(getSkillsInput())
  await userEvent.paste(`rust, ${tooLong}, Go,`)
  expect(getChips()).toEqual(['Rust', 'Go'])
  expect(getSkillsInput().value).toBe(tooLong)
  expect(screen.getByText('A skill cannot be more than 40 characters')).toBeTruthy()
})

test('a listed skill is not added again in another letter case, and the field says so', async () => {
  openField(['TypeScript'])
  await typeSkill('typescript{Enter}')
  expect(getChips()).toEqual(['TypeScript'])
  expect(screen.getByRole('status').textContent).toBe('typescript is listed already')

  await typeSkill('!')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a skill that is too long stays in the input, with the reason', async () => {
  openField()
  await userEvent.click(getSkillsInput())
  await userEvent.paste('x'.repeat(41))
  await userEvent.keyboard('{Enter}')
  expect(getChips()).toEqual([])
  expect(getSkillsInput().value).toHaveLength(41)
  expect(screen.getByText('A skill cannot be more than 40 characters')).toBeTruthy()
})

test('a button adds the skill on phones, where Enter is hard to find', async () => {
  openField()
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  await typeSkill('Rust')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(getChips()).toEqual(['Rust'])
  expect(document.activeElement).toBe(getSkillsInput())
})

test('every skill has a remove button, and the removal is announced', async () => {
  openField(['Rust', 'Go'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  expect(getChips()).toEqual(['Go'])
  expect(screen.getByRole('status').textContent).toBe('Removed Rust')
})

test('an added skill is announced', async () => {
  openField()
  await typeSkill('Rust{Enter}')
  expect(screen.getByRole('status').textContent).toBe('Added Rust')
})

test('Backspace removes the last skill only while the input is empty', async () => {
  openField(['Rust', 'Go'])
  await typeSkill('a{Backspace}')
  expect(getChips()).toEqual(['Rust', 'Go'])
  await typeSkill('{Backspace}')
  expect(getChips()).toEqual(['Rust'])
})

test('the arrow keys reach the skills, and Delete removes the focused one', async () => {
  openField(['Rust', 'Go', 'Zig'])
  await typeSkill('{ArrowLeft}{ArrowLeft}{Delete}')
  expect(getChips()).toEqual(['Rust', 'Zig'])
})

test('Esc removes no skill', async () => {
  openField(['Rust', 'Go'])
  await typeSkill('{Escape}')
  expect(getChips()).toEqual(['Rust', 'Go'])
})

test('a full list says so and accepts no more skills', async () => {
  openField(Array.from({ length: SKILLS_MAX }, (_, index) => `Skill ${index}`))
  expect(screen.getAllByText('You can list up to 50 skills')).toHaveLength(1)
  await typeSkill('One more{Enter}')
  expect(getChips()).toHaveLength(SKILLS_MAX)
  expect(screen.getByRole('status').textContent).toBe('You can list up to 50 skills')
})

test('a validation error of the form is shown at the field', () => {
  openField(['Rust'], 'A skill is listed twice')
  expect(screen.getByRole('alert').textContent).toBe('A skill is listed twice')
  expect(getSkillsInput().getAttribute('aria-invalid')).toBe('true')
})

test('skills of other members are suggested after a pause, without those listed already', async () => {
  const { user, advanceTime } = installFakeClock()
  const queries = serveSuggestions('TypeScript', 'Terraform', 'tRPC')
  openField(['typescript'])

  await user.type(getSkillsInput(), 't')
  await advanceTime(100)
  await user.type(getSkillsInput(), 'e')
  await advanceTime(120)
  expect(queries).toEqual([])
  await advanceTime(80)
  await waitFor(() => expect(queries).toEqual(['te']))

  expect(await findOptions()).toEqual(['Terraform'])
})

test('the arrow keys and Enter choose a suggestion', async () => {
  const { user, advanceTime } = installFakeClock()
  serveSuggestions('TypeScript', 'tRPC')
  openField()
  await user.type(getSkillsInput(), 't')
  await advanceTime(200)
  await findOptions()

  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')

  expect(getChips()).toEqual(['tRPC'])
  expect(getSkillsInput().value).toBe('')
})

test('a click chooses a suggestion', async () => {
  const { user, advanceTime } = installFakeClock()
  serveSuggestions('TypeScript', 'tRPC')
  openField()
  await user.type(getSkillsInput(), 't')
  await advanceTime(200)
  await findOptions()

  await user.click(screen.getByRole('option', { name: 'TypeScript' }))

  expect(getChips()).toEqual(['TypeScript'])
  expect(getSkillsInput().value).toBe('')
})

test('while suggestions are open, Enter still adds the typed text', async () => {
  const { user, advanceTime } = installFakeClock()
  serveSuggestions('TypeScript')
  openField()
  await user.type(getSkillsInput(), 't')
  await advanceTime(200)
  await findOptions()

  await user.keyboard('{Enter}')

  expect(getChips()).toEqual(['t'])
})

test('failed suggestions show no error and do not stop the typing', async () => {
  const { user, advanceTime } = installFakeClock()
  mockNetworkError(suggestSkills)
  openField()
  await user.type(getSkillsInput(), 'Rust')
  await advanceTime(1000)
  await user.keyboard('{Enter}')

  expect(getChips()).toEqual(['Rust'])
  expect(screen.queryByRole('alert')).toBeNull()
})

function openField(skills: string[] = [], error?: string) {
  function Form() {
    const [value, setValue] = useState(skills)
    const [isSubmitted, setSubmitted] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
        }}
      >
        <SkillsField value={value} onChange={setValue} error={error} />
        <button type="submit">Save</button>
        {isSubmitted && <p>Submitted</p>}
      </form>
    )
  }
  renderPage(<Form />)
}

/** Replies with the skills that start with the query, and records the queries. */
function serveSuggestions(...skills: string[]) {
  const queries: string[] = []
  fakeApi.use(
    http.get(`*${suggestSkills.url}`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      queries.push(q)
      const data = skills.filter((skill) => skill.toLowerCase().startsWith(q))
      return HttpResponse.json({ success: true, data })
    }),
  )
  return queries
}

function getSkillsInput() {
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' })
}

async function typeSkill(keys: string) {
  await userEvent.type(getSkillsInput(), keys)
}

function getChips() {
  const chosen = screen.getByLabelText('Chosen skills')
  const buttons = within(chosen).queryAllByRole('button', { name: /^Remove /, hidden: true })
  return buttons.map((button) => button.getAttribute('aria-label')?.replace('Remove ', ''))
}

async function findOptions() {
  return (await screen.findAllByRole('option')).map((option) => option.textContent)
}
