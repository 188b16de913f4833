/**
 * `npm run build [-- --target linux-arm64|macos-arm64|…]` makes dist/klatch for this machine or another: one file with
 * Node, all code, native modules, pages and licenses. esbuild bundles everything into one script. Node writes it
 * with the assets and V8's code into a blob, and postject puts the blob into the Node that npm installed. Only npm's
 * packages of other platforms are downloaded, once.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assets } from './build/assets.ts';
import { bundleInto, bundleRare, PROGRAM, type Rare } from './build/bundle.ts';
import { bundledPackages, licenses } from './build/licenses.ts';
import { nativesFor } from './build/natives.ts';
import { lockedVersion } from './build/packages.ts';
import { seal } from './build/seal.ts';
import { builtFile, host, TARGETS, type Target } from './build/targets.ts';
import { writeEmoji } from './emoji.ts';
import { buildWeb } from './web.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values } = parseArgs({ options: { target: { type: 'string' } } });
const target = values.target ? TARGETS.find(({ name }) => name === values.target) : host();
if (!target) {
  console.error(
    `There is no Node for ${values.target ?? 'this machine'}, only for ${TARGETS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
await build(target);

async function build(target: Target): Promise<void> {
  const work = join('.cache/build', target.name);
  const output = builtFile(target);
  mkdirSync('dist', { recursive: true });
  rmSync(work, { recursive: true, force: true });
  const script = join(work, 'klatch.js');
  const client = join(work, 'web');
  const rare: Rare = new Map();
  const metafiles = await Promise.all([bundleInto(script, PROGRAM, rare), buildWeb('.', client, { small: true })]);
  metafiles.push(await bundleRare(join(work, 'rare'), rare));
  writeEmoji();
  const natives = nativesFor(target);
  const packages = bundledPackages(metafiles, target);
  seal(
    target,
    script,
    { ...assets(natives, licenses(packages, target), client, work), 'klatch.js.map': `${script}.map` },
    output,
  );
  writeFileSync(join(work, 'packages.json'), JSON.stringify(packages));
  const megabytes = (statSync(output).size / 1e6).toFixed(0);
  console.log(`${output}  ${megabytes} MB, Node ${lockedVersion(target.node)} for ${target.name}`);
}
