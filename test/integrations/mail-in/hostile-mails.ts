import { mail, multipart } from './mails.ts';

/** A mail, or what it consists of. It is made when it is needed, because some have 24 MB. */
type Make = () => Buffer;
type Rows = readonly (readonly [name: string, make: Make])[];

const TO = 'chat@klatch.example';
const BIG = 24 * 2 ** 20;
/** The size of variations, which need less time. */
const MEDIUM = 3 * 2 ** 20;
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const plain = (body: string, headers: readonly string[] = []): Buffer => mail({ to: TO, headers, body });
const html = (body: string): Buffer => mail({ to: TO, type: 'text/html; charset=utf-8', body });
const encoded = (encoding: string, body: string, type = 'application/octet-stream; name=a.bin'): Buffer =>
  mail({ to: TO, type, headers: [`Content-Transfer-Encoding: ${encoding}`], body });
const mixed = (...parts: string[]): Buffer =>
  mail({ to: TO, type: 'multipart/mixed; boundary=m', body: multipart('m', ...parts) });
const TEXT = 'Content-Type: text/plain\n\nx';
/** For each value a mail of the kind. */
const each = <T>(kind: string, values: readonly T[], make: (value: T) => Buffer): Rows =>
  values.map((value, at) => [`${kind} ${at + 1}`, () => make(value)] as const);
/** One line of base64 of 24 MB, or many. */
const lines = (line: string): string => `${line}\n`.repeat(Math.floor(BIG / (line.length + 2)));

function nested(depth: number, name: (at: number) => string = (at) => `n${at}`): string {
  let part = TEXT;
  for (let at = 0; at < depth; at++)
    part = `Content-Type: multipart/mixed; boundary="${name(at)}"\n\n${multipart(name(at), part)}`;
  return part;
}

function nestedMessages(depth: number): string {
  let part = 'From: a@example.com\n\nx';
  for (let at = 0; at < depth; at++) part = `Content-Type: message/rfc822\n\n${part}`;
  return part;
}

const PARTS: Rows = [
  ...each('parts', [2, 199, 200, 1000, 20_000], (count) => mixed(...Array.from({ length: count }, () => TEXT))),
  ...each('levels', [5, 18, 19, 20, 21, 300, 2000], (depth) => mixed(nested(depth))),
  ...each('levels with boundaries that begin alike', [5, 15, 40], (depth) =>
    mixed(nested(depth, (at) => 'b'.repeat(at + 1))),
  ),
  ...each('levels with one boundary', [2, 15], (depth) => mixed(nested(depth, () => 'm'))),
  ...each(
    'boundaries',
    ['""', '" "', '"a b"', '"a\\"b"', 'x'.repeat(70), 'x'.repeat(201), 'x'.repeat(50_000), '"--"', '=', '(c)'],
    (boundary) =>
      mail({
        to: TO,
        type: `multipart/mixed; boundary=${boundary}`,
        body: multipart(boundary.replaceAll('"', ''), TEXT),
      }),
  ),
  ...each(
    'types',
    [
      'multipart/mixed',
      'multipart/mixed; boundary*0=m; boundary*1=n',
      'multipart/mixed; boundary=m; boundary=n',
      'multipart/alternative; boundary=m',
      'multipart/related; boundary=m',
      'multipart/digest; boundary=m',
      'multipart/signed; boundary=m',
      'multipart/x',
    ],
    (type) => mail({ to: TO, type, body: multipart('m', TEXT, TEXT) }),
  ),
  ...each(
    'ends',
    ['', '--m', '--m--', '--m\n--m\n--m', `--m\n${TEXT}`, `--m--\n--m\n${TEXT}\n--m--`, '--m \t\nx', '--mm\n\nx'],
    (body) => mail({ to: TO, type: 'multipart/mixed; boundary=m', body }),
  ),
  [
    'a preamble of 20 MB',
    () =>
      mail({
        to: TO,
        type: 'multipart/mixed; boundary=m',
        body: `${'x'.repeat(20 * 2 ** 20)}\n${multipart('m', TEXT)}`,
      }),
  ],
  [
    'an epilogue of 20 MB',
    () =>
      mail({ to: TO, type: 'multipart/mixed; boundary=m', body: `${multipart('m', TEXT)}${'-'.repeat(20 * 2 ** 20)}` }),
  ],
  ['lines like boundaries', () => mixed(`${TEXT}\n${'--mm\n'.repeat(390_000)}`)],
  [
    'lines like boundaries in many levels',
    () =>
      mixed(nested(18, (at) => 'b'.repeat(60 + at)).replace('\n\nx', `\n\n${`--${'b'.repeat(59)}\n`.repeat(300_000)}`)),
  ],
];

