import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Functions that throw errors, and which of their arguments are texts. */
const ERROR_FUNCTIONS: Record<string, readonly number[]> = {
  'new ApiError': [2],
  'new ServiceFailed': [0],
  badRequest: [0],
  notFound: [0],
  unauthorizedPrincipal: [0],
  unauthorized: [0],
  requireOneFile: [1, 2],
};
/** The same, for a single resource. */
const RESOURCE_ERROR_FUNCTIONS: Record<string, Record<string, readonly number[]>> = {
  'chat/organization/linkifiers/rules.ts': { invalid: [1] },
  'chat/organization/playgrounds/actions.ts': { invalid: [1] },
  'chat/people/invitations/actions.ts': { failed: [0] },
  'chat/files/attachments/resumable-endpoints.ts': { refusal: [1] },
  'kernel/feeds/read-feed.ts': { read: [1] },
};

/** Files that only forward errors of others. */
const FORWARDING_FILES = [
  'kernel/errors.ts',
  'kernel/http/reply.ts',
  'kernel/http/body.ts',
  'kernel/http/decode.ts',
  'kernel/cluster/peer-requests.ts',
];

/** Files with error texts that other files throw, and texts of commands. */
const TEXT_FILES = [
  'kernel/http/check.ts',
  'chat/integrations/outgoing-webhooks/client.ts',
  'chat/integrations/slash-commands/actions.ts',
];

export interface ServerError {
  file: string;
  /** The server's text; `{1}`, `{2}` stand for values. */
  text: string;
}

/** All error texts in the files of these endpoints, and where they are. */
export function listErrors(endpoints: readonly string[]): ServerError[] {
  const others = [
    ...['kernel/http/server.ts', 'kernel/http/limits.ts', 'kernel/cluster/request-forwarding.ts'],
    // In a process of its own.
    'kernel/feeds/read-feed.ts',
  ];
  const seen = new Set<string>([...endpoints, ...others]);
  for (const file of seen)
    for (const [, from] of getCode(file).matchAll(
      /^(?:import|export)\s(?!type\b)[^;]*?\sfrom\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    ))
      if (from) seen.add(relative(SRC, join(SRC, dirname(file), from)));
  return [...seen].sort().flatMap((file) => textsIn(file).map((text) => ({ file, text })));
}

function textsIn(file: string): string[] {
  const code = getCode(file);
  const said = Object.entries({ ...ERROR_FUNCTIONS, ...RESOURCE_ERROR_FUNCTIONS[file] }).flatMap(([name, which]) =>
    [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\(`, 'g'))].flatMap((call) => {
      const given = argumentsFrom(code, call.index + call[0].length);
      return which.flatMap((at) => given[at] ?? []);
    }),
  );
  const texts = said.flatMap((source) => literalsIn(source));
  // A message in a variable comes from elsewhere in the file: every literal there that looks like a sentence counts.
  const handed = said.some((source) => literalsIn(source).length === 0);
  if (TEXT_FILES.includes(file) || (handed && !FORWARDING_FILES.includes(file)))
    texts.push(...literalsIn(code).filter((text) => /^[^:\n]* [^:\n]* [^\n]*$/.test(text)));
  return [...new Set(texts)].filter((text) => / |^Invalid/.test(text));
}

const sources = new Map<string, string>();
function getCode(file: string): string {
  let code = sources.get(file);
  if (code === undefined) {
    code = readFileSync(SRC + file, 'utf8')
      .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
      .replace(/^\s*(?:\/\/|summary:).*$/gm, '');
    sources.set(file, code);
  }
  return code;
}

/** The sources of a call's arguments, which begin here. */
function argumentsFrom(code: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const sign = code[at]!;
    if (`'"\``.includes(sign)) at = endOfLiteral(code, at);
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && depth-- === 0) return [...found, code.slice(start, at).trim()];
    else if (sign === ',' && depth === 0) {
      found.push(code.slice(start, at).trim());
      start = at + 1;
    }
  }
  return found;
}

function endOfLiteral(code: string, start: number): number {
  let at = start + 1;
  for (; at < code.length && code[at] !== code[start]; at++) {
    if (code[at] === '\\') at++;
    else if (code[start] === '`' && code.startsWith('${', at)) at = endOfPlaceholder(code, at);
  }
  return at;
}

function endOfPlaceholder(code: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; ; at++) {
    if (`'"\``.includes(code[at]!)) at = endOfLiteral(code, at);
    else if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth === 0) return at;
  }
}

/** The string literals in code, with numbers for inserted values. Literals within those values do not count. */
function literalsIn(code: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < code.length; at++) {
    if (!`'"\``.includes(code[at]!)) continue;
    const end = endOfLiteral(code, at);
    found.push(code[at] === '`' ? numbered(code.slice(at + 1, end)) : code.slice(at + 1, end).replace(/\\(.)/g, '$1'));
    at = end;
  }
  return found;
}

function numbered(template: string): string {
  let text = '';
  let number = 0;
  for (let at = 0; at < template.length; at++) {
    if (template.startsWith('${', at)) {
      at = endOfPlaceholder(template, at);
      text += `{${++number}}`;
    } else text += template[at];
  }
  return text;
}

/** The server's files with endpoints that the client calls. */
export function endpointFilesOfClient(): string[] {
  const client = globSync('web/**/*.{ts,tsx}', { cwd: SRC }).map((file) => readFileSync(join(SRC, file), 'utf8'));
  const calls = new Set(client.join('\n').match(/(?<=['"`])(GET|POST|PATCH|PUT|DELETE) \/[^'"`\s]*/g));
  const paths = [...calls].map((call) => call.slice(call.indexOf(' ') + 1));
  const isCalled = (file: string): boolean => paths.some((path) => getCode(file).includes(`'${path}'`));
  return (
    globSync('chat/**/*endpoints.ts', { cwd: SRC })
      .filter(isCalled)
      // Large files are uploaded in parts, by a library that has the URLs.
      .concat('chat/files/attachments/resumable-endpoints.ts')
  );
}
