import { Html, html } from './html.ts'

interface Page {
  title: string
  content: Html
  /** The interval after which the page reloads itself. */
  refreshSeconds?: number
}

/** Pages run no scripts and load nothing from other origins: the content of a mail may be hostile. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Renders the common layout of the development pages. */
export function renderPage({ title, content, refreshSeconds }: Page): string {
  const refresh = refreshSeconds
    ? html`<meta http-equiv="refresh" content="${refreshSeconds}" />`
    : html``
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${refresh}
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html>`.source
}

const STYLE = `
:root {
  --surface: light-dark(#f6f8f8, #0f1517); --card: light-dark(#fff, #182022);
  --text: light-dark(#16201f, #e6eeed); --quiet: light-dark(#566462, #9db0ad);
  --line: light-dark(#d9e1e0, #2b3739); --act: light-dark(#0b7474, #5fd0c8);
  --on-act: light-dark(#fff, #06201f);
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; background: var(--surface);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
nav { margin: 0 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem }
h2 { font-size: 1rem; margin: 2rem 0 .5rem }
p { margin: 0 0 1rem } .quiet { color: var(--quiet) }
a { color: var(--act) }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px }
.list { list-style: none; margin: 1.5rem 0 0; padding: 0; border: 1px solid var(--line);
  border-radius: 12px; overflow: hidden; background: var(--card) }
.list > li + li { border-top: 1px solid var(--line) }
.row { display: flex; gap: .25rem 1rem; flex-wrap: wrap; justify-content: space-between;
  width: 100%; padding: .75rem 1rem; color: inherit; text-decoration: none; text-align: left;
  background: none; border: 0; font: inherit; cursor: pointer }
.row:hover { background: color-mix(in srgb, var(--act) 8%, transparent) }
.row:focus-visible { outline-offset: -2px }
.row strong { flex: 1 1 16rem; font-weight: 600 }
.card { border: 1px solid var(--line); border-radius: 12px; background: var(--card); padding: 1rem }
pre { margin: 0; white-space: pre-wrap; font: 14px/1.6 ui-monospace, monospace }
iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: 12px; background: #fff }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0 }
dt { color: var(--quiet) } dd { margin: 0 }
form.fields { display: grid; gap: .75rem; max-width: 26rem }
label { display: grid; gap: .25rem; font-weight: 500 }
label.tick { display: flex; gap: .5rem; align-items: center; font-weight: 400 }
input:not([type=checkbox]) { padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--quiet); border-radius: 8px }
.button { justify-self: start; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-act); background: var(--act); border: 1px solid var(--act); border-radius: 8px }
.button.plain { color: var(--text); background: none; border-color: var(--quiet) }
`
