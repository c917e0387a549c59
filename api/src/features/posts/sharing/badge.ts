import { OPEN_ROLES_MAX } from '@dolph/contract/roles/roles'
import { CachedReply } from '../../../platform/http/replies/cached-reply.ts'
import type { SharedPost } from './shared-posts.ts'

const SVG_TYPE = 'image/svg+xml; charset=utf-8'
const HEIGHT = 20
const PADDING = 6
/** The left part holds the fin and the name. */
const NAME_WIDTH = 58
/** The average width of a letter; `textLength` fits every font into the width that follows. */
const LETTER_WIDTH = 6.2
const FIN_PATH = 'M5 3c15.2 1 24 8.5 24 17.2 0 5.8-4.8 8.8-11 8.8H5c6.6-6.9 7-16.8 0-26Z'

/** Dark enough for white letters. */
const COLORS = { open: '#07707b', lookout: '#5b4fa3', quiet: '#5c6970' }

/** The badge of a post that is unknown, deleted or hidden. */
export const PLAIN_BADGE = buildBadge('', COLORS.quiet)
const ON_THE_LOOKOUT = buildBadge('on the lookout', COLORS.lookout)
const NOT_LOOKING = buildBadge('not looking now', COLORS.quiet)
const OPEN_ROLES = Array.from({ length: OPEN_ROLES_MAX }, (_, index) =>
  buildBadge(index === 0 ? '1 role open' : `${index + 1} roles open`, COLORS.open),
)

/** There are as many badges as numbers of open roles, all built at start: nothing that a member wrote is in them. */
export function selectBadge(post: SharedPost | undefined): CachedReply {
  if (!post) return PLAIN_BADGE
  const openRoles = OPEN_ROLES[(post.project?.openRoles ?? 0) - 1]
  if (openRoles) return openRoles
  const isLooking =
    post.state === 'needs-owner' ||
    (post.type === 'seeking-contributors' && post.state !== 'paused')
  return isLooking ? ON_THE_LOOKOUT : NOT_LOOKING
}

function buildBadge(text: string, color: string): CachedReply {
  const textWidth = Math.round(text.length * LETTER_WIDTH)
  const width = NAME_WIDTH + (text === '' ? 0 : textWidth + 2 * PADDING)
  const label = text === '' ? 'Dolph' : `Dolph: ${text}`
  return new CachedReply(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${label}">`,
      `<title>${label}</title>`,
      `<rect width="${width}" height="${HEIGHT}" rx="4" fill="#0b2a33"/>`,
      text === ''
        ? ''
        : `<path fill="${color}" d="M${NAME_WIDTH} 0H${width - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1 -4 4H${NAME_WIDTH}Z"/>`,
      `<path fill="#5cd0d1" transform="translate(5 3.6) scale(.4)" d="${FIN_PATH}"/>`,
      '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
      '<text x="21" y="14" textLength="31" lengthAdjust="spacingAndGlyphs">Dolph</text>',
      text === ''
        ? ''
        : `<text x="${NAME_WIDTH + PADDING}" y="14" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${text}</text>`,
      '</g></svg>',
    ].join(''),
    SVG_TYPE,
  )
}
