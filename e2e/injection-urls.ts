/** Addresses that run, read or call something. None of them may ever be where a link leads. */
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

const URL_OBFUSCATIONS: ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) =>
    address.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
  (address) => ` \t${address}`,
  (address) => `\u{0001}\u{001f}${address}`,
  (address) => insertIntoScheme(address, '\t'),
  (address) => insertIntoScheme(address, '\n'),
  (address) => insertIntoScheme(address, '\r'),
  (address) => insertIntoScheme(address, '\u{0000}'),
  (address) => insertIntoScheme(address, '\u{200b}'),
  (address) => insertIntoScheme(address, '\u{00ad}'),
  (address) => insertIntoScheme(address, '&Tab;'),
  (address) => insertIntoScheme(address, '&NewLine;'),
  (address) => insertIntoScheme(address, '&#0;'),
  (address) => address.replace(':', '&colon;'),
  (address) => address.replace(':', '&#58;'),
  (address) => address.replace(':', '%3A'),
  (address) => address.replace(':', '\u{ff1a}'),
  (address) => address.replace(':', String.raw`\:`),
  (address) => address.replace('a', '\u{0430}').replace('i', '\u{0456}'),
  (address) => [...address.slice(0, 4)].map(toHexEntity).join('') + address.slice(4),
  (address) => [...address.slice(0, 4)].map(toDecimalEntity).join('') + address.slice(4),
  (address) => `\u{202e}${address}`,
]

/** In the middle of the name of the scheme. */
function insertIntoScheme(address: string, what: string): string {
  return address.slice(0, 3) + what + address.slice(3)
}

function toHexEntity(letter: string): string {
  return `&#x${letter.charCodeAt(0).toString(16)};`
}

function toDecimalEntity(letter: string): string {
  return `&#${letter.charCodeAt(0).toString().padStart(7, '0')}`
}

/** They begin like the web's but hide somebody's password or lead nowhere. */
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
    URL_OBFUSCATIONS.filter((_, column) => (row + column) % 2 === 0).map((disguise) =>
      disguise(scheme),
    ),
  ),
  ...INVALID_WEB_URLS,
]

/** Of the web, however odd: a link may lead there, and does nothing else. */
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

/** Of the web, but not GitHub. */
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
