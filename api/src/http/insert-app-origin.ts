/** What the build of the web app writes where the origin belongs, as it cannot know it: see web/src/prerender/origin-placeholder.ts. */
const ORIGIN_PLACEHOLDER = '%APP_ORIGIN%'

/** A page, or what crawlers read, with absolute addresses. */
export function insertAppOrigin(text: string, appOrigin: string): string {
  return text.replaceAll(ORIGIN_PLACEHOLDER, () => escapeMarkup(appOrigin))
}

// A host may have a quotation mark in it.
function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
