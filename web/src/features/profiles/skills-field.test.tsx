import { SKILLS_MAX, suggestSkills } from '@dolph/contract/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { mockNetworkError, fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { SkillsField } from './skills-field.tsx'

beforeEach(() => void serveSuggestions())

test('Enter adds what was typed, trimmed, and does not send the form', async () => {
  openField()
  await typeSkill('  Rust {Enter}Go{Enter}')
  expect(getChips()).toEqual(['Rust', 'Go'])
  expect(getSkillsInput().value).toBe('')
  expect(screen.queryByText('Sent')).toBeNull()
})

test('Enter in the empty box does not send the form either', async () => {
  openField()
  await typeSkill('{Enter}')
  expect(screen.queryByText('Sent')).toBeNull()
})

test('a comma adds too, and a list can be pasted', async () => {
  openField()
  await typeSkill('Rust,')
  expect(getChips()).toEqual(['Rust'])

  await userEvent.click(getSkillsInput())
  await userEvent.paste('Go, , Elixir, Zi')
  expect(getChips()).toEqual(['Rust', 'Go', 'Elixir'])
  expect(getSkillsInput().value).toBe('Zi')
})

test('of a pasted list everything is taken that can be, and the rest stays to be mended', async () => {
  openField(['Rust'])
  const long = 'x'.repeat(41)
  await userEvent.click(getSkillsInput())
  await userEvent.paste(`rust, ${long}, Go,`)
  expect(getChips()).toEqual(['Rust', 'Go'])
  expect(getSkillsInput().value).toBe(long)
  expect(screen.getByText('A skill cannot be more than 40 characters')).toBeTruthy()
})

test('a skill that is there already, whatever the case, is not added, and the field says so', async () => {
  openField(['TypeScript'])
  await typeSkill('typescript{Enter}')
  expect(getChips()).toEqual(['TypeScript'])
  expect(screen.getByRole('status').textContent).toBe('typescript is listed already')

  await typeSkill('!')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('what is too long for a skill stays in the box, with the reason', async () => {
  openField()
  await userEvent.click(getSkillsInput())
  await userEvent.paste('x'.repeat(41))
  await userEvent.keyboard('{Enter}')
  expect(getChips()).toEqual([])
  expect(getSkillsInput().value).toHaveLength(41)
  expect(screen.getByText('A skill cannot be more than 40 characters')).toBeTruthy()
})

test('on a phone, where Enter is hard to find, a button adds it', async () => {
  openField()
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  await typeSkill('Rust')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(getChips()).toEqual(['Rust'])
  expect(document.activeElement).toBe(getSkillsInput())
})

test('every skill has a button that removes it, and it is said', async () => {
  openField(['Rust', 'Go'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  expect(getChips()).toEqual(['Go'])
  expect(screen.getByRole('status').textContent).toBe('Removed Rust')
})

test('what was added is said', async () => {
  openField()
  await typeSkill('Rust{Enter}')
  expect(screen.getByRole('status').textContent).toBe('Added Rust')
})

test('Backspace in the empty box removes the last skill, but not while there is text', async () => {
  openField(['Rust', 'Go'])
  await typeSkill('a{Backspace}')
  expect(getChips()).toEqual(['Rust', 'Go'])
  await typeSkill('{Backspace}')
  expect(getChips()).toEqual(['Rust'])
})

test('the arrow keys reach the skills, and Delete removes the one that has the focus', async () => {
  openField(['Rust', 'Go', 'Zig'])
  await typeSkill('{ArrowLeft}{ArrowLeft}{Delete}')
  expect(getChips()).toEqual(['Rust', 'Zig'])
})

test('Esc takes no skill away', async () => {
  openField(['Rust', 'Go'])
  await typeSkill('{Escape}')
  expect(getChips()).toEqual(['Rust', 'Go'])
})

test('a full list says so and takes no more', async () => {
  openField(Array.from({ length: SKILLS_MAX }, (_, index) => `Skill ${index}`))
  expect(screen.getAllByText('You can list up to 50 skills')).toHaveLength(1)
  await typeSkill('One more{Enter}')
  expect(getChips()).toHaveLength(SKILLS_MAX)
  expect(screen.getByRole('status').textContent).toBe('You can list up to 50 skills')
})

test('what the form finds wrong stands at the field', () => {
  openField(['Rust'], 'A skill is listed twice')
  expect(screen.getByRole('alert').textContent).toBe('A skill is listed twice')
  expect(getSkillsInput().getAttribute('aria-invalid')).toBe('true')
})

test('skills of others are suggested after a pause, without those chosen already', async () => {
  const { user, pass } = installFakeClock()
  const asked = serveSuggestions('TypeScript', 'Terraform', 'tRPC')
  openField(['typescript'])

  await user.type(getSkillsInput(), 't')
  await pass(100)
  await user.type(getSkillsInput(), 'e')
  await pass(120)
  expect(asked).toEqual([])
  await pass(80)
  await waitFor(() => expect(asked).toEqual(['te']))

  expect(await findOptions()).toEqual(['Terraform'])
})

test('a suggestion is taken with the arrow keys and Enter', async () => {
  const { user, pass } = installFakeClock()
  serveSuggestions('TypeScript', 'tRPC')
  openField()
  await user.type(getSkillsInput(), 't')
  await pass(200)
  await findOptions()

  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')

  expect(getChips()).toEqual(['tRPC'])
  expect(getSkillsInput().value).toBe('')
})

test('a suggestion is taken with a click', async () => {
  const { user, pass } = installFakeClock()
  serveSuggestions('TypeScript', 'tRPC')
  openField()
  await user.type(getSkillsInput(), 't')
  await pass(200)
  await findOptions()

  await user.click(screen.getByRole('option', { name: 'TypeScript' }))

  expect(getChips()).toEqual(['TypeScript'])
  expect(getSkillsInput().value).toBe('')
})

test('while suggestions are open, Enter still adds what was typed', async () => {
  const { user, pass } = installFakeClock()
  serveSuggestions('TypeScript')
  openField()
  await user.type(getSkillsInput(), 't')
  await pass(200)
  await findOptions()

  await user.keyboard('{Enter}')

  expect(getChips()).toEqual(['t'])
})

test('without suggestions one types to the end, and hears nothing of it', async () => {
  const { user, pass } = installFakeClock()
  mockNetworkError(suggestSkills)
  openField()
  await user.type(getSkillsInput(), 'Rust')
  await pass(1000)
  await user.keyboard('{Enter}')

  expect(getChips()).toEqual(['Rust'])
  expect(screen.queryByRole('alert')).toBeNull()
})

function openField(skills: string[] = [], error?: string) {
  function Form() {
    const [value, setValue] = useState(skills)
    const [isSent, setSent] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setSent(true)
        }}
      >
        <SkillsField value={value} onChange={setValue} error={error} />
        <button type="submit">Save</button>
        {isSent && <p>Sent</p>}
      </form>
    )
  }
  renderPage(<Form />)
}

/** Answers with those that start as asked, and writes down the questions. */
function serveSuggestions(...skills: string[]) {
  const asked: string[] = []
  fakeApi.use(
    http.get(`*${suggestSkills.url}`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(q)
      const data = skills.filter((skill) => skill.toLowerCase().startsWith(q))
      return HttpResponse.json({ success: true, data })
    }),
  )
  return asked
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
