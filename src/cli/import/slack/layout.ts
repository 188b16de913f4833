import type { ImportedMessage } from '../../../chat/organization/imports/types.ts';
import type { Archive } from '../archives/archive.ts';
import { idOf, isRaw, numberOf, objectsOf, type Raw, rawsOf, textOf, textsOf } from '../records.ts';
import type { Sink } from '../sink.ts';

/** A conversation of the archive, with the folder of its messages. */
export interface SlackConversation {
  id: string;
  /** undefined: a direct or group message. */
  name: string | undefined;
  isPrivate: boolean;
  raw: Raw;
  members: string[];
  /** Ends with a slash. */
  folder: string;
  /** Pinned messages by time stamp. */
  pins: ReadonlyMap<string, NonNullable<ImportedMessage['pinned']>>;
}

/** The lists of conversations, and what they list. An archive of a large organization has such lists for each team. */
const LISTS: Readonly<Record<string, { isDirect: boolean; isPrivate: boolean }>> = {
  'channels.json': { isDirect: false, isPrivate: false },
  'groups.json': { isDirect: false, isPrivate: true },
  'dms.json': { isDirect: true, isPrivate: true },
  'mpims.json': { isDirect: true, isPrivate: true },
};

/** The files with users, in any folder of the archive. */
export const userFiles = (archive: Archive): string[] =>
  archive.names.filter((name) => /^(?:[^/]+\/){0,3}(?:org_)?users\.json$/.test(name));

const listFiles = (archive: Archive): string[] =>
  archive.names.filter((name) => /^(?:[^/]+\/){0,3}(?:channels|groups|dms|mpims)\.json$/.test(name));

/** All conversations; one that several teams share comes once. */
export async function* conversationsOf(archive: Archive, sink: Sink): AsyncGenerator<SlackConversation> {
  const seen = new Set<string>();
  for (const file of listFiles(archive)) {
    const slash = file.lastIndexOf('/') + 1;
    const { isDirect, isPrivate } = LISTS[file.slice(slash)]!;
    for await (const { value: raw } of objectsOf(archive, file, sink)) {
      const id = idOf(raw.id);
      const name = textOf(raw.name);
      if (id === undefined || (!isDirect && !name)) {
        sink.skip('channel', file, 'it has no id or no name');
        continue;
      }
      if (seen.has(id)) continue;
      seen.add(id);
      yield {
        id,
        name: isDirect ? undefined : name,
        isPrivate: isPrivate || raw.is_private === true,
        raw,
        members: textsOf(raw.members),
        folder: `${file.slice(0, slash)}${name ?? id}/`,
        pins: pinsOf(raw),
      };
    }
  }
}

const pinsOf = ({ pins }: Raw): SlackConversation['pins'] =>
  new Map(
    rawsOf(pins).flatMap((pin) => {
      const id = idOf(pin.id);
      return id ? [[id, { by: idOf(pin.user), at: numberOf(pin.created) }]] : [];
    }),
  );

/** The files with a conversation's messages, one for each day. */
export const dayFiles = (archive: Archive, { folder }: SlackConversation): string[] =>
  namesBelow(archive.names, folder).filter(
    (name) => name.endsWith('.json') && !name.slice(folder.length).includes('/'),
  );

/** The names that begin with a folder, found in a sorted list without reading all of it. */
function namesBelow(names: readonly string[], folder: string): string[] {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (names[middle]! < folder) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < names.length && names[end]!.startsWith(folder)) end += 1;
  return names.slice(low, end);
}

/** The id of a user's organization of several workspaces, or of the workspace. */
export const teamOf = ({ enterprise_user, team_id }: Raw): string | undefined =>
  (isRaw(enterprise_user) ? idOf(enterprise_user.enterprise_id) : undefined) ?? idOf(team_id);
