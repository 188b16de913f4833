import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { waitUntil } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where a server run from sources finds it. */
const FOLDER = `${root}.cache/web`;

let built: Promise<void> | undefined;

/**
 * Builds the web client from its sources. `npm test` does so first. If several test files need it at once, one builds
 * and the others wait.
 */
export function buildWebClient(): Promise<void> {
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
  // The process that held the lock may have been killed.
  await waitUntil(isMine).catch(() => {});
  try {
    const { buildWeb } = await import('../../scripts/web.mjs');
    await buildWeb(root, FOLDER);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
