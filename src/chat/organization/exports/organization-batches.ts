import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { JsonLines, JsonTables } from '../../../kernel/files/json-files.ts';
import type { ZipArchive } from '../../../kernel/files/zip-archive.ts';
import type { ExportImages } from './images.ts';
import type { ExportFormat } from './types.ts';
import type { ExportPage } from './zulip-messages.ts';
import type { Row } from './zulip-rows.ts';
import { ZULIP_TABLES, type ZulipTable } from './zulip-tables.ts';

/** Where an export reads the organization: in this process, or in the server that runs a command. */
export interface ExportSource {
  /** The rows of a table, in parts. */
  rows(table: ZulipTable): AsyncIterable<readonly Row[]>;
  /** The messages, in parts. */
  pages(): AsyncIterable<ExportPage>;
  images(): Promise<ExportImages>;
}

export interface ExportRequest {
  source: ExportSource;
  format: ExportFormat;
  archive: ZipArchive;
  /** An empty folder for temporary files. */
  temporary: string;
}

/** How much was exported. */
export interface ExportCounts {
  messages: number;
  files: number;
}

const TABLES = Object.keys(ZULIP_TABLES) as ZulipTable[];
/** Kinds of rows that belong to messages. */
const WITH_MESSAGES = ['zerver_reaction', 'zerver_submessage', 'klatch_pin'] as const;

/** Writes all rows and files of the organization into an archive. */
export async function writeOrganizationArchive(request: ExportRequest): Promise<ExportCounts> {
  return request.format === 'zulip' ? writeZulip(request) : writeJson(request);
}

