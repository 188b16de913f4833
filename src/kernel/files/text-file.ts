import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { EXIT, Failure } from '../terminal/failure.ts';
import { encodingByMark } from './sniff.ts';

/**
 * Reads a text file as programs of Windows write it: UTF-8 with or without a mark, or UTF-16 with one. Older encodings
 * look alike, and a guess would give people wrong names. Throws Failure for them.
 */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const encoding = encodingByMark(bytes);
  try {
    const text = new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The reason follows.
  }
  const line = encoding ? '' : `, line ${firstBrokenLine(bytes)}`;
  throw new Failure(
    EXIT.usage,
    `${path}${line}: the text is not UTF-8. Save the file again as UTF-8; in Excel, choose “CSV UTF-8”`,
  );
}

/** The number of the first line that is not UTF-8, or that contains a zero byte. */
function firstBrokenLine(bytes: Buffer): number {
  for (let from = 0, line = 1; ; line++) {
    const end = bytes.indexOf('\n', from);
    const content = bytes.subarray(from, end < 0 ? undefined : end);
    if (end < 0 || !isUtf8(content) || content.includes(0)) return line;
    from = end + 1;
  }
}
