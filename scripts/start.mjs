#!/usr/bin/env node
// Runs Klatch from its sources as one bundle, made anew when they changed: it starts in half the time and a sixth less memory than
// from a few hundred modules. Plain JavaScript, so that Node's type stripper is not loaded at all.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Names the folder of the newest bundle, and is as old as it. */
const pointer = join(root, '.cache/klatch/current');

// Compiled once, code loads in half the time. Not in the shared temporary folder, where others might plant it.
enableCompileCache(join(root, '.cache/compiled'));
const folder = freshBundle() ?? (await (await import('./bundle.mjs')).bundle(root, pointer));
const { main } = await import(pathToFileURL(join(folder, 'program.js')).href);
await main(process.argv);

/** The folder of a bundle that is younger than all it is made of. */
function freshBundle() {
  try {
    const made = statSync(pointer).mtimeMs;
    const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
    const sources = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const others = ['package-lock.json', 'scripts/bundle.mjs', 'scripts/web.mjs'].map((name) => join(root, name));
    const folder = readFileSync(pointer, 'utf8');
    statSync(join(folder, 'program.js'));
    return [...sources, ...others].every((file) => statSync(file).mtimeMs < made) ? folder : undefined;
  } catch {
    return undefined;
  }
}
