import rehypeHighlight from 'rehype-highlight'

/** Made once: its grammars are compiled when a language is first met. vite.config.ts says which are there. */
export const highlightPlugin = rehypeHighlight({ detect: false })
