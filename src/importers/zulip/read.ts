import type { ImportedReaction, RichText } from '../../chat/organization/imports/types.ts';
import { type Archive, BadArchive } from '../archives/archive.ts';
import { type Raw, readId, readNumber, readObjects, readText } from '../records.ts';
import type { Sink } from '../sink.ts';
import { ZulipDirectory } from './directory.ts';
import { readHistory } from './history.ts';
import { OWN_FIELDS, OwnFields } from './own-fields.ts';
import { Receipts } from './receipts.ts';
import { zulipToRich } from './text.ts';
import { wholeSeconds } from './times.ts';

/** Bits of `flags_mask`. */
const READ = 1;
const STARRED = 2;
const COLLAPSED = 4;
const HISTORICAL = 1024;

/** Reads the export of a Zulip organization, made by a server of version 7 or newer. */
export async function readZulip(archive: Archive, sink: Sink): Promise<void> {
  const realm = archive.names.find((name) => /^([^/]+\/){0,2}realm\.json$/.test(name));
  if (realm === undefined) throw new BadArchive('there is no realm.json in it, so it is no export from Zulip');
  const folder = realm.slice(0, realm.lastIndexOf('/') + 1);
  const directory = new ZulipDirectory(archive, sink, folder);
  await directory.read();
  await directory.addAll();
  await readFiles(directory);
  const files = archive.names.filter((name) => name.startsWith(folder));
  const receipts = new Receipts(directory);
  for (const name of files)
    if (/^messages-\d+\.json$/.test(name.slice(folder.length))) await readMessages(directory, name, receipts);
  receipts.finish();
}

/** The names and owners of uploaded files. */
async function readFiles({ archive, sink, folder }: ZulipDirectory): Promise<void> {
  for await (const { key, value } of readObjects(archive, `${folder}attachment.json`, sink)) {
    const path = readText(value.path_id);
    if (key !== 'zerver_attachment' || path === undefined) continue;
    sink.file({
      origin: path,
      name: readText(value.file_name) ?? path.split('/').at(-1)!,
      owner: readId(value.owner) ?? '',
      created: wholeSeconds(value.create_time),
      source: { path: `${folder}uploads/${path}` },
    });
  }
}

interface Flags {
  starred: string[];
  collapsed: string[];
  unread: string[];
  copied: string[];
}

/** One file has some messages and their flags, in any order; so it is read twice. */
async function readMessages(directory: ZulipDirectory, name: string, receipts: Receipts): Promise<void> {
  const { archive, sink } = directory;
  const flags = new Map<string, Flags>();
  const ownFields = new OwnFields();
  for await (const { key, value } of readObjects(archive, name, sink))
    if (key === 'zerver_usermessage') takeFlags(directory, flags, value);
    else if (key === 'zerver_message') receipts.addMessage(value);
    else if (key === OWN_FIELDS) ownFields.add(value);
  // What is broken was reported by the first reading.
  for await (const { key, value } of readObjects(archive, name, { skip() {} }))
    if (key === 'zerver_message') readMessage(directory, ownFields.complete(key, value), flags);
    else if (key === 'zerver_usermessage') receipts.addReceipt(value);
  receipts.endFile();
}

/** Keeps the flags of a row, unless they are those of a message that was only read, which most are. */
function takeFlags(directory: ZulipDirectory, flags: Map<string, Flags>, row: Raw): void {
  const message = readId(row.message);
  const user = directory.userWith(readId(row.user_profile));
  const mask = readNumber(row.flags_mask) ?? READ;
  const isUsual = mask & READ && !(mask & (STARRED | COLLAPSED | HISTORICAL));
  if (message === undefined || user === undefined || isUsual) return;
  let own = flags.get(message);
  if (!own) flags.set(message, (own = { starred: [], collapsed: [], unread: [], copied: [] }));
  if (mask & STARRED) own.starred.push(user);
  if (mask & COLLAPSED) own.collapsed.push(user);
  if (mask & HISTORICAL) own.copied.push(user);
  if (!(mask & READ) && directory.readers.has(user)) own.unread.push(user);
}

function readMessage(directory: ZulipDirectory, row: Raw, flags: ReadonlyMap<string, Flags>): void {
  const { sink } = directory;
  const origin = readId(row.id);
  const author = readId(row.sender);
  const to = directory.findDestination(row);
  const reason = !to ? 'its recipient is not in the archive' : author === undefined ? 'it has no author' : undefined;
  if (origin === undefined || reason !== undefined || !to || author === undefined) {
    sink.skip('message', origin ?? '', reason ?? 'it has no id');
    return;
  }
  const own = flags.get(origin);
  const submessages = sink.kept(`zerver_submessage ${origin}`) as Raw[];
  sink.message(
    {
      origin,
      sent: wholeSeconds(row.date_sent) ?? Number.NaN,
      author,
      to,
      text: textOfMessage(row, directory),
      said: readText(row.content),
      edited: wholeSeconds(row.last_edit_time),
      moved: wholeSeconds(row.last_moved_time),
      history: readHistory(directory, row),
      reactions: readReactions(sink.kept(`zerver_reaction ${origin}`) as Raw[]),
      starred: own?.starred ?? [],
      pinned: readPin(sink.kept(`klatch_pin ${origin}`) as Raw[]),
      copied: own?.copied.length ? own.copied : undefined,
      collapsed: own?.collapsed.length ? own.collapsed : undefined,
      unread: own?.unread.length ? own.unread : undefined,
      submessages:
        submessages.length === 0
          ? undefined
          : submessages.map((one) => ({ author: readId(one.sender) ?? '', content: readText(one.content) ?? '' })),
    },
    Number(origin),
  );
}

const textOfMessage = (row: Raw, directory: ZulipDirectory): RichText =>
  zulipToRich(readText(row.content) ?? '', directory);

/** Only archives of this server have pins. */
const readPin = ([row]: readonly Raw[]) => row && { by: readId(row.user_profile), at: wholeSeconds(row.pinned_at) };

/** One reaction for each emoji, with all its users. */
function readReactions(rows: readonly Raw[]): ImportedReaction[] {
  const users = Map.groupBy(rows, (row) => readText(row.emoji_name) ?? '');
  return [...users].flatMap(([emoji, reactors]) =>
    emoji === '' ? [] : [{ emoji, users: reactors.flatMap((row) => readId(row.user_profile) ?? []) }],
  );
}
