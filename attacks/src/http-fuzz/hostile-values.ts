/** Times at the edges of what JavaScript and PostgreSQL read. */
export const HOSTILE_TIMES: readonly string[] = [
  ...['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2024-02-30T00:00:00Z'],
  ...['2024-12-31T23:59:60Z', '2024-01-01T24:00:00Z', '-infinity', '+275760-09-13T00:00:00.001Z'],
  ...[`2024-01-01T00:00:00.${'0'.repeat(200)}Z`, `2024-01-01T00:00:00.${'9'.repeat(30)}Z`],
]

/** Texts that have broken parsers, databases and comparisons before. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '\t', '\n', '\u0000', 'a\u0000b', '\r\nSet-Cookie: a=b', '\ufeff', '\u202e\u2066'],
  ...['\ud800', '\udfff\ud800', 'a\udc00', '\uffff', '\u{10ffff}', '\ufdfa'.repeat(300)],
  ...['\u{1f600}'.repeat(200), 'e\u0301'.repeat(100), '\u0130\u0131', '\u017f\u017f', '\u01c5'],
  ...[
    '\u0663\u0664\u0665\u0666\u0667\u0668',
    '\u6c49\u5b57'.repeat(500),
    '\u{1d4b3}'.repeat(2_600),
  ],
  ...["' or true --", '"; drop table members; --', '%', '_', '\\', '%_\\%', '%25%00', '$1', '?'],
  ...['../../etc/passwd', '..%2f..%2f', '${7*7}', '{{7*7}}', '<script>alert(1)</script>'],
  ...['javascript:alert(1)', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then'],
  ...['null', 'undefined', 'NaN', 'Infinity', 'true', '-1', '0', '1e309', '0x10', '1.5', '1,5'],
  ...['99999999999999999999', '-9223372036854775809', '2147483648', '1'.repeat(400)],
  ...['a'.repeat(101), 'a'.repeat(5_001), 'a'.repeat(60_000), '(a+)+$'.repeat(50)],
  ...HOSTILE_TIMES,
  ...['ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000'],
  ...['FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF', '01932dad-55f0-7c01-9923-d974d6c5fc09'],
  ...[
    '_____________________w',
    '/////////////////////w',
    'A'.repeat(22),
    'A'.repeat(43),
    '-'.repeat(43),
  ],
  ...[
    'https://a@b',
    'http://[::1]',
    'https://github.com.evil',
    'http://a%00b',
    'https://\u2100.com',
  ],
  ...[`https://${'a'.repeat(2_100)}`, 'https://github.com/' + '%2e'.repeat(200), 'http:\\\\x'],
  ...['x@y', 'a@b.c', '"a b"@c.d', 'a@b.c\n', 'A@B.C', 'a@[127.0.0.1]', `${'a'.repeat(300)}@b.c`],
  ...[`/pictures/${'A'.repeat(43)}/512.webp`, 'UTC', 'Etc/GMT+12', '+25:00', 'europe/LISBON'],
  ...['temp-________', `temp-${'a'.repeat(64)}`, 'me', 'create', 'others', 'conversations'],
]

/** Values of every JSON type; objects resemble what databases and promises look for. */
export const HOSTILE_JSON: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), Number.MIN_VALUE],
  ...[[], {}, [[]], [null], ['a'], [1, 2, 3], Array.from({ length: 1_000 }, () => 'a')],
  ...[{ a: 1 }, { length: 1e9 }, { toString: 'x' }, { toJSON: 'x' }, { $ne: null }, { catch: 'x' }],
]

/** Parts of a path, already encoded. */
export const HOSTILE_PATH_PARTS: readonly string[] = [
  ...['', '.', '..', '%', '%zz', '%00', '%2e%2e%2f', '%2F', '%5c', '%C0%AF', '%ff', '%ED%A0%80'],
  ...[';x', '%25%32%65', 'a/b', '%20', '%0d%0a', '*', ':id', '~', '%u0041', 'a'.repeat(3_000)],
]

export const HOSTILE_QUERIES: readonly string[] = [
  ...[
    'a=1',
    '__proto__=1',
    '__proto__[a]=1',
    '%',
    '%zz=1',
    '&&&',
    '=',
    '?',
    'a[]=1&a[]=2',
    '%00=%00',
  ],
  ...[
    'constructor[prototype][a]=1',
    `q=${'a'.repeat(4_000)}`,
    'a&'.repeat(2_000),
    'limit=1&limit=2',
  ],
  ...['limit=NaN', 'limit=1e1', 'limit=-0', 'cursor=', 'cursor=%F0%9F', 'cursor=AAAA&cursor=BBBB'],
]

export const HOSTILE_CONTENT_TYPES: readonly string[] = [
  ...[' application/json', 'application/json\t', 'application/json;', 'application/json; garbage'],
  ...['application/json;charset=utf-8', 'application/json; charset=utf-16', 'Application/JSON'],
  ...['application/json, text/plain', 'application/json\u00a0', 'application/vnd.api+json', '*/*'],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'x',
    '',
    '/',
    'a/b;c=d',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'text/json', 'application/json/x'],
]

const GOOGLE_STATES = ['e30', 'bnVsbA', 'W10', 'A'.repeat(43), '%00', `${'A'.repeat(43)}.x`]

export const HOSTILE_HEADERS: readonly (readonly [string, string])[] = [
  ...GOOGLE_STATES.map((value) => ['cookie', `google=${value}`] as const),
  ['cookie', `sid=${'A'.repeat(43)}`],
  ['cookie', 'sid=%00; sid=x; =; ;;; __proto__=1'],
  ['cookie', `visitor=${'B'.repeat(43)}; visitor=${'C'.repeat(43)}`],
  ['cookie', 'a=1; '.repeat(1_500)],
  ['x-forwarded-for', '1.2.3.4:80, a:b:c'],
  ['x-forwarded-for', '[2001:db8::1]:443'],
  ['x-forwarded-for', `${'1.1.1.1,'.repeat(500)}::ffff:999.1.1.1`],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for="_x";host=evil.example;proto=https'],
  ['host', 'evil.example'],
  ['host', 'a:b:c'],
  ['x-http-method-override', 'DELETE'],
  ['x-original-url', '/metrics'],
  ['origin', 'null'],
  ['sec-fetch-site', 'same-site'],
  ['x-csrf-token', ''],
  ['x-csrf-token', 'A'.repeat(9_000)],
  ['x-csrf-token', '\u00ff\u00fe'],
  ['x-member-id', 'not-an-id'],
  ['accept', 'text/html'],
  ['accept', `${'a/b;q=0.1,'.repeat(500)}*/*`],
  ['accept-encoding', 'br;q=0, gzip;q=0, identity;q=0'],
  ['accept-encoding', 'deflate;q=x, , ;'],
  ['accept-language', '-'.repeat(2_000)],
  ['if-none-match', '*'],
  ['if-none-match', `W/"${'a'.repeat(5_000)}"`],
  ['if-modified-since', '99999'],
  ['range', 'bytes=0-0,-1'],
  ['range', 'bytes=99999999999999999999-'],
  ['content-encoding', 'gzip'],
  ['expect', '100-continue'],
  ['authorization', 'Bearer x'],
  ['user-agent', 'x'.repeat(8_000)],
  ['user-agent', '\u00ff'],
  ['x-request-id', '\u00ff'.repeat(100)],
  ['te', 'trailers'],
  ['a', 'x'.repeat(17_000)],
]
