import type { OriginKind } from '../../chat/organization/imports/repository.ts';
import type { CommandSession } from '../command-session.ts';
import { type Staging, stagedRecords } from './repository.ts';

/** How many objects of a kind are in the archive, and how many were not imported before. */
export interface PlanLine {
  total: number;
  new: number;
}
export type Plan = Record<'people' | 'channels' | 'groups' | 'emoji' | 'messages' | 'files', PlanLine>;

const KINDS = [
  ['people', 'user'],
  ['channels', 'channel'],
  ['groups', 'group'],
  ['emoji', 'emoji'],
  ['messages', 'message'],
  ['files', 'file'],
] as const satisfies readonly (readonly [keyof Plan, OriginKind])[];

const ORIGINS_AT_ONCE = 1000;

/** Compares the staged records with what was imported before; without a session, nothing was. Changes nothing. */
export async function makePlan(
  staging: Staging,
  sourceName: string,
  session: Pick<CommandSession, 'run'> | undefined,
): Promise<Plan> {
  const lines: [string, PlanLine][] = [];
  for (const [name, kind] of KINDS) {
    const total = staging.count(kind)!;
    const known = session && total > 0 ? await countKnown(staging, kind, sourceName, session) : 0;
    lines.push([name, { total, new: total - known }]);
  }
  return Object.fromEntries(lines) as Plan;
}

async function countKnown(
  staging: Staging,
  kind: (typeof KINDS)[number][1],
  name: string,
  session: Pick<CommandSession, 'run'>,
): Promise<number> {
  let count = 0;
  let origins: string[] = [];
  const look = async () => {
    count += (await session.run('import-known', { name, kind, origins })).known.length;
    origins = [];
  };
  for (const { origin } of stagedRecords(staging, kind)) {
    origins.push(origin);
    if (origins.length === ORIGINS_AT_ONCE) await look();
  }
  await look();
  return count;
}
