import type { OriginKind } from '../chat/organization/imports/repository.ts';
import type { RecordKind } from '../chat/organization/imports/types.ts';
import type { CommandSession } from '../operations/session.ts';
import { type Staging, stagedRecords } from './repository.ts';

/** How many objects of a kind are in the archive, and how many were not imported before. */
export interface PlanLine {
  total: number;
  new: number;
}

/** Every archive can have these. */
const KINDS = {
  people: 'user',
  channels: 'channel',
  groups: 'group',
  emoji: 'emoji',
  messages: 'message',
  files: 'file',
} as const satisfies Record<string, RecordKind & OriginKind>;

/** Only archives from Zulip have these. */
const SETTINGS = {
  'organization settings': 'realm',
  'organization images': 'realm-image',
  domains: 'domain',
  linkifiers: 'linkifier',
  'code playgrounds': 'playground',
  'channel folders': 'folder',
  'default channel groups': 'default-channel-group',
  'profile fields': 'profile-field',
  'profile values': 'profile-value',
  statuses: 'status',
  'muted and followed topics': 'topic',
  'muted users': 'muted-user',
  'alert words': 'alert-word',
  'saved snippets': 'snippet',
  drafts: 'draft',
  'scheduled messages': 'scheduled-message',
  reminders: 'reminder',
  'views in the sidebar': 'view',
  'orders of the sidebar': 'sidebar-order',
  'do-not-disturb settings': 'do-not-disturb',
} as const satisfies Record<string, RecordKind>;

type Always = keyof typeof KINDS | 'topics' | 'reactions';
export type Plan = Record<Always, PlanLine> & Partial<Record<keyof typeof SETTINGS, PlanLine>>;

/** The kind of record of a line. Topics have none: they come with their messages. */
export const readKind = (line: string): string | undefined =>
  ({ ...KINDS, ...SETTINGS, topics: undefined, reactions: 'reaction' })[line as keyof Plan];

const ORIGINS_AT_ONCE = 1000;

/** Compares the staged records with what was imported before; without a session, nothing was. Changes nothing. */
export async function makePlan(
  staging: Staging,
  sourceName: string,
  session: Pick<CommandSession, 'run'> | undefined,
): Promise<Plan> {
  const known = new KnownRecords(staging, sourceName, session);
  const lines: [string, PlanLine][] = [];
  for (const [name, kind] of Object.entries(KINDS)) lines.push([name, await known.line(kind)]);
  lines.push(['topics', staging.topics()!], ['reactions', staging.reactions()!]);
  for (const [name, kind] of Object.entries(SETTINGS)) {
    const line = await known.line(kind);
    if (line.total > 0) lines.push([name, line]);
  }
  return Object.fromEntries(lines) as Plan;
}

/** Those of these objects that were imported before. */
export async function knownOrigins(
  session: Pick<CommandSession, 'run'>,
  name: string,
  kind: OriginKind,
  origins: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < origins.length; from += ORIGINS_AT_ONCE) {
    const some = origins.slice(from, from + ORIGINS_AT_ONCE);
    const { known } = await session.run('import-known', { name, kind, origins: some });
    for (const one of known) found.add(one);
  }
  return found;
}

/** Counts records, and marks those that were imported before. */
class KnownRecords {
  readonly #staging: Staging;
  readonly #name: string;
  readonly #session: Pick<CommandSession, 'run'> | undefined;

  constructor(staging: Staging, name: string, session: Pick<CommandSession, 'run'> | undefined) {
    this.#staging = staging;
    this.#name = name;
    this.#session = session;
  }

  async line(kind: RecordKind): Promise<PlanLine> {
    const total = this.#staging.count(kind)!;
    const known = this.#session && total > 0 ? await this.#mark(kind, this.#session) : 0;
    return { total, new: total - known };
  }

  async #mark(kind: RecordKind, session: Pick<CommandSession, 'run'>): Promise<number> {
    let count = 0;
    let origins: string[] = [];
    for (const { origin } of stagedRecords(this.#staging, kind)) {
      origins.push(origin);
      if (origins.length < ORIGINS_AT_ONCE) continue;
      count += await this.#look(kind, origins, session);
      origins = [];
    }
    return count + (await this.#look(kind, origins, session));
  }

  async #look(kind: RecordKind, origins: readonly string[], session: Pick<CommandSession, 'run'>): Promise<number> {
    if (origins.length === 0) return 0;
    const isSetting = !(Object.values(KINDS) as string[]).includes(kind);
    const { known } = await session.run('import-known', {
      name: this.#name,
      kind: isSetting ? 'setting' : (kind as OriginKind),
      origins: isSetting ? origins.map((origin) => `${kind} ${origin}`) : [...origins],
    });
    if (kind === 'message' && known.length > 0) this.#staging.markKnown(known);
    return known.length;
  }
}
