import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * Joins what is needed at first into one script: splitting makes a chunk of each set of modules that several pages share, and all of
 * those shared with the first page would be fetched with it, one by one. What is loaded later finds the chunks under their names
 * still: they hand on what the one script has. `outputs` are those of a build with `splitting`, `metafile` says what is in them.
 * The answer is the outputs in their new form, and the name of the one script.
 */
export async function joined(outputFiles, metafile, main, options) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const [entry] = [...outputs].find(([, { entryPoint }]) => entryPoint?.endsWith(main));
  const first = new Set([entry]);
  for (const name of first)
    for (const { kind, path } of outputs.get(name).imports) if (kind === 'import-statement') first.add(basename(path));
  const parts = [...first].filter((name) => name !== entry && outputs.get(name).exports.length > 0);
  // Every export under a name of its own, and then what starts.
  const named = (name, part, how) =>
    outputs
      .get(name)
      .exports.map((one) => how(one, `p${part}_${one}`))
      .join(',');
  const all = parts.map((name, part) => `export {${named(name, part, (one, own) => `${one} as ${own}`)}} from './${name}';`);
  const { outputFiles: made } = await build({
    ...options,
    stdin: { contents: [...all, `import './${entry}';`].join('\n'), resolveDir: '/' },
    entryNames: 'main-[hash]',
    format: 'esm',
    plugins: [
      {
        name: 'first',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\// }, ({ path, kind }) =>
            kind !== 'dynamic-import' && first.has(basename(path))
              ? { path: basename(path), namespace: 'first' }
              : { path, external: true },
          );
          onLoad({ filter: /.*/, namespace: 'first' }, ({ path }) => ({ contents: texts.get(path), loader: 'js' }));
        },
      },
    ],
  });
  const script = { name: basename(made[0].path), contents: made[0].contents };
  const handing = parts.map((name, part) => ({
    name,
    contents: Buffer.from(`export {${named(name, part, (one, own) => `${own} as ${one}`)}} from './${script.name}';\n`),
  }));
  const later = outputFiles
    .filter(({ path }) => !first.has(basename(path)))
    .map(({ path, contents }) => ({ name: basename(path), contents }));
  return { entry: script.name, files: [script, ...handing, ...later] };
}
