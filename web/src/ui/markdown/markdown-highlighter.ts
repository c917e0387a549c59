import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { getTextContent, type HastNode } from './hast.ts'

/**
 * The languages that members are likely to post; highlight.js has nearly two hundred. Created once, as it compiles a
 * grammar when its language first occurs.
 */
const lowlight = createLowlight({
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
})

/** Highlights the code blocks that name a known language. */
export function highlightCode(node: HastNode): void {
  for (const child of node.children ?? []) {
    if (node.tagName === 'pre' && child.tagName === 'code') highlightBlock(child)
    else highlightCode(child)
  }
}

function highlightBlock(code: HastNode): void {
  const language = getLanguage(code)
  const highlighted = language !== undefined && highlightText(language, getTextContent(code))
  if (highlighted) code.children = highlighted
}

/** The code as texts and `span` elements; undefined in a language that is not known here. */
export function highlightText(language: string, text: string): HastNode[] | undefined {
  return lowlight.registered(language) ? lowlight.highlight(language, text).children : undefined
}

function getLanguage({ properties }: HastNode): string | undefined {
  const classes = properties?.['className']
  if (!Array.isArray(classes)) return undefined
  const name = classes.map(String).find((each) => each.startsWith('language-'))
  return name?.slice('language-'.length)
}
