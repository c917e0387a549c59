import rehypeHighlight from 'rehype-highlight'

/** Created once, as it compiles a grammar when its language first occurs. vite.config.ts lists the grammars. */
export const highlightPlugin = rehypeHighlight({ detect: false })
