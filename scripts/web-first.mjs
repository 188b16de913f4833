import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * Joins everything that the first page needs into one script. Code splitting makes a chunk of each set of modules that
 * several pages share, and the first page would fetch all of them one by one. Scripts loaded later import shared
 * modules from this script. All file names change with their content, so that a browser never mixes two builds.
 * `outputFiles` and `metafile` are those of a build with `splitting`. Returns the new files and the name of the first
 * script.
 */
export async function joined(outputFiles, metafile, main, options) {
  const id = createHash('sha256');
  for (const { text } of outputFiles) id.update(text);
  const mark = id.digest('hex').slice(0, 8);
  const renamed = (path) => basename(path).replace(/\.js$/, `-${mark}.js`);
  const names = outputFiles.map(({ path }) => basename(path));
  const ours = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const texts = new Map(outputFiles.map(({ path, text }) => [renamed(path), text.replace(ours, renamed)]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [renamed(path), output]));
  const [entry] = [...outputs].find(([, { entryPoint }]) => entryPoint?.endsWith(main));
  const first = new Set([entry]);
  for (const name of first)
    for (const { kind, path } of outputs.get(name).imports) if (kind === 'import-statement') first.add(renamed(path));
  const parts = [...first].filter((name) => name !== entry && outputs.get(name).exports.length > 0);
  const script = `main-${mark}.js`;
  // Re-exports every export under a unique name.
  const handedOn = (name, how, from) =>
    `export {${outputs
      .get(name)
      .exports.map((one) => how(one, `p${parts.indexOf(name)}_${one}`))
      .join(',')}} from './${from}';`;
  const one = await rebuilt(
    {
      [script]: [
        ...parts.map((name) => handedOn(name, (short, own) => `${short} as ${own}`, name)),
        `import './${entry}';`,
      ].join('\n'),
    },
    (name) => (first.has(name) ? texts.get(name) : undefined),
    options,
  );
  const later = await rebuilt(
    Object.fromEntries([...texts].filter(([name]) => !first.has(name))),
    (name) =>
      parts.includes(name)
        ? handedOn(name, (short, own) => `${own} as ${short}`, script)
        : first.has(name)
          ? ''
          : undefined,
    options,
  );
  return { entry: script, files: [...one, ...later] };
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
