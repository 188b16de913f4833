import { MAIL_LIMITS } from './types.ts';

/**
 * Checks a mail before it is decoded. Returns why it exceeds a limit; undefined: it does not. It only looks at bytes,
 * so its time grows with the size alone.
 */
export function findExcess(raw: Buffer): string | undefined {
  if (raw.length > MAIL_LIMITS.bytes) return `The mail is larger than ${MAIL_LIMITS.bytes / 2 ** 20} MiB`;
  if (headerBytes(raw) > MAIL_LIMITS.headers)
    return `The mail has more than ${MAIL_LIMITS.headers / 1024} KiB of headers`;
  if (hasMoreLines(raw, MAIL_LIMITS.lines)) return `The mail has more than ${MAIL_LIMITS.lines} lines`;
  const boundaries = declaredBoundaries(raw.toString('latin1'));
  if (!boundaries) return 'The mail has parts with unusual boundaries';
  if (countParts(raw, boundaries) > MAIL_LIMITS.parts) return `The mail has more than ${MAIL_LIMITS.parts} parts`;
  return undefined;
}

const NEWLINE = 0x0a;
const DASH = 0x2d;

function headerBytes(raw: Buffer): number {
  const ends = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length === 0 ? raw.length : Math.min(...ends);
}

function hasMoreLines(raw: Buffer, most: number): boolean {
  let lines = 0;
  for (let at = raw.indexOf(NEWLINE); at >= 0 && lines <= most; at = raw.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines > most;
}

/** Longer lines are no boundaries, bytes (RFC 2046 allows 70 characters). */
const LONGEST_BOUNDARY = 200;

/**
 * The boundaries that any part declares. undefined: one is written so that this function and a parser could read it
 * differently, which programs do not do.
 */
function declaredBoundaries(text: string): Set<string> | undefined {
  const found = new Set<string>();
  for (const { index, 0: word } of text.matchAll(/boundary\s{0,100}[=*]/gi)) {
    if (word.endsWith('*')) return undefined;
    const value = text.slice(index + word.length, index + word.length + LONGEST_BOUNDARY);
    const [, quoted, bare] = /^\s*(?:"([^"]*)"|([^\s;"]+))/.exec(value) ?? [];
    const boundary = quoted ?? bare ?? '';
    if (boundary.includes('\\')) return undefined;
    found.add(boundary.trimEnd());
    if (found.size > MAIL_LIMITS.parts) return found;
  }
  return found;
}

/** The lines that begin with `--` and name a boundary. */
function countParts(raw: Buffer, boundaries: ReadonlySet<string>): number {
  let parts = 0;
  for (let at = raw[0] === DASH ? 0 : raw.indexOf('\n--') + 1; ; ) {
    const end = raw.indexOf(NEWLINE, at);
    const line = raw.subarray(at + 2, Math.min(end < 0 ? raw.length : end, at + LONGEST_BOUNDARY));
    if (raw[at] === DASH && boundaries.has(line.toString('latin1').trimEnd())) parts += 1;
    const next = raw.indexOf('\n--', at);
    if (next < 0 || parts > MAIL_LIMITS.parts) return parts;
    at = next + 1;
  }
}
