/**
 * Focuses the first control with an error, once the errors are rendered. By selector instead of by name: a list of buttons
 * has no input.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-has-error] button')?.focus()
}
