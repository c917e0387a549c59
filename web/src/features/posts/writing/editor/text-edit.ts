/** A text field as it is: the text and what is selected of it. */
export interface Selection {
  text: string
  start: number
  end: number
}

/** Replaces the text between `from` and `to`; what is selected afterwards is counted from `from`. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  select: [start: number, end: number]
}

type Replacement = Pick<TextEdit, 'from' | 'to' | 'insert'>

/** Performs an edit as if it was typed, so that it can be undone. The browser fires the input event. */
export function applyTextEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  const { from, to, insert, select } = edit
  field.focus()
  insertText(field, { from, to, insert })
  field.setSelectionRange(from + select[0], from + select[1])
}

/** Replaces a part of the text. The cursor, or what is selected, stays where it is in the words around, and nothing scrolls. */
export function replaceText(field: HTMLTextAreaElement, { from, to, insert }: Replacement): void {
  const { selectionStart, selectionEnd, scrollTop } = field
  const { scrollX, scrollY } = window
  insertText(field, { from, to, insert })
  const shift = (position: number) =>
    position >= to ? position + insert.length - (to - from) : Math.min(position, from)
  field.setSelectionRange(shift(selectionStart), shift(selectionEnd))
  // The browser scrolls field and page to a text that is inserted as typed.
  field.scrollTop = scrollTop
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
}

function insertText(field: HTMLTextAreaElement, edit: Replacement): void {
  const { from, to, insert } = edit
  if (document.activeElement !== field || !insertAsTyped(field, edit)) {
    setValue(field, field.value.slice(0, from) + insert + field.value.slice(to))
  }
}

/** Whether the browser has inserted the text. `execCommand` is the only way that keeps the history of a text field. */
function insertAsTyped(field: HTMLTextAreaElement, { from, to, insert }: Replacement): boolean {
  if (!('execCommand' in document)) return false
  field.setSelectionRange(from, to)
  // oxlint-disable-next-line typescript/no-deprecated -- has no successor
  return insert === ''
    ? document.execCommand('delete')
    : document.execCommand('insertText', false, insert)
}

/** React ignores an input event if the value was set through the property that it has replaced on the element. */
function setValue(field: HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
