import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const NAMED = /"([0-9a-f]{32})"/g;
const PATH = /^incoming\/([0-9a-f]{32})$/;

/**
 * The paths of the files that a command names and that are in the folder for incoming files of this machine, such as
 * the image of an emoji. Another machine that runs the command needs them.
 */
export function listFiles(command: object, folder: string): string[] {
  const names = new Set([...JSON.stringify(command).matchAll(NAMED)].map(([, name]) => name!));
  return [...names].map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** Where a file is sent to: the path of a request between processes. */
export const incomingPath = (name: string): string => `incoming/${name}`;

/** The name of the file that a request of another process contains; undefined: it is no such request. */
export const incomingName = (path: string): string | undefined => PATH.exec(path)?.[1];

/** Stores a file that another process sends. Nothing is left of one that did not arrive completely. */
export async function receiveFile(request: IncomingMessage, path: string): Promise<void> {
  try {
    await pipeline(request, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
