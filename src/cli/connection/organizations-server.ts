import { holderOf } from '../../kernel/db/lock.ts';
import { CONTROL_PATH, type Outcome } from '../../kernel/http/control.ts';
import { CONTROL_HEADER } from '../../kernel/http/own-headers.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { OPEN, RESCAN } from '../../server/organizations/messages.ts';
import { fetchFrom } from './fetch-from.ts';
import { rejectionFailure } from './rejection.ts';

/** How long the server may take, ms. */
const TIMEOUT = 30_000;

/** Tells the server of this folder, if there is one, that the folder has changed. Throws Failure. */
export const rescan = (folder: string): Promise<void> => send(folder, RESCAN);

/**
 * Makes the server of many organizations open the one that the command is for, so that the command runs in the server
 * and hinders nobody. Does nothing if there is no such server. Throws Failure.
 */
export async function openInServer({ organizations, organization }: CommandOptions): Promise<void> {
  if (organizations !== undefined && organization !== undefined) await send(organizations, OPEN + organization);
}

async function send(folder: string, command: string): Promise<void> {
  const holder = holderOf(folder);
  if (!holder?.url) return;
  const reply = await fetchFrom(holder.url, CONTROL_PATH + command, {
    method: 'POST',
    headers: { [CONTROL_HEADER]: holder.token! },
    body: new URLSearchParams(),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!reply.ok) throw new Failure(EXIT.unreachable, `The server of ${folder} answered with status ${reply.status}`);
  const outcome = (await reply.json()) as Outcome;
  if ('refused' in outcome) throw rejectionFailure(outcome);
}
