import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';

/** The file is not valid TOML, or cannot be read or changed. */
export class WrongFile extends Error {}

/** The content of a configuration file. */
export function readToml(path: string): Record<string, unknown> {
  return parseToml(path, readText(path));
}

/**
 * Sets the key to a text, number or boolean, or removes it (undefined). The rest of the file stays as it was written.
 */
export function changeToml(
  path: string,
  key: string,
  value: string | number | boolean | readonly string[] | undefined,
): void {
  const text = readText(path, '');
  const before = parseToml(path, text);
  const line = value === undefined ? '' : `${key} = ${JSON.stringify(value)}\n`;
  const written = new RegExp(`^[ \\t]*(?:${key}|"${key}"|'${key}')[ \\t]*=.*(?:\\r?\\n|$)`, 'm');
  // A table would include what follows it: new keys go before the first table.
  const end = /^[ \t]*\[/m.exec(text)?.index ?? text.length;
  const head = text.slice(0, end);
  const changed = written.test(head)
    ? head.replace(written, () => line)
    : head + (head === '' || head.endsWith('\n') || line === '' ? '' : '\n') + line;
  const values: Record<string, unknown> = { ...before, [key]: value };
  if (value === undefined) delete values[key];
  if (!isDeepStrictEqual({ ...parseToml(path, changed + text.slice(end)) }, values))
    throw new WrongFile(`${path} cannot be changed automatically. Change ${key} in the file yourself`);
  writeFileSync(path, changed + text.slice(end), { mode: 0o600 });
}

function parseToml(path: string, text: string): Record<string, unknown> {
  try {
    return { ...parse(text) };
  } catch (error) {
    const { message, line, column } = error as Error & { line?: number; column?: number };
    const place = line === undefined ? path : `${path}:${line}:${column}`;
    throw new WrongFile(`${place} is not TOML: ${message.split('\n\n')[0]!.replace(/^Invalid TOML document: /, '')}`);
  }
}

/** Returns the file's text, or `absent` if there is no such file and that is allowed. */
function readText(path: string, absent?: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (absent !== undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return absent;
    throw new WrongFile(`${path} cannot be read: ${(error as Error).message}`);
  }
}
