import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where a server from the sources finds it. */
const FOLDER = `${root}.cache/web`;

let built: Promise<void> | undefined;

/** The web client is built as its sources are. `npm test` does so before all; several single files may want it at once: one builds, the others wait. */
export function webClient(): Promise<void> {
  built ??= process.env.WEB_CLIENT_BUILT ? Promise.resolve() : build();
  return built;
}

async function build(): Promise<void> {
  const lock = `${FOLDER}.lock`;
  mkdirSync(`${root}.cache`, { recursive: true });
  const isMine = () => {
    try {
      mkdirSync(lock);
      return true;
    } catch {
      return false;
    }
  };
  // Whoever held it may have been killed.
  await until(isMine).catch(() => {});
  try {
    const { buildWeb } = await import('../../scripts/web.mjs');
    await buildWeb(root, FOLDER);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
