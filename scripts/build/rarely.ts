import { Script } from 'node:vm';
import { readAsset } from '../../src/kernel/assets.ts';

const loaded = new Map<string, unknown>();

/** Replaces import() or require() of a rarely used package in the executable: its script is read on first use. */
export function loadRarely(name: string): unknown {
  if (!loaded.has(name)) {
    const module = { exports: {} };
    const source = `(function (module, exports, require) {${readAsset(`rare/${name.replaceAll('/', '__')}.js`).toString('latin1')}\n})`;
    new Script(source, { filename: name }).runInThisContext()(module, module.exports, require);
    loaded.set(name, module.exports);
  }
  return loaded.get(name);
}
