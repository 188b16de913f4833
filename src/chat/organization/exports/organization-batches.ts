import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { JsonLines, JsonTables } from '../../../kernel/files/json-files.ts';
import type { ZipArchive } from '../../../kernel/files/zip-archive.ts';
import type { ExportImages } from './source-batches.ts';
import type { ExportFormat } from './types.ts';
import {
  ADDED_TABLES,
  EMPTY_ANALYTICS,
  MIGRATION_STATUS,
  OWN_FIELDS,
  UNKNOWN_CLIENT,
  ZulipForm,
} from './zulip-form.ts';
import type { ExportPage } from './zulip-messages.ts';
import { REALM, type Row } from './zulip-rows.ts';
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

/** What Zulip's importer reads: realm.json, messages-000001.json and so on, attachment.json, and the files. */
async function writeZulip(request: ExportRequest): Promise<ExportCounts> {
  const { source, archive, temporary } = request;
  const form = new ZulipForm();
  const counts: ExportCounts = { messages: 0, files: 0 };
  const attachments = new Map<number, Row & { messages: unknown[] }>();
  const rest = (table: string) => join(temporary, `${table}.jsonl`);
  let number = 0;
  for await (const page of source.pages()) {
    counts.files += await addFiles(archive, page, attachments, 'uploads/');
    if (page.zerver_message.length === 0) continue;
    const name = `messages-${String(++number).padStart(6, '0')}.json`;
    const file = new JsonTables(join(temporary, name));
    file.add('zerver_message', form.rows('zerver_message', page.zerver_message));
    file.add('zerver_usermessage', page.zerver_usermessage);
    file.add(OWN_FIELDS, form.takeOwnFields());
    file.close();
    archive.addFile(name, file.path);
    counts.messages += page.zerver_message.length;
    for (const table of WITH_MESSAGES)
      appendFileSync(rest(table), page[table].map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
  }
  writeAttachments(archive, form.rows('zerver_attachment', [...attachments.values()]));
  await writeImages(request);
  await writeRealm(request, form, rest);
  archive.addText('migration_status.json', JSON.stringify(MIGRATION_STATUS));
  archive.addText('analytics.json', JSON.stringify(EMPTY_ANALYTICS));
  return counts;
}

function writeAttachments(archive: ZipArchive, zerver_attachment: readonly Row[]): void {
  archive.addText('attachment.json', JSON.stringify({ zerver_attachment }));
  const records = zerver_attachment.map(({ path_id, owner, content_type }) => ({
    path: path_id,
    s3_path: path_id,
    user_profile_id: owner,
    realm_id: REALM,
    content_type,
  }));
  archive.addText('uploads/records.json', JSON.stringify(records));
}

async function writeRealm(
  { source, archive, temporary }: ExportRequest,
  form: ZulipForm,
  rest: (table: string) => string,
) {
  const realm = new JsonTables(join(temporary, 'realm.json'), { import_source: 'zulip' });
  for (const [table, rows] of Object.entries(ADDED_TABLES)) realm.add(table, form.rows(table, rows));
  for (const table of TABLES) {
    if (table === 'zerver_client') realm.add(table, [UNKNOWN_CLIENT]);
    for await (const rows of source.rows(table)) realm.add(table, form.rows(table, rows));
  }
  for (const table of WITH_MESSAGES) {
    realm.add(table, []);
    if (!existsSync(rest(table))) continue;
    for await (const line of createInterface({ input: createReadStream(rest(table)) }))
      realm.add(table, form.rows(table, [JSON.parse(line) as Row]));
  }
  realm.add(OWN_FIELDS, form.takeOwnFields());
  realm.close();
  archive.addFile('realm.json', realm.path);
}

async function writeImages({ source, archive }: ExportRequest): Promise<void> {
  const { avatars, emoji, realm } = await source.images();
  const write = async (folder: string, images: readonly { path: string; file_key: string; fields: Row }[]) => {
    const records: Row[] = [];
    for (const { path, file_key, fields } of images)
      if (await archive.addUpload(`${folder}/${path}`, file_key))
        records.push({ path, s3_path: path, realm_id: REALM, ...fields });
    archive.addText(`${folder}/records.json`, JSON.stringify(records));
  };
  await write(
    'avatars',
    avatars.map(({ owner, file_key, type }) => {
      // Zulip's own archives have the smaller image, too; from others its importer makes it.
      const fields = { user_profile_id: owner, avatar_version: 1, content_type: type, importer_should_thumbnail: true };
      return { path: `${REALM}/${owner}.original`, file_key, fields };
    }),
  );
  await write(
    'emoji',
    emoji.map(({ file_key, file_name, type }) => {
      const fields = { file_name, content_type: type };
      return { path: `${REALM}/emoji/images/${file_name}`, file_key, fields };
    }),
  );
  // Zulip shows the image that ends with .png.
  const endings = ['original', 'png'];
  await write(
    'realm_icons',
    realm.flatMap(({ slot, file_key, type }) =>
      endings.map((ending) => ({ path: `${REALM}/${slot}.${ending}`, file_key, fields: { content_type: type } })),
    ),
  );
}

/** Adds the files of a page's messages. Returns how many are new. */
async function addFiles(
  archive: ZipArchive,
  page: ExportPage,
  attachments: Map<number, Row & { messages: unknown[] }>,
  folder: string,
): Promise<number> {
  let added = 0;
  for (const { file_key, ...row } of page.zerver_attachment) {
    const before = attachments.get(row.id as number);
    if (before) before.messages.push(...(row.messages as number[]));
    else if (await archive.addUpload(`${folder}${row.path_id as string}`, file_key)) {
      attachments.set(row.id as number, row as Row & { messages: unknown[] });
      added += 1;
    }
  }
  return added;
}

/** The types of lines in the JSON form, by the tables of Zulip. */
const LINE_TYPES: Record<ZulipTable | (typeof WITH_MESSAGES)[number], string> = {
  zerver_realm: 'organization',
  zerver_client: 'client',
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
  klatch_reminder: 'reminder',
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
    counts.files += await addFiles(archive, page, attachments, 'files/');
  }
  lines.add('file', [...attachments.values()]);
  lines.close();
  archive.addFile('export.jsonl', lines.path);
  await writeImages(request);
  return counts;
}
