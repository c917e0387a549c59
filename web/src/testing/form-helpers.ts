import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** A field of a form, by its label. */
export function getField(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label)
}

/** Adds `text` at once, as pasting does. */
export async function fillField(label: string, text: string): Promise<void> {
  await userEvent.click(getField(label))
  if (text !== '') await userEvent.paste(text)
}

export async function chooseOption(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

export async function pressButton(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }))
}

/** Hides the page, upon which pending drafts are written to storage. */
export function hidePage(): void {
  window.dispatchEvent(new Event('pagehide'))
}
