/** HTML that is safe to insert into a page without escaping. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type TemplateValue = string | number | Html | Html[]

/** A template tag that escapes every value unless it is `Html`. */
export function html(strings: TemplateStringsArray, ...values: TemplateValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toSource)))
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function toSource(value: TemplateValue): string {
  if (value instanceof Html) return value.source
  if (Array.isArray(value)) return value.map(({ source }) => source).join('')
  return escapeHtml(String(value))
}
