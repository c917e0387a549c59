/** The build of the web app does not know the origin and writes this instead: see web/src/prerender/origin-placeholder.ts. */
const ORIGIN_PLACEHOLDER = '%APP_ORIGIN%'

/** Replaces the placeholder in a page, robots.txt or sitemap-pages.xml, so that their URLs are absolute. */
export function insertAppOrigin(text: string, appOrigin: string): string {
  return text.replaceAll(ORIGIN_PLACEHOLDER, () => escapeMarkup(appOrigin))
}

// An origin may contain quotation marks.
function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
