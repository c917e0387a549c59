import { createLazyModule } from '../../lib/lazy-module.ts'

/** Syntax highlighting, which loads only for a text with code. */
export const lazyHighlighter = createLazyModule(async () => import('./markdown-highlighter.ts'))
