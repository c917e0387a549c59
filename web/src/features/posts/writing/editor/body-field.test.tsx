import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm, useWatch } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { EMPTY_POST_FIELDS, type PostFields } from '../post-fields.ts'
import { BodyField } from './body-field.tsx'

test('a button acts on the selected text and gives the focus back to it', async () => {
  const { user, field } = openField({ body: 'a tide clock' })
  field.setSelectionRange(2, 6)
  await user.click(screen.getByRole('button', { name: 'Bold' }))
  expect(field.value).toBe('a **tide** clock')
  expect(document.activeElement).toBe(field)
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('tide')
  expect(screen.getByTestId('value').textContent).toBe('a **tide** clock')
})

test('the toolbar is one stop for Tab, and the arrow keys move in it', async () => {
  const { user, field } = openField({ body: 'tide' })
  screen.getByRole('button', { name: 'Bold' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Heading' }))
  await user.tab()
  expect(document.activeElement).toBe(field)
})

test.each([
  ['{Control>}b{/Control}', '**tide**'],
  ['{Control>}i{/Control}', '_tide_'],
  ['{Control>}k{/Control}', '[tide](https://)'],
])('%s writes %s, and no other shortcut hears it', async (keys, text) => {
  const onPage = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', onPage)
  const { user, field } = openField({ body: 'tide' })
  field.focus()
  field.setSelectionRange(0, 4)
  await user.keyboard(keys)
  document.removeEventListener('keydown', onPage)
  expect(field.value).toBe(text)
  expect(onPage.mock.calls.map(([{ key }]) => key)).toEqual(['Control'])
})

test('an empty text can begin with the outline of its type; a text that was begun is safe', async () => {
  const { user, field } = openField({ type: 'seeking-contributors' })
  await user.click(screen.getByRole('button', { name: 'Start with an outline' }))
  expect(field.value).toBe('## What works\n\n\n## What is missing\n\n\n## Who I need\n\n')
  await user.keyboard('It ticks')
  expect(field.value).toContain('## What works\nIt ticks\n')
  expect(screen.queryByRole('button', { name: 'Start with an outline' })).toBeNull()
})

test('the monospace font is remembered on the device', async () => {
  const { user } = openField()
  const getSwitch = () => screen.getByRole('button', { name: 'Monospace font' })
  expect(getSwitch().getAttribute('aria-pressed')).toBe('false')
  await user.click(getSwitch())
  await waitFor(() => expect(getSwitch().getAttribute('aria-pressed')).toBe('true'))
  cleanup()
  openField()
  expect(getSwitch().getAttribute('aria-pressed')).toBe('true')
})

function openField(fields: Partial<PostFields> = {}) {
  renderPage(<Form fields={fields} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
  return { user: userEvent.setup(), field }
}

function Form({ fields }: { fields: Partial<PostFields> }) {
  const form = useForm<PostFields>({ defaultValues: { ...EMPTY_POST_FIELDS, ...fields } })
  return (
    <>
      <BodyField form={form} label="Description" maxLength={undefined} onUploadsChange={() => {}} />
      <output data-testid="value">{useWatch({ control: form.control, name: 'body' })}</output>
    </>
  )
}
