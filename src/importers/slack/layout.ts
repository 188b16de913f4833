import type { ImportedMessage } from '../../chat/organization/imports/types.ts';
import type { Archive } from '../archives/archive.ts';
import { append, isRaw, type Raw, readId, readNumber, readObjects, readRaws, readText, readTexts } from '../records.ts';
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

/** The conversations of an archive, and the folders that belong to them. */
export class SlackLayout {
  readonly #archive: Archive;
  readonly #sink: Sink;
  /** The JSON files directly in each folder. */
  readonly #files = new Map<string, string[]>();
  readonly #claimed = new Set<string>();

  constructor(archive: Archive, sink: Sink) {
    this.#archive = archive;
    this.#sink = sink;
    for (const name of archive.names)
      if (name.endsWith('.json')) append(this.#files, name.slice(0, name.lastIndexOf('/') + 1), name);
  }

  /** All conversations; one that several teams share comes once. */
  async *conversations(): AsyncGenerator<SlackConversation> {
    const seen = new Set<string>();
    for (const file of listFiles(this.#archive)) {
      const slash = file.lastIndexOf('/') + 1;
      const list = LISTS[file.slice(slash)]!;
      for await (const { value: raw } of readObjects(this.#archive, file, this.#sink)) {
        const id = readId(raw.id);
        const isDirect = list.isDirect || isGroupMessage(raw);
        const name = isDirect ? undefined : readText(raw.name);
        if (id === undefined || (!isDirect && !name)) {
          this.#sink.skip('channel', file, 'it has no id or no name');
          continue;
        }
        if (seen.has(id)) continue;
        seen.add(id);
        const folder = this.#claim(file.slice(0, slash), raw);
        const isPrivate = list.isPrivate || raw.is_private === true;
        yield { id, name, isPrivate, raw, members: readTexts(raw.members), folder, pins: readPins(raw) };
      }
    }
  }

  async #reportList(file: string): Promise<void> {
    let records = 0;
    for await (const _ of readObjects(this.#archive, file, this.#sink)) records += 1;
    const name = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
    if (records > 0) this.#sink.skip(name, file, 'Slack lists them, but they have no place here', records);
  }

  /** The files with a conversation's messages, one for each day. */
  dayFiles = ({ folder }: SlackConversation): readonly string[] => this.#files.get(folder) ?? [];

  /** The folder of a conversation beside its list. It has the name of the conversation, or its id. */
  #claim(beside: string, { id, name, name_normalized }: Raw): string {
    const names = [name, id, name_normalized].flatMap((one) => readId(one) ?? []);
    const folders = names.map((one) => `${beside}${one.normalize('NFC')}/`);
    // A folder belongs to one conversation, so that nobody reads messages of another one with the same name.
    const free = folders.filter((one) => !this.#claimed.has(one));
    const folder = free.find((one) => this.#files.has(one)) ?? free[0] ?? `${beside}${readId(id)}/`;
    this.#claimed.add(folder);
    return folder;
  }

  /**
   * Reports each folder with messages that belongs to no conversation, and each list of something else. Call it after
   * all conversations were read.
   */
  async reportUnclaimed(): Promise<void> {
    for (const file of this.#archive.names) if (OTHER_LIST.test(file)) await this.#reportList(file);
    for (const [folder, files] of this.#files) {
      if (this.#claimed.has(folder) || folder === '' || OTHER_FOLDERS.test(folder)) continue;
      let messages = 0;
      for (const file of files)
        for await (const { value } of readObjects(this.#archive, file, { skip() {} }))
          if (readText(value.ts) !== undefined) messages += 1;
      if (messages > 0) this.#sink.skip('folder', folder, reasonAgainst(folder, messages));
    }
  }
}

/** What Slack lists besides conversations. */
const OTHER_LIST =
  /^(?:[^/]+\/){0,3}(?:canvases|lists|integration_logs|workflows|huddle_transcripts|file_conversations)\.json$/;

/** Files that other programs add beside the messages. */
const OTHER_FOLDERS = /(?:^|\/)(?:__uploads|__avatars|attachments)\//;
/** `FC:F0123ABCD:Title` */
const CANVAS_FOLDER = /(?:^|\/)FC[:_]/;

const reasonAgainst = (folder: string, messages: number): string =>
  CANVAS_FOLDER.test(folder)
    ? `comments on a canvas are not imported; it has ${messages}`
    : `no channel or conversation of the archive is called so; it has ${messages} messages`;

/** Older archives list group messages among the private channels. */
const isGroupMessage = ({ is_mpim, name }: Raw): boolean =>
  is_mpim === true || (is_mpim === undefined && isGroupName(readText(name) ?? ''));

/** Names like `mpdm-mia--max--ada-1`. */
const isGroupName = (name: string): boolean => name.startsWith('mpdm-') && name.includes('--') && /-\d+$/.test(name);

const readPins = ({ pins }: Raw): SlackConversation['pins'] =>
  new Map(
    readRaws(pins).flatMap((pin) => {
      const id = readId(pin.id);
      return id ? [[id, { by: readId(pin.user), at: readNumber(pin.created) }]] : [];
    }),
  );

/** The id of a user's organization of several workspaces, or of the workspace. */
export const findTeam = ({ enterprise_user, team_id }: Raw): string | undefined =>
  (isRaw(enterprise_user) ? readId(enterprise_user.enterprise_id) : undefined) ?? readId(team_id);
