import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage now, and returns free memory to the system. It blocks for some ten milliseconds. Held by
 * `npm run bench -- tricks`.
 */
export function freeMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** After the start: stores compiled code for the next start, and frees memory that only starting needed. */
export function tidy(): void {
  flushCompileCache();
  freeMemory();
}

/**
 * Turns off Maglev, V8's compiler for warm code. Organizations are opened so often that it compiles the long functions
 * which create their repositories, and keeps some 70 MB of memory afterwards. TurboFan still compiles hot code.
 */
export function compileLean(): void {
  setFlagsFromString('--no-maglev');
}