const HEADERS: Rows = [
  ...each(
    'headers of 1 MB',
    [
      `X-A: ${'x'.repeat(2 ** 20)}`,
      many(20_000, (at) => `X-${at}: ${'x'.repeat(45)}\n`).trimEnd(),
      `X-A: x${'\n x'.repeat(300_000)}`,
    ],
    (header) => plain('x', [header]),
  ),
  ...each(
    'headers of 120 KB',
    [
      `X-A: ${' '.repeat(120_000)}x`,
      `X-A: x${'\n x'.repeat(40_000)}`,
      `X-A: ${'('.repeat(120_000)}`,
      `X-A: ${'"'.repeat(120_000)}`,
      `Content-Disposition: attachment; ${many(6000, (at) => `filename*${at}="a";`)}`,
      `Content-Disposition: attachment; filename="${'=?utf-8?q?=41?='.repeat(7000)}"`,
      `Content-Disposition: attachment; ${'a=b;'.repeat(29_000)}`,
      `Content-Type: text/plain; ${'charset=utf-8;'.repeat(8000)}`,
      `Content-Transfer-Encoding: ${'base64 '.repeat(15_000)}`,
      `Content-ID: ${'<'.repeat(120_000)}`,
      many(1700, (at) => `Received: from a by b; Sat, 21 Nov 2026 ${at}\n`).trimEnd(),
      ':'.repeat(120_000),
      many(40_000, () => ':\n').trimEnd(),
    ],
    (header) => plain('x', [header]),
  ),
  ...each(
    'address lists',
    [
      many(5000, (at) => `${at}@example.com, `),
      many(2000, (at) => `"${at}" <${at}@example.com>,`),
      'a:'.repeat(60_000),
      'a: b@example.com;'.repeat(7000),
      '<'.repeat(120_000),
      '"'.repeat(119_999),
      '('.repeat(120_000),
      '()'.repeat(60_000),
      `${'('.repeat(60_000)}${')'.repeat(60_000)}`,
      ','.repeat(120_000),
      '@'.repeat(120_000),
      '\\'.repeat(120_000),
      '=?utf-8?q?a?= '.repeat(8000),
      'a '.repeat(60_000),
      '"a" '.repeat(30_000),
    ],
    (list) => mail({ to: `${TO}, ${list}`, body: 'x' }),
  ),
  ...each(
    'senders',
    [
      'a@b, c@d',
      '"'.repeat(100_000),
      '('.repeat(100_000),
      'a'.repeat(100_000),
      'group: a@b;',
      '=?utf-8?b?YQ==?= <a@b>',
      '<>',
      '',
    ],
    (from) => mail({ from, to: TO, body: 'x' }),
  ),
  ...each(
    'subjects',
    [
      '=?utf-8?b?4pyT?= '.repeat(7000),
      '=?utf-8?q?=E2?==?utf-8?q?=9C?='.repeat(4000),
      '=?'.repeat(60_000),
      '=?utf-8?b?'.repeat(12_000),
      `=?utf-8?q?${'='.repeat(120_000)}?=`,
      `=?utf-8?b?${'='.repeat(120_000)}?=`,
      `=?${'x'.repeat(110_000)}?q?a?=`,
      '=?x-unknown?q?a?='.repeat(6000),
      '=?utf-8*en?q?a?=',
      '=?utf-8?x?a?=',
      '=?iso-2022-jp?b?GyRC?='.repeat(5000),
      '\0\u0007\u001b[31m'.repeat(100),
      'Re: '.repeat(30_000),
      '\u202e'.repeat(30_000),
    ],
    (subject) => mail({ to: TO, subject, body: 'x' }),
  ),
  ...each(
    'references',
    [
      many(4000, (at) => `<${at}@x> `),
      '<'.repeat(100_000),
      '<a>'.repeat(30_000),
      `<${'x'.repeat(100_000)}>`,
      ' '.repeat(100_000),
    ],
    (ids) => plain('x', [`References: ${ids}`, `In-Reply-To: ${ids.slice(0, 10_000)}`]),
  ),
  ...each(
    'dates',
    [
      'Date: 99999999999',
      'Date: Sat, 31 Feb 0000 99:99:99 +9999',
      `Date: ${'1'.repeat(100_000)}`,
      'Date: \nDate: \nDate: x',
    ],
    (date) => plain('x', [date]),
  ),
  ['no header fields', () => Buffer.from('\r\n\r\nx')],
  ['no empty line', () => Buffer.alloc(2 ** 20, 'x')],
  ['nothing', () => Buffer.alloc(0)],
  ['zero bytes', () => Buffer.alloc(BIG)],
  ['only line ends', () => Buffer.alloc(399_000, '\n')],
  ['too many line ends', () => Buffer.alloc(BIG, '\n')],
  ['only returns', () => Buffer.concat([plain(''), Buffer.alloc(BIG, '\r')])],
];

