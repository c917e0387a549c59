import type { ReactElement } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { useLoaded } from '../../lib/lazy-module.ts'
import { BodyPicture } from './body-picture.tsx'
import { CodeBlock } from './code-block.tsx'
import { lazyHighlighter } from './lazy-highlighter.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { MarkdownLink } from './markdown-link.tsx'
import { rehypeMemberContent } from './markdown-rehype-plugin.ts'
import { MessageCodeBlock } from './message-code-block.tsx'
import { MessagePicture } from './message-picture.tsx'
import { REMARK_CONTENT_PLUGINS, REMARK_MESSAGE_PLUGINS } from './markdown-remark-plugins.ts'

const FENCE_WITH_LANGUAGE = /^[ \t>]*(?:```|~~~)[`~]*[ \t]*[\w+#-]/m

export const loadHighlighter: () => Promise<unknown> = lazyHighlighter.loadAndWait

/** Syntax highlighting loads only for a text with code. */
export function renderMarkdown(text: string, options: MarkdownOptions): ReactElement {
  return <MarkdownTree text={text} options={options} />
}

function MarkdownTree({ text, options }: { text: string; options: MarkdownOptions }) {
  // The code of a message is highlighted by `MessageCodeBlock`.
  const hasLanguage = !options.isMessage && FENCE_WITH_LANGUAGE.test(text)
  const highlighter = useLoaded(lazyHighlighter, hasLanguage)
  const highlightPlugins = highlighter ? [() => highlighter.highlightCode] : []
  return (
    <ReactMarkdown
      remarkPlugins={options.isMessage ? MESSAGE_PLUGINS : REMARK_PLUGINS}
      remarkRehypeOptions={FOOTNOTE_OPTIONS}
      rehypePlugins={[
        [rehypeSanitize, SANITIZE_SCHEMA],
        ...highlightPlugins,
        [rehypeMemberContent, options],
      ]}
      components={options.isMessage ? MESSAGE_COMPONENTS : COMPONENTS}
    >
      {text}
    </ReactMarkdown>
  )
}

const COMPONENTS: Options['components'] = { pre: CodeBlock, img: BodyPicture, a: MarkdownLink }

const MESSAGE_COMPONENTS: Options['components'] = {
  ...COMPONENTS,
  pre: MessageCodeBlock,
  img: MessagePicture,
}

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm, ...REMARK_CONTENT_PLUGINS]

const MESSAGE_PLUGINS: Options['remarkPlugins'] = [
  ...(REMARK_PLUGINS ?? []),
  ...REMARK_MESSAGE_PLUGINS,
]

const FOOTNOTE_OPTIONS: Options['remarkRehypeOptions'] = {
  footnoteLabel: 'Footnotes',
  footnoteLabelTagName: 'p',
  footnoteLabelProperties: {},
}

/** The elements that Markdown can produce, with the attributes they need. `rehypeMemberContent` checks the URLs. */
const SANITIZE_SCHEMA: Schema = {
  tagNames: [
    'p',
    'br',
    'hr',
    'blockquote',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'section',
    'ul',
    'ol',
    'li',
    'input',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
    'img',
    'em',
    'strong',
    'del',
    'sup',
    'code',
    'pre',
  ],
  attributes: {
    a: ['href', 'dataFootnoteBackref'],
    img: ['src', 'alt'],
    code: [['className', /^language-[\w+#-]+$/]],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    section: [['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  ancestors: { thead: ['table'], tbody: ['table'], tr: ['table'], th: ['table'], td: ['table'] },
  protocols: {},
  required: { input: { disabled: true, type: 'checkbox' } },
}
