import { escapeHtml } from '../../../platform/http/web-app/page-head.ts'

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
article { border-top: 1px solid #8884; padding: .75rem 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .125rem 1rem; margin: 0; }
dt { opacity: .75; }
dd { margin: 0; white-space: pre-wrap; }
img { max-width: 100%; height: auto; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } }`

/** No page of a copy can run a script or load anything from the network, whatever people wrote. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:"

/** A page that can be read without Dolph; `body` yields HTML. */
export async function* renderPage(
  title: string,
  body: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
`
  yield* body
  yield '</body>\n</html>\n'
}