const ENCODINGS: Rows = [
  ...each(
    'base64',
    [
      lines('QUJD'.repeat(19)),
      'QUJD'.repeat(MEDIUM / 4),
      'A='.repeat(BIG / 2),
      '='.repeat(MEDIUM),
      '\x7f'.repeat(MEDIUM),
      lines(`${'QUJD'.repeat(15)}QQ==`),
      '-_'.repeat(1000),
      'A',
      '',
    ],
    (body) => encoded('base64', body),
  ),
  ...each(
    'quoted-printable',
    [
      lines(`${'=41'.repeat(24)}=`),
      '=41'.repeat(MEDIUM / 3),
      '='.repeat(BIG),
      '=4'.repeat(MEDIUM / 2),
      'x\n'.repeat(390_000),
      '=\n'.repeat(300_000),
      '=XY',
      '=',
    ],
    (body) => encoded('quoted-printable', body),
  ),
  ...each(
    'texts in encodings',
    ['base64', 'quoted-printable', '8bit', 'binary', 'x-uuencode', 'x'.repeat(10_000), '"base64"', '(comment) base64'],
    (encoding) => encoded(encoding, lines('QUJD'.repeat(19)), 'text/plain'),
  ),
  ...each('HTML in encodings', ['base64', 'quoted-printable', '8bit'], (encoding) =>
    encoded(encoding, lines('PHA+QUJD'.repeat(9)), 'text/html'),
  ),
  [
    'a file of 24 MB beside a text',
    () =>
      mixed(
        TEXT,
        `Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n${lines('QUJD'.repeat(19))}`,
      ),
  ],
  [
    '200 files',
    () =>
      mixed(
        ...Array.from(
          { length: 199 },
          (_, at) =>
            `Content-Type: image/png; name="${at}.png"\nContent-Transfer-Encoding: base64\n\n${'QUJD'.repeat(25_000)}`,
        ),
      ),
  ],
  [
    '200 texts of 100 KB',
    () => mixed(...Array.from({ length: 199 }, () => `Content-Type: text/plain\n\n${'word '.repeat(20_000)}`)),
  ],
  [
    '200 pieces of HTML',
    () => mixed(...Array.from({ length: 199 }, () => `Content-Type: text/html\n\n${'<p>word'.repeat(15_000)}`)),
  ],
];

const CHARSETS: Rows = each(
  'charsets',
  [
    'utf-16',
    'utf-16le',
    'utf-7',
    'utf-32',
    'iso-2022-jp',
    'iso-2022-kr',
    'gb18030',
    'big5',
    'euc-jp',
    'koi8-r',
    'windows-1252',
    'ibm037',
    'x-user-defined',
    'hz-gb-2312',
    'unknown-8bit',
    '"',
    'x'.repeat(50_000),
    '__proto__',
  ],
  (charset) =>
    Buffer.concat([
      mail({ to: TO, type: `text/plain; charset=${charset}`, body: '' }),
      Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919 + (at >> 8)) & 0xff)),
    ]),
);

const FILES: Rows = [
  ...each('nested mails', [1, 10, 100, 1000, 50_000], (depth) => mixed(nestedMessages(depth))),
  ['a nested mail of 24 MB', () => mixed(`Content-Type: message/rfc822\n\n${lines('x'.repeat(76))}`)],
  ['many nested mails', () => mixed(...Array.from({ length: 199 }, () => nestedMessages(1)))],
  [
    'a nested mail with the outer boundary',
    () => mixed(`Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=m\n\n${multipart('m', TEXT)}`),
  ],
  ['winmail.dat of 24 MB', () => mixed(`Content-Type: application/ms-tnef; name=winmail.dat\n\n${'x'.repeat(BIG)}`)],
  [
    'an invitation of 20 MB',
    () => mixed(`Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n${'A:b\n'.repeat(390_000)}`),
  ],
  ...each(
    'names',
    ['../../etc/passwd', '\0', 'a'.repeat(50_000), '', '.', 'CON', 'a/b\\c', '=?utf-8?q?=2E=2E=2F?=', '\u202efdp.exe'],
    (name) =>
      mixed(`Content-Type: application/pdf; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n\nx`),
  ),
  ...each('content IDs', ['<>', '<a', '\uE002', 'x'.repeat(50_000)], (id) =>
    mixed(`Content-Type: image/png\nContent-ID: ${id}\n\nx`),
  ),
];

