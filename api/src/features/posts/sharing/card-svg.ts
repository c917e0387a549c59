import type { PostType } from '@dolph/contract/posts/post-type'
import type { CardPost } from '@dolph/contract/posts/share-cards'
import satori from 'satori'
import { CARD_FONTS, CARD_FONT_FAMILY } from './card-fonts.ts'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
/** Where a cover is on the card, from the top to the bottom. */
export const CARD_COVER = { left: 700, width: CARD_WIDTH - 700 }

interface TypeLook {
  label: string
  /** The background, and a shape on it. */
  night: string
  deep: string
  /** The fin, and text in the hue. */
  fin: string
  ink: string
}

/** The labels of the web, and its hues in the dark theme. */
const TYPE_LOOKS: Record<PostType, TypeLook> = {
  showcase: look('Showcase', '#222139', '#2e2c49', '#b3b2f9', '#d3d4f8'),
  'seeking-contributors': look('Seeking Contributors', '#082b20', '#11382b', '#75cfae', '#b9e3d1'),
  'looking-to-join': look('Looking to Join', '#0e2638', '#173347', '#7fc3f5', '#bbdcf6'),
  'in-development': look('In Development', '#321f09', '#412b12', '#e5ae73', '#eed2b5'),
  'project-idea': look('Project Idea', '#25260a', '#313313', '#bcc174', '#d8dbb6'),
  other: look('Other', '#1f2528', '#2a3235', '#abbec8', '#d0d9de'),
  hackathon: look('Hackathon', '#361a20', '#46252b', '#f2a0ae', '#f6cbd1'),
  'learning-project': look('Learning Project', '#301c2f', '#3e273d', '#dea4db', '#eacce8'),
  'open-source': look('Open Source', '#172915', '#21371f', '#96cb8f', '#c6e0c2'),
}

function look(label: string, night: string, deep: string, fin: string, ink: string): TypeLook {
  return { label, night, deep, fin, ink }
}

const WHITE = '#ffffff'
const LEFT = 80
const FIN_PATH = 'M5 3c15.2 1 24 8.5 24 17.2 0 5.8-4.8 8.8-11 8.8H5c6.6-6.9 7-16.8 0-26Z'
const LARGE_TITLE = 64
const LONG_TITLE = 60
const SKILLS_MAX = 4
const UNKNOWN_AUTHOR = 'Unknown User'

/**
 * Draws the card of a post as an SVG document, in which letters are paths: no text of a member is ever part of it.
 * Null if the font lacks a letter of the title or the author's name.
 */
export async function renderCardSvg(post: CardPost): Promise<string | null> {
  const title = normalizeText(post.title)
  const author = normalizeText(post.user?.userName ?? UNKNOWN_AUTHOR)
  const skills = (post.project?.skills ?? []).map(normalizeText)
  const drawn = await drawTexts(post, { title, author, skills })
  if (drawn.missing.size === 0) return composeCard(post, drawn.svg)
  if (lacksLetters(title + author, drawn.missing)) return null
  const legible = skills.filter((skill) => !lacksLetters(skill, drawn.missing))
  return composeCard(post, (await drawTexts(post, { title, author, skills: legible })).svg)
}

interface Texts {
  title: string
  author: string
  skills: string[]
}

/** The texts of the card, and the letters that the font lacks. */
async function drawTexts(post: CardPost, { title, author, skills }: Texts) {
  const { fin, ink } = TYPE_LOOKS[post.type]
  const hasCover = Boolean(post.cover)
  const width = (hasCover ? CARD_COVER.left - 50 : 760) - LEFT
  const fontSize = chooseTitleSize(title, hasCover)
  const heading = {
    top: 262 - fontSize * 0.95,
    fontSize,
    fontWeight: 600,
    lineHeight: 1.14,
    color: WHITE,
    ...fitLines(width, fontSize === LARGE_TITLE ? 3 : 4),
  }
  const fact = { color: ink, ...fitLines(width, 1) }
  const texts = [
    createText({ left: 134, top: 66, fontSize: 38, fontWeight: 600, color: WHITE }, 'Dolph'),
    createText({ top: 159, color: fin }, TYPE_LOOKS[post.type].label),
    createText(heading, title),
    createText({ top: 499, ...fact }, describeRoles(post, skills)),
    createText({ top: 545, ...fact }, `by ${author}`),
  ]
  const missing = new Set<string>()
  const svg = await satori(createElement({ fontSize: 30, fontWeight: 500 }, texts), {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts: CARD_FONTS,
    async loadAdditionalAsset(_script, letters) {
      for (const letter of letters) missing.add(letter)
      return []
    },
  })
  return { svg, missing }
}

type Style = Record<string, string | number>

function createText(style: Style, text: string) {
  return createElement({ position: 'absolute', left: LEFT, ...style }, text)
}

function createElement(style: Style, children: unknown) {
  return {
    type: 'div',
    key: null,
    props: { style: { fontFamily: CARD_FONT_FAMILY, ...style }, children },
  }
}

/** Several lines break inside a word only if it is wider than a line; the last line ends with `…` if it is cut. */
function fitLines(width: number, lineClamp: number): Style {
  const wordBreak = lineClamp === 1 ? 'break-all' : 'break-word'
  return { display: 'block', width, lineClamp, wordBreak }
}

function lacksLetters(text: string, missing: Set<string>): boolean {
  return [...text].some((letter) => missing.has(letter))
}

function composeCard({ type, cover }: CardPost, texts: string): string {
  const colors = TYPE_LOOKS[type]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">`,
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${colors.night}"/>`,
    cover ? '' : drawScene(colors),
    `<path fill="${colors.fin}" transform="translate(72 66) scale(1.55)" d="${FIN_PATH}"/>`,
    texts,
    '</svg>',
  ].join('')
}

function chooseTitleSize(title: string, hasCover: boolean): number {
  if (title.length > LONG_TITLE) return 48
  return hasCover ? 54 : LARGE_TITLE
}

/** The fin of the product above the waves, in a round window and in the hue of the type. */
function drawScene({ night, deep, fin }: TypeLook): string {
  const swell = 'q45 -20 90 0t90 0t90 0t90 0t90 0'
  const waves = [1, 0.5, 0.25].map(
    (opacity, index) =>
      `<path fill="none" stroke="${fin}" stroke-width="3" stroke-opacity="${opacity}" d="M${750 - index * 40} ${424 + index * 40}${swell}"/>`,
  )
  return [
    '<defs><clipPath id="window"><circle cx="968" cy="330" r="196"/></clipPath></defs>',
    `<g clip-path="url(#window)"><rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${deep}"/>`,
    `<path fill="${fin}" transform="translate(838 190) scale(8.2)" d="${FIN_PATH}"/>`,
    `<path fill="${night}" d="M750 424${swell}V630H750Z"/>`,
    ...waves,
    `</g><circle cx="968" cy="330" r="196" fill="none" stroke="${deep}" stroke-width="6"/>`,
  ].join('')
}

/** The number of open roles and the first of their skills. */
function describeRoles({ project }: CardPost, skills: string[]): string {
  if (!project || project.openRoles === 0) return ''
  const count = project.openRoles === 1 ? '1 role open' : `${project.openRoles} roles open`
  return [count, skills.slice(0, SKILLS_MAX).join(', ')].filter(Boolean).join(' · ')
}

function normalizeText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}
