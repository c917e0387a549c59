import { QUESTIONS, type Question } from '../features/site/help/questions.ts'

/** The schema.org description of a page; most pages have none. */
export function buildStructuredData(path: string, origin: string): object | undefined {
  if (path === '/') return { '@context': 'https://schema.org', '@graph': buildSiteGraph(origin) }
  if (path === '/help') return { '@context': 'https://schema.org', ...buildFaqPage() }
  return undefined
}

function buildSiteGraph(origin: string): object[] {
  const organization = { '@id': `${origin}/#organization` }
  return [
    {
      '@type': 'Organization',
      ...organization,
      name: 'Dolph',
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name: 'Dolph',
      url: `${origin}/`,
      inLanguage: 'en',
      publisher: organization,
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${origin}/browse?q={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

function buildFaqPage(): object {
  return {
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer) },
    })),
  }
}

function toPlainText(answer: Question['answer']): string {
  const paragraphs = answer.map((paragraph) =>
    paragraph.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
  )
  return paragraphs.join('\n')
}
