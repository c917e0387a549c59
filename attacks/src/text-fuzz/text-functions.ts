import { describeDevice } from '@dolph/api/features/accounts/sign-in/describe-device'
import { findLinkedPost } from '@dolph/api/features/messaging/sending/find-linked-post'
import { buildExcerpt } from '@dolph/api/features/moderation/excerpt'
import { buildLineJson } from '@dolph/api/features/notifications/list/notification-json'
import { buildPeopleTerms, buildWordTerms } from '@dolph/api/features/people/people-terms'
import { decodePostCursor } from '@dolph/api/features/posts/feed/post-cursor'
import { buildSearchEntry } from '@dolph/api/features/posts/search/terms'
import { tokenizeText } from '@dolph/api/features/posts/search/tokenizer'
import { decodeIdCursor } from '@dolph/api/platform/http/id-cursor'
import { getAddressKey } from '@dolph/api/platform/http/limits/rate-limits'
import { negotiateEncoding } from '@dolph/api/platform/http/replies/cached-reply'
import { decodeTimeCursor } from '@dolph/api/platform/http/time-cursor'
import { shortenTitle } from '@dolph/api/platform/mail/render-mail'
import { foldCase } from '@dolph/contract/fold-case'
import { foldSearchText } from '@dolph/contract/fold-search-text'
import { parseRepositoryLink } from '@dolph/contract/imports/imports'
import { findMentionedNames, splitAtMentions } from '@dolph/contract/mentions/mentions'
import { parseNextPath } from '@dolph/contract/accounts/next-path'
import { listBodyPictures, removePictureUrls } from '@dolph/contract/posts/post-pictures'
import {
  isProjectFile,
  PROJECT_FILE_BYTES_MAX,
  readProjectFile,
} from '@dolph/contract/imports/project-file'
import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { describePublicPost } from '@dolph/contract/posts/read-public-post'
import { README_READ_MAX, readReadme, toTitle } from '@dolph/contract/imports/readme'
import { skillKey } from '@dolph/contract/skills/skills'
import { stripBeginning, stripMarkdown } from '@dolph/contract/strip-markdown'
import { truncateText } from '@dolph/contract/truncate-text'
import { parse } from 'yaml'
import {
  endsInCode,
  getFormat,
} from '../../../web/src/features/messaging/message-text/get-format.ts'
import { isOnlyEmoji } from '../../../web/src/features/messaging/message-text/is-only-emoji.ts'
import { linkifyText } from '../../../web/src/features/messaging/message-text/linkify-text.ts'
import { findBodyPictures } from '../../../web/src/features/posts/writing/pictures/body-pictures.ts'
import { removeUploadMarks } from '../../../web/src/features/posts/writing/pictures/upload-mark.ts'
import { isRenderable } from '../../../web/src/ui/markdown/markdown-limits.ts'
import {
  extractExcerpt,
  splitByMatches,
  splitByWordStarts,
} from '../../../web/src/ui/search-highlight.ts'

export type TextFunction = (text: string) => unknown

export interface TextLimits {
  /** The most characters that the function is measured with. */
  length: number
  /** The most processor time, in milliseconds. */
  slowMs: number
  /** What costs less at the greatest length is not measured again: it harms nobody. */
  suspectMs: number
}

/** Makes each header another one: the results of earlier ones are cached. */
let calls = 0

const ID = '01a00000-0000-7000-8000-000000000000'

/** Every function of the product that reads text from people. */
export const TEXT_FUNCTIONS: Record<string, TextFunction> = {
  stripMarkdown,
  stripBeginning,
  truncateText: (text) => truncateText(text, 280),
  describePublicPost: (body) => describePublicPost({ body }),
  moderationExcerpt: buildExcerpt,
  notificationExcerpt: (text) => buildLineJson({ json: '{}', text }),
  mailTitle: shortenTitle,
  findMentionedNames: (text) => findMentionedNames(`${text} @ada`),
  splitAtMentions,
  readReadme: (text) => readReadme(text, 'https://github.com/a/b'),
  readPastedReadme: (text) => readReadme(text),
  toTitle,
  readProjectFile: (text) => readProjectFile(cutToProjectFile(text), parse),
  readProjectState: (text) => readProjectFile(cutToProjectFile(`dolph: 1\nstate: ${text}`), parse),
  isProjectFile,
  parseRepositoryLink,
  isRenderable,
  linkifyText,
  linkifyUrl: (text) => linkifyText(`https://dolph.example/${text}`),
  isOnlyEmoji,
  getFormat,
  endsInCode,
  linkedPost: (text) => findLinkedPost(`https://dolph.example/p/${text}`, 'https://dolph.example'),
  findBodyPictures,
  removeUploadMarks,
  listBodyPictures,
  removePictureUrls,
  buildPublicPostPath: (title) => buildPublicPostPath({ _id: ID, title }),
  highlight: (text) => splitByMatches(text, text.slice(0, 2)),
  highlightWordStarts: (text) => splitByWordStarts(text, text.slice(0, 1)),
  searchExcerpt: (text) => extractExcerpt(text, text.slice(-3)),
  foldCase,
  foldSearchText,
  tokenizeText: (text) => tokenizeText(foldSearchText(text)),
  searchEntry: (text) =>
    buildSearchEntry({ id: ID, title: text.slice(0, 100), body: text, username: 'ada' }),
  peopleTerms: (text) =>
    buildPeopleTerms({
      username: 'ada',
      firstName: text.slice(0, 50),
      lastName: '',
      bio: text,
      skills: [],
    }),
  peopleSearch: buildWordTerms,
  skillKey,
  describeDevice: (text) => describeDevice({ headers: { 'user-agent': text } }),
  forwardedAddress: getAddressKey,
  acceptEncoding: (text) => negotiateEncoding(`${text}${(calls += 1)}`),
  parseNextPath,
  idCursor: decodeIdCursor,
  timeCursor: decodeTimeCursor,
  postCursor: (text) => decodePostCursor(text, 'likes'),
}

/** A README is read once for each import, and is longer than any other text. */
const README_LIMITS: TextLimits = { length: README_READ_MAX, slowMs: 50, suspectMs: 25 }

/**
 * Markdown takes longer than any other reading: 5,000 characters of an ordinary post, with headings, lists and code, take about
 * 35 ms. The server renders in a thread of its own.
 */
const MARKDOWN_LIMITS: TextLimits = { length: 5_000, slowMs: 100, suspectMs: 50 }

/** The limits of the functions that have other ones than 20 ms for 5,000 characters. */
export const TEXT_LIMITS: Readonly<Record<string, TextLimits>> = {
  readReadme: README_LIMITS,
  readPastedReadme: README_LIMITS,
  markdownOnServer: MARKDOWN_LIMITS,
  markdownInBrowser: MARKDOWN_LIMITS,
}

/** A longer file is refused before it is parsed, which would measure nothing. */
function cutToProjectFile(text: string): string {
  // A character that is cut in half becomes one of three bytes.
  return Buffer.from(text).toString('utf8', 0, PROJECT_FILE_BYTES_MAX - 4)
}