/** realm.json, messages-000001.json and so on, attachment.json, and the files, as Zulip's importer reads them. */
async function writeZulip(request: ExportRequest): Promise<ExportCounts> {
  const { source, archive, temporary } = request;
  const counts: ExportCounts = { messages: 0, files: 0 };
  const attachments = new Map<number, Row & { messages: unknown[] }>();
  const rest = (table: string) => join(temporary, `${table}.jsonl`);
  let number = 0;
  for await (const page of source.pages()) {
    counts.files += addFiles(archive, page, attachments, 'uploads/');
    if (page.zerver_message.length === 0) continue;
    const name = `messages-${String(++number).padStart(6, '0')}.json`;
    const file = new JsonTables(join(temporary, name));
    file.add('zerver_message', page.zerver_message);
    file.add('zerver_usermessage', page.zerver_usermessage);
    file.close();
    archive.addFile(name, file.path);
    counts.messages += page.zerver_message.length;
    for (const table of WITH_MESSAGES)
      appendFileSync(rest(table), page[table].map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
  }
  archive.addText('attachment.json', JSON.stringify({ zerver_attachment: [...attachments.values()] }));
  const records = [...attachments.values()].map(({ path_id, owner, content_type }) => ({
    path: path_id,
    s3_path: path_id,
    user_profile_id: owner,
    realm_id: 1,
    content_type,
  }));
  archive.addText('uploads/records.json', JSON.stringify(records));
  await writeImages(request);
  await writeRealm(request, rest);
  return counts;
}

async function writeRealm({ source, archive, temporary }: ExportRequest, rest: (table: string) => string) {
  const realm = new JsonTables(join(temporary, 'realm.json'));
  for (const table of TABLES) for await (const rows of source.rows(table)) realm.add(table, rows);
  for (const table of WITH_MESSAGES) {
    realm.add(table, []);
    if (!existsSync(rest(table))) continue;
    for await (const line of createInterface({ input: createReadStream(rest(table)) }))
      realm.add(table, [JSON.parse(line) as Row]);
  }
  realm.close();
  archive.addFile('realm.json', realm.path);
}

async function writeImages({ source, archive }: ExportRequest): Promise<void> {
  const { avatars, emoji, realm } = await source.images();
  const avatarRecords = avatars.flatMap(({ owner, file_key, type }) => {
    const path = `1/${owner}.original`;
    const record = { path, s3_path: path, user_profile_id: owner, realm_id: 1, content_type: type };
    return archive.addUpload(`avatars/${path}`, file_key) ? [record] : [];
  });
  archive.addText('avatars/records.json', JSON.stringify(avatarRecords));
  const emojiRecords = emoji.flatMap(({ file_key, file_name }) => {
    const path = `1/emoji/images/${file_name}`;
    return archive.addUpload(`emoji/${path}`, file_key) ? [{ path, s3_path: path, file_name, realm_id: 1 }] : [];
  });
  archive.addText('emoji/records.json', JSON.stringify(emojiRecords));
  const realmRecords = realm.flatMap(({ slot, file_key, type }) => {
    const path = `1/${slot}.original`;
    const record = { path, s3_path: path, realm_id: 1, content_type: type };
    return archive.addUpload(`realm_icons/${path}`, file_key) ? [record] : [];
  });
  archive.addText('realm_icons/records.json', JSON.stringify(realmRecords));
}

/** Adds the files of a page's messages. Returns how many are new. */
function addFiles(
  archive: ZipArchive,
  page: ExportPage,
  attachments: Map<number, Row & { messages: unknown[] }>,
  folder: string,
): number {
  let added = 0;
  for (const { file_key, ...row } of page.zerver_attachment) {
    const before = attachments.get(row.id as number);
    if (before) before.messages.push(...(row.messages as number[]));
    else if (archive.addUpload(`${folder}${row.path_id as string}`, file_key)) {
      attachments.set(row.id as number, row as Row & { messages: unknown[] });
      added += 1;
    }
  }
  return added;
}

/** The types of lines in the JSON form, by the tables of Zulip. */
const LINE_TYPES: Record<ZulipTable | (typeof WITH_MESSAGES)[number], string> = {
  zerver_realm: 'organization',
  zerver_userprofile: 'user',
  zerver_userprofile_crossrealm: 'system_bot',
  zerver_realmuserdefault: 'user_defaults',
  zerver_channelfolder: 'channel_folder',
  zerver_stream: 'channel',
  zerver_defaultstream: 'default_channel',
  zerver_defaultstreamgroup: 'default_channel_group',
  zerver_recipient: 'recipient',
  zerver_huddle: 'conversation',
  zerver_subscription: 'subscription',
  zerver_usergroup: 'group_id',
  zerver_namedusergroup: 'group',
  zerver_usergroupmembership: 'group_member',
  zerver_groupgroupmembership: 'subgroup',
  zerver_realmemoji: 'emoji',
  zerver_realmfilter: 'linkifier',
  zerver_realmplayground: 'playground',
  zerver_realmdomain: 'domain',
  zerver_customprofilefield: 'profile_field',
  zerver_customprofilefieldvalue: 'profile_value',
  zerver_userstatus: 'status',
  zerver_usertopic: 'user_topic',
  zerver_muteduser: 'muted_user',
  zerver_alertword: 'alert_word',
  zerver_savedsnippet: 'saved_snippet',
  zerver_draft: 'draft',
  zerver_scheduledmessage: 'scheduled_message',
  zerver_navigationview: 'navigation_view',
  zerver_service: 'outgoing_webhook',
  klatch_sidebarorder: 'sidebar_order',
  klatch_donotdisturb: 'do_not_disturb',
  zerver_reaction: 'reaction',
  zerver_submessage: 'submessage',
  klatch_pin: 'pin',
};

/** One file of JSON lines, export.jsonl, and the files below files/. */
async function writeJson(request: ExportRequest): Promise<ExportCounts> {
  const { source, archive, temporary } = request;
  const counts: ExportCounts = { messages: 0, files: 0 };
  const attachments = new Map<number, Row & { messages: unknown[] }>();
  const lines = new JsonLines(join(temporary, 'export.jsonl'));
  for (const table of TABLES) for await (const rows of source.rows(table)) lines.add(LINE_TYPES[table], rows);
  for await (const page of source.pages()) {
    lines.add('message', page.zerver_message);
    lines.add('flags', page.zerver_usermessage);
    for (const table of WITH_MESSAGES) lines.add(LINE_TYPES[table], page[table]);
    counts.messages += page.zerver_message.length;
    counts.files += addFiles(archive, page, attachments, 'files/');
  }
  lines.add('file', [...attachments.values()]);
  lines.close();
  archive.addFile('export.jsonl', lines.path);
  await writeImages(request);
  return counts;
}
