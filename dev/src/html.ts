/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type TemplateValue = string | number | Html | Html[]

/** Whatever is put into the template is text and gets escaped, unless it is `Html` itself. */
export function html(strings: TemplateStringsArray, ...parts: TemplateValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(toSource)))
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function toSource(part: TemplateValue): string {
  if (part instanceof Html) return part.source
  if (Array.isArray(part)) return part.map(({ source }) => source).join('')
  return escapeHtml(String(part))
}
