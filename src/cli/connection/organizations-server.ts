import { findHolder } from '../../kernel/db/lock.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { OPEN, RESCAN } from '../../server/organizations/messages.ts';
import { askServer } from './ask-server.ts';
import { rejectionFailure } from './rejection.ts';

/** Tells the server of this folder, if there is one, that the folder has changed. Throws Failure. */
export const rescan = (folder: string): Promise<void> => send(folder, RESCAN);

/**
 * Makes the server of many organizations open the one that the command is for, so that the command runs in the server
 * and hinders nobody. Does nothing if there is no such server. Throws Failure.
 */
export async function openInServer({ organizations, organization }: CommandOptions): Promise<void> {
  if (organizations !== undefined && organization !== undefined) await send(organizations, OPEN + organization);
}

/** An organization may be large, or must be upgraded first, so this takes as long as it takes. */
async function send(folder: string, command: string): Promise<void> {
  const holder = findHolder(folder);
  if (!holder?.url) return;
  const outcome = await askServer(holder, command, {});
  if (!outcome) throw new Failure(EXIT.unreachable, `The server of ${folder} does not accept commands yet`);
  if ('refused' in outcome) throw rejectionFailure(outcome);
}
