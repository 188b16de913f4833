import { Script } from 'node:vm';
import { readAsset } from '../../src/kernel/assets.ts';

const loaded = new Map<string, unknown>();

/** Stands in the executable for an import() or require() of a package that few servers ever need: its script is read when it is asked for. */
export function loadRarely(name: string): unknown {
  if (!loaded.has(name)) {
    const module = { exports: {} };
    const source = `(function (module, exports, require) {${readAsset(`rare/${name.replaceAll('/', '__')}.js`).toString('latin1')}\n})`;
    new Script(source, { filename: name }).runInThisContext()(module, module.exports, require);
    loaded.set(name, module.exports);
  }
  return loaded.get(name);
}
