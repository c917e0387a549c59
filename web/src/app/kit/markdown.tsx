import { Markdown } from '../../ui/markdown/markdown.tsx'
import { KitSection } from './section.tsx'

const SAMPLE_MARKDOWN = `# A heading of the author
Some **words**, a [link](https://example.com), \`code\` and ![a picture](https://example.com/tide.png).

## Lists

- one
  1. two
- [x] done
- [ ] not done

> What somebody else said.

\`\`\`ts
// The next turn of the tide.
export function nextTurn(at: Date, level = 3.1): string | null {
  return level > 3 ? \`High at \${at.toISOString()}\` : null
}
\`\`\`

\`\`\`html
<a href="/tide" class="clock">Tide</a>
\`\`\`

\`\`\`diff
- low
+ high
\`\`\`

| Harbour | Range |
| ------- | ----: |
| Porto   | 3.1 m |

مرحبا بالعالم

A line[^1] with a note.

[^1]: The note.`

export function KitMarkdown() {
  return (
    <KitSection title="Markdown">
      <Markdown text={SAMPLE_MARKDOWN} className="w-full max-w-[38rem] leading-7" />
    </KitSection>
  )
}
