import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * Joins what is always loaded together. Code splitting makes a chunk of each set of modules that several pages share,
 * and a browser would fetch all of them one by one. `groups` are the sources whose scripts are joined with what they
 * import, by the name of the new script, in the order in which they load. Scripts import shared modules from the groups
 * before them. All file names change with their content, so that a browser never mixes two builds. `outputFiles` and
 * `metafile` are those of a build with `splitting`. Returns the new files and the name of the first group's script.
 */
export async function joined(outputFiles, metafile, groups, options) {
  const id = createHash('sha256');
  for (const { text } of outputFiles) id.update(text);
  const mark = id.digest('hex').slice(0, 8);
  const renamed = (path) => basename(path).replace(/\.js$/, `-${mark}.js`);
  const names = outputFiles.map(({ path }) => basename(path));
  const ours = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const texts = new Map(outputFiles.map(({ path, text }) => [renamed(path), text.replace(ours, renamed)]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [renamed(path), output]));
  // For each joined chunk: the script that has it, and the prefix of its exports there.
  const homes = new Map();
  const handedOn = (name, how, from) => {
    const { exports } = outputs.get(name);
    const { prefix } = homes.get(name);
    return exports.length === 0
      ? ''
      : `export {${exports.map((one) => how(one, `${prefix}_${one}`)).join(',')}} from './${from}';`;
  };
  const fromHome = (name) =>
    homes.has(name) ? handedOn(name, (short, own) => `${own} as ${short}`, homes.get(name).script) : undefined;
  const files = [];
  for (const [group, sources] of Object.entries(groups)) {
    const script = `${group}-${mark}.js`;
    const own = new Set(sources.map((source) => chunkOf(outputs, source)));
    for (const name of own)
      for (const { kind, path } of outputs.get(name).imports)
        if (kind === 'import-statement' && !homes.has(renamed(path))) own.add(renamed(path));
    const before = new Set(homes.keys());
    for (const name of own) homes.set(name, { script, prefix: `p${homes.size}` });
    const lines = [...own].map((name) =>
      outputs.get(name).exports.length > 0
        ? handedOn(name, (short, long) => `${short} as ${long}`, name)
        : `import './${name}';`,
    );
    // The modules that others need come before the sources, which use them at once.
    const within = (name) => (own.has(name) ? texts.get(name) : before.has(name) ? fromHome(name) : undefined);
    files.push(...(await rebuilt({ [script]: lines.reverse().join('\n') }, within, options)));
  }
  const later = [...texts].filter(([name]) => !homes.has(name));
  files.push(...(await rebuilt(Object.fromEntries(later), fromHome, options)));
  // Pages load the sources of a group by their own names.
  const [first, ...others] = Object.values(groups);
  const loaded = others.flat().map((source) => chunkOf(outputs, source));
  files.push(...loaded.map((name) => ({ name, contents: Buffer.from(fromHome(name)) })));
  return { entry: homes.get(chunkOf(outputs, first[0])).script, files };
}

/** The script that code splitting made of a source. */
function chunkOf(outputs, source) {
  for (const [name, { entryPoint }] of outputs) if (entryPoint?.endsWith(source)) return name;
  throw new Error(`${source} is not loaded on demand`);
}

/** Bundles each of some scripts again: modules in `within` are included, the others stay separate. */
async function rebuilt(scripts, within, options) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: Object.keys(scripts).map((name) => ({ in: `entry:${name}`, out: name.replace(/\.js$/, '') })),
    entryNames: '[name]',
    format: 'esm',
    treeShaking: true,
    plugins: [
      {
        name: 'joined',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'entry' }));
          onResolve({ filter: /^\.\// }, ({ path, kind }) =>
            kind !== 'dynamic-import' && within(basename(path)) !== undefined
              ? { path: basename(path), namespace: 'within', sideEffects: within(basename(path)) !== '' }
              : { path, external: true },
          );
          onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({ contents: scripts[path], loader: 'js' }));
          onLoad({ filter: /.*/, namespace: 'within' }, ({ path }) => ({ contents: within(path), loader: 'js' }));
        },
      },
    ],
  });
  return outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
}
