import { COMMON_CARD_PATH } from '@dolph/contract/posts/share-cards'
import { describeSkillPage } from '@dolph/contract/skills/skill-pages'
import { escapeHtml, type PageHead } from '../../platform/http/web-app/page-head.ts'
import { buildSubjectPath, type SkillPage } from './skill-page.ts'

const SITE_NAME = 'Dolph'

/** What search engines and link previews read of the page of a skill or topic. The name is text of members, and encoded. */
export function buildSkillPageHead({ subject, summary }: SkillPage, origin: string): PageHead {
  const { name, isIndexed } = summary
  const path = buildSubjectPath(subject)
  const title = `${name}: open roles and projects`
  const description = describeSkillPage(summary)
  return {
    title: `${title} · ${SITE_NAME}`,
    description,
    elements: [
      ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
      `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
      `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(`${path}/feed.xml`)}">`,
      renderMetaProperty('og:url', origin + path),
      renderMetaProperty('og:type', 'website'),
      renderMetaProperty('og:site_name', SITE_NAME),
      renderMetaProperty('og:locale', 'en_US'),
      renderMetaProperty('og:title', title),
      renderMetaProperty('og:description', description),
      renderMetaProperty('og:image', origin + COMMON_CARD_PATH),
      renderMetaProperty('og:image:type', 'image/png'),
      renderMetaProperty('og:image:width', '1200'),
      renderMetaProperty('og:image:height', '630'),
      '<meta name="twitter:card" content="summary_large_image">',
    ].join(''),
  }
}

function renderMetaProperty(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`
}
