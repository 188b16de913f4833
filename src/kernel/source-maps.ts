import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { memoByValue } from '../shared/memo.ts';
import { isExecutable, readAsset } from './assets.ts';

/** A stack trace with places in our sources: those of bundled code are looked up at the first error. */
export const mapToSources = (stack: string): string =>
  stack.replace(
    /^( +at (?:.* \()?)(?!node:)([^\s()]+):(\d+):(\d+)(\)?)$/gm,
    (frame, before, script, line, column, close) => {
      const found = findMap(script)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!found || !('originalSource' in found)) return frame;
      const name = found.originalSource.replace(/^(\.\.\/)+/, '');
      return `${before}${name}:${found.originalLine + 1}:${found.originalColumn + 1}${close}`;
    },
  );

/** The executable's code is one script; that of `npm start` has a map beside each file; unbundled code has none. */
const findMap = (script: string): SourceMap | undefined => mapNamed(isExecutable ? 'klatch.js' : script);

const mapNamed = memoByValue((name): SourceMap | undefined => {
  try {
    const map = isExecutable ? readAsset(`${name}.map`) : readFileSync(fileURLToPath(`${name}.map`));
    return new SourceMap(JSON.parse(map.toString()));
  } catch {
    return undefined;
  }
});
