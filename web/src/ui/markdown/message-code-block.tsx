import {
  createElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { useLazy } from '../../lib/lazy-module.ts'
import { observeIntersection } from '../../lib/observe-intersection.ts'
import { CodeBlock } from './code-block.tsx'
import { lazyHighlighter } from './lazy-highlighter.ts'
import { getTextContent, type HastNode } from './hast.ts'

type Props = ComponentProps<typeof CodeBlock> & { node?: HastNode | undefined }

/** Code in a message. It gets its colors once it is in view: those of a whole conversation take longer than all the rest of it. */
export function MessageCodeBlock({ node, children, ...block }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !frame.current) return undefined
    return observeIntersection(
      frame.current,
      ({ isIntersecting }) => isIntersecting && setSeen(true),
    )
  }, [isSeen])
  const language = block['data-language']
  const highlighter = useLazy(lazyHighlighter, isSeen && language !== undefined)
  const colored =
    node && language !== undefined && highlighter?.highlightText(language, getTextContent(node))
  return (
    <CodeBlock {...block} frameRef={frame}>
      {colored ? (
        <code className={`language-${language}`}>{colored.map(toElement)}</code>
      ) : (
        children
      )}
    </CodeBlock>
  )
}

/** Highlighted code has only texts and `span` elements with classes. */
function toElement({ value, properties, children = [] }: HastNode, index: number): ReactNode {
  if (value !== undefined) return value
  const className = [properties?.['className']].flat().join(' ')
  return createElement('span', { key: index, className }, ...children.map(toElement))
}
