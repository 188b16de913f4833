import { SourceMap } from 'node:module';
import { inExecutable, shipped } from './shipped.ts';

let map: SourceMap | undefined;

/** A stack trace with the places in our sources. Only the executable, whose code is one script, has to look them up; it does so at the first error. */
export function inSources(stack: string): string {
  if (!inExecutable) return stack;
  try {
    map ??= new SourceMap(JSON.parse(shipped('klatch.js.map').toString()));
  } catch {
    return stack;
  }
  const known = map;
  return stack.replace(/^( +at (?:.* \()?)(?!node:)[^\s()]+:(\d+):(\d+)(\)?)$/gm, (frame, before, line, column, close) => {
    const found = known.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in found)) return frame;
    const name = found.originalSource.replace(/^(\.\.\/)+/, '');
    return `${before}${name}:${found.originalLine + 1}:${found.originalColumn + 1}${close}`;
  });
}
