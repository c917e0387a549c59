/** URLs that run a script, read a file or open another program. No link may ever have one as its target. */
const UNSAFE_SCHEME_URLS = [
  'javascript:top.__hit=1',
  'javascript://a.example/%0atop.__hit=1',
  'data:text/html,<script>top.__hit=1</script>',
  'data:text/html;base64,PHNjcmlwdD50b3AuX19oaXQ9MTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=top.__hit=1>',
  'vbscript:top.__hit=1',
  'blob:https://a.example/0',
  'file:///etc/passwd',
  'view-source:https://a.example/',
  'about:blank',
  'intent://a.example#Intent;end',
  'ftp://a.example/',
]

const URL_OBFUSCATIONS: ((url: string) => string)[] = [
  (url) => url,
  (url) => url.toUpperCase(),
  (url) =>
    url.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
  (url) => ` \t${url}`,
  (url) => `\u{0001}\u{001f}${url}`,
  (url) => insertIntoScheme(url, '\t'),
  (url) => insertIntoScheme(url, '\n'),
  (url) => insertIntoScheme(url, '\r'),
  (url) => insertIntoScheme(url, '\u{0000}'),
  (url) => insertIntoScheme(url, '\u{200b}'),
  (url) => insertIntoScheme(url, '\u{00ad}'),
  (url) => insertIntoScheme(url, '&Tab;'),
  (url) => insertIntoScheme(url, '&NewLine;'),
  (url) => insertIntoScheme(url, '&#0;'),
  (url) => url.replace(':', '&colon;'),
  (url) => url.replace(':', '&#58;'),
  (url) => url.replace(':', '%3A'),
  (url) => url.replace(':', '\u{ff1a}'),
  (url) => url.replace(':', String.raw`\:`),
  (url) => url.replace('a', '\u{0430}').replace('i', '\u{0456}'),
  (url) => [...url.slice(0, 4)].map(toHexEntity).join('') + url.slice(4),
  (url) => [...url.slice(0, 4)].map(toDecimalEntity).join('') + url.slice(4),
  (url) => `\u{202e}${url}`,
]

/** Inserts a text in the middle of the scheme's name. */
function insertIntoScheme(url: string, inserted: string): string {
  return url.slice(0, 3) + inserted + url.slice(3)
}

function toHexEntity(letter: string): string {
  return `&#x${letter.charCodeAt(0).toString(16)};`
}

function toDecimalEntity(letter: string): string {
  return `&#${letter.charCodeAt(0).toString().padStart(7, '0')}`
}

/** URLs that look like web URLs but contain credentials, are relative or cannot be parsed. */
const INVALID_WEB_URLS = [
  'https://ada:secret@a.example/',
  'https://ada@a.example/',
  'https://:secret@a.example/',
  String.raw`https:\\ada:secret@a.example`,
  '//evil.example/x',
  String.raw`\\evil.example`,
  '/settings',
  '#main',
  '?next=/settings',
  'https://',
  'https:// a.example',
  'https://[::1',
  'https://a.example:99999/',
  'https://%zz/',
  'https://a.example/\u{0000}',
  'https://a.example/\u{d800}',
  `https://a.example/${'x'.repeat(2048)}`,
  'a.example',
  'constructor',
]

export const UNSAFE_URLS = [
  ...UNSAFE_SCHEME_URLS.flatMap((scheme, row) =>
    URL_OBFUSCATIONS.filter((_, column) => (row + column) % 2 === 0).map((obfuscate) =>
      obfuscate(scheme),
    ),
  ),
  ...INVALID_WEB_URLS,
]

/** Unusual but valid web URLs: a link may have one as its target and does nothing else. */
export const UNUSUAL_WEB_URLS = [
  'https://a.example/?q=<script>top.__hit=1</script>',
  'https://a.example/"onmouseover="top.__hit=1',
  "https://a.example/'onmouseover='top.__hit=1",
  'https://a.example/javascript:top.__hit=1',
  'https://a.example/#javascript:top.__hit=1',
  'https://a.example/{{constructor}}',
  'HTTPS://A.EXAMPLE',
  'https:a.example',
  'https://a.exa\tmple/',
  'https://\u{0430}.example/',
  'https://a.example/\u{202e}gnp.exe',
  String.raw`https://evil.example\@a.example/`,
  'http://[::1]/',
  'https://a.example/%00%0d%0a',
]

/** Web URLs that are not on GitHub. */
export const NON_GITHUB_URLS = [
  ...UNUSUAL_WEB_URLS,
  'https://github.com.evil.example/x',
  'https://evil.example/https://github.com/x',
  'https://evil.example#https://github.com/',
  'http://github.com/x',
  'https://github.com:444/x',
  'https://g\u{0456}thub.com/x',
  'https://www.github.com/x',
  String.raw`https://evil.example\@github.com/`,
]