const TEXTS: Rows = each(
  'texts',
  [
    'x'.repeat(BIG),
    `${'x'.repeat(60)}\n`.repeat(399_000),
    '> x\n'.repeat(399_000),
    '>'.repeat(2 ** 20),
    '> '.repeat(2 ** 19),
    'On '.repeat(7000),
    'On x wrote:\n'.repeat(1600),
    'On 12:00 a@b\n'.repeat(1500),
    `${'On 12:00 '.repeat(2000)}:`,
    'From: a\n'.repeat(2500),
    'From: a\nx\nx\nx\n'.repeat(1500),
    '-----Original Message-----\n'.repeat(700),
    `${'-'.repeat(20_000)}`,
    '--\n'.repeat(6000),
    '-- \n'.repeat(5000),
    'Sent from my iPhone\n\n'.repeat(900),
    'Best regards,\n'.repeat(1400),
    '> a\nb\n'.repeat(3300),
    '\n'.repeat(20_000),
    ' '.repeat(20_000),
    '\t\n'.repeat(10_000),
    '['.repeat(20_000),
    '[cid:'.repeat(4000),
    '\uD800'.repeat(20_000),
    '\u0300'.repeat(20_000),
  ],
  (body) => plain(body),
);

const HTML: Rows = each(
  'HTML',
  [
    '<div>'.repeat(100_000),
    '<div>'.repeat(99),
    many(99, () => '<div>') + '<p>x</p>'.repeat(9000),
    '<blockquote>'.repeat(99) + '<p>x</p>'.repeat(9000),
    `${'<blockquote>x'.repeat(99)}${'</blockquote>'.repeat(99)}`.repeat(90),
    '<ul><li>'.repeat(49) + '<p>x</p>'.repeat(9000),
    `<ol>${'<li>x</li>'.repeat(9500)}</ol>`,
    `<ol>${'<li>x'.repeat(19_000)}</ol>`,
    '<table><tr><td>'.repeat(33) + 'x',
    `<table>${`<tr>${'<td>x</td>'.repeat(90)}</tr>`.repeat(90)}</table>`,
    `<table><tr>${'<td>x</td>'.repeat(9000)}</tr></table>`,
    `<table>${'<tr><td>x</td></tr>'.repeat(6000)}</table>`,
    '<table><tr><td>x</td><td>y</td></tr></table>'.repeat(2200),
    '<table>x'.repeat(90),
    `<table>${'x<b>'.repeat(90)}`,
    `<p>${many(80, (at) => `<b a=${at}>`)}</p>${'<p>x</p>'.repeat(9000)}`,
    `${many(60, (at) => `<font a=${at}>`)}${'</p>'.repeat(5000)}`,
    '<a href="x">'.repeat(9000),
    '<b><p>'.repeat(48),
    '</b></i></p>'.repeat(6000),
    '<b><i></b></i>'.repeat(4000),
    '&amp;'.repeat(100_000),
    '&#x10FFFF;'.repeat(50_000),
    '&'.repeat(500_000),
    '&CounterClockwiseContourIntegral'.repeat(15_000),
    '<'.repeat(500_000),
    '<!'.repeat(250_000),
    `<!--${'-'.repeat(400_000)}`,
    '<!---->'.repeat(70_000),
    `<p ${many(20_000, (at) => `a${at}=b `)}>x`,
    `<p a="${'x'.repeat(490_000)}">x`,
    `<a href="${'x'.repeat(490_000)}">x</a>`,
    '<a href="https://example.com/">x</a>'.repeat(9000),
    '<img src="cid:a">'.repeat(9000),
    '<br>'.repeat(19_000),
    '<hr>'.repeat(19_000),
    `<pre>${'`'.repeat(400_000)}</pre>`,
    `<pre><code>${'```\n'.repeat(100_000)}</code></pre>`,
    '<code>`</code>'.repeat(9000),
    `<style>${'a{}'.repeat(150_000)}</style>x`,
    `<script>${'x'.repeat(400_000)}`,
    '<svg><math><svg>'.repeat(30),
    '<select><option>'.repeat(9000),
    '<template>'.repeat(90),
    `x${' '.repeat(400_000)}y`,
    `x${'\n'.repeat(390_000)}y`,
    'x\n '.repeat(160_000),
    `x${'&nbsp; '.repeat(60_000)}y`,
    '<p>\u00a0</p>'.repeat(9000),
    '<span>x </span>'.repeat(9500),
    '<h1><h2>'.repeat(9000),
    '<em>x</em>'.repeat(9500),
    '<div class="gmail_quote">'.repeat(95) + '<div class="gmail_attr">x</div>'.repeat(5000),
    '<div class="gmail_signature">'.repeat(95) + '<p>x</p>'.repeat(5000),
    '<details><summary>'.repeat(45),
    '\0'.repeat(400_000),
    'x'.repeat(BIG),
    '<p>x</p>\n'.repeat(390_000),
  ],
  (body) => html(body),
);

/** Mails that were made to cost much time or memory, or to confuse. */
export const HOSTILE_MAILS: Rows = [...PARTS, ...HEADERS, ...ENCODINGS, ...CHARSETS, ...FILES, ...TEXTS, ...HTML];
