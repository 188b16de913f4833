import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ExportType } from '../../chat/organization/exports/types.ts';
import type { ExportPage } from '../../chat/organization/exports/zulip-messages.ts';
import type { Row } from '../../chat/organization/exports/zulip-rows.ts';
import { ZULIP_TABLES, type ZulipTable } from '../../chat/organization/exports/zulip-tables.ts';
import { JsonLines, JsonTables } from '../../kernel/files/json-files.ts';
import type { CommandSession } from '../command-session.ts';
import type { ExportTarget } from './target.ts';

export interface ExportRequest {
  session: Pick<CommandSession, 'run'>;
  type: ExportType;
  format: 'zulip' | 'json';
  target: ExportTarget;
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
const WITH_MESSAGES = ['zerver_reaction', 'zerver_submessage'] as const;

/** Writes all rows and files of the organization into an archive. */
export async function writeOrganization(request: ExportRequest): Promise<ExportCounts> {
  return request.format === 'zulip' ? writeZulip(request) : writeJson(request);
}

/** realm.json, messages-000001.json and so on, attachment.json, and the files, as Zulip's importer reads them. */
async function writeZulip(request: ExportRequest): Promise<ExportCounts> {
  const { session, type, target, temporary } = request;
  const counts: ExportCounts = { messages: 0, files: 0 };
  const attachments = new Map<number, Row & { messages: unknown[] }>();
  const rest = (table: string) => join(temporary, `${table}.jsonl`);
  let number = 0;
  for await (const page of pagesOf(session, type)) {
    if (page.zerver_message.length === 0) continue;
    const name = `messages-${String(++number).padStart(6, '0')}.json`;
    const file = new JsonTables(join(temporary, name));
    file.add('zerver_message', page.zerver_message);
    file.add('zerver_usermessage', page.zerver_usermessage);
    file.close();
    target.addFile(name, file.path);
    counts.messages += page.zerver_message.length;
    for (const table of WITH_MESSAGES)
      appendFileSync(rest(table), page[table].map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    counts.files += addFiles(target, page, attachments, 'uploads/');
  }
  target.addText('attachment.json', JSON.stringify({ zerver_attachment: [...attachments.values()] }));
  const records = [...attachments.values()].map(({ path_id, owner, content_type }) => ({
    path: path_id,
    s3_path: path_id,
    user_profile_id: owner,
    realm_id: 1,
    content_type,
  }));
  target.addText('uploads/records.json', JSON.stringify(records));
  await writeImages(request);
  await writeRealm(request, rest);
  return counts;
}

async function writeRealm({ session, type, target, temporary }: ExportRequest, rest: (table: string) => string) {
  const realm = new JsonTables(join(temporary, 'realm.json'));
  for (const table of TABLES) for await (const rows of rowsOf(session, type, table)) realm.add(table, rows);
  for (const table of WITH_MESSAGES) {
    realm.add(table, []);
    if (!existsSync(rest(table))) continue;
    for await (const line of createInterface({ input: createReadStream(rest(table)) }))
      realm.add(table, [JSON.parse(line) as Row]);
  }
  realm.close();
  target.addFile('realm.json', realm.path);
}

async function writeImages({ session, target }: ExportRequest): Promise<void> {
  const { avatars, emoji } = await session.run('export-images', {});
  const avatarRecords = avatars.flatMap(({ owner, file_key, type }) => {
    const path = `1/${owner}.original`;
    const record = { path, s3_path: path, user_profile_id: owner, realm_id: 1, content_type: type };
    return target.addUpload(`avatars/${path}`, file_key) ? [record] : [];
  });
  target.addText('avatars/records.json', JSON.stringify(avatarRecords));
  const emojiRecords = emoji.flatMap(({ file_key, file_name }) => {
    const path = `1/emoji/images/${file_name}`;
    return target.addUpload(`emoji/${path}`, file_key) ? [{ path, s3_path: path, file_name, realm_id: 1 }] : [];
  });
  target.addText('emoji/records.json', JSON.stringify(emojiRecords));
}

/** Adds the files of a page's messages. Returns how many are new. */
function addFiles(
  target: ExportTarget,
  page: ExportPage,
  attachments: Map<number, Row & { messages: unknown[] }>,
  folder: string,
): number {
  let added = 0;
  for (const { file_key, ...row } of page.zerver_attachment) {
    const before = attachments.get(row.id as number);
    if (before) before.messages.push(...(row.messages as number[]));
    else if (target.addUpload(`${folder}${row.path_id as string}`, file_key)) {
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
  zerver_reaction: 'reaction',
  zerver_submessage: 'submessage',
};

/** One file of JSON lines, export.jsonl, and the files below files/. */
async function writeJson(request: ExportRequest): Promise<ExportCounts> {
  const { session, type, target, temporary } = request;
  const counts: ExportCounts = { messages: 0, files: 0 };
  const attachments = new Map<number, Row & { messages: unknown[] }>();
  const lines = new JsonLines(join(temporary, 'export.jsonl'));
  for (const table of TABLES) for await (const rows of rowsOf(session, type, table)) lines.add(LINE_TYPES[table], rows);
  for await (const page of pagesOf(session, type)) {
    lines.add('message', page.zerver_message);
    lines.add('flags', page.zerver_usermessage);
    for (const table of WITH_MESSAGES) lines.add(LINE_TYPES[table], page[table]);
    counts.messages += page.zerver_message.length;
    counts.files += addFiles(target, page, attachments, 'files/');
  }
  lines.add('file', [...attachments.values()]);
  lines.close();
  target.addFile('export.jsonl', lines.path);
  await writeImages(request);
  return counts;
}

async function* pagesOf(session: ExportRequest['session'], type: ExportType): AsyncGenerator<ExportPage> {
  let after: number | null = 0;
  while (after !== null) {
    const page: ExportPage = await session.run('export-messages', { type, after });
    yield page;
    ({ after } = page);
  }
}

/** The rows of a table, in parts; an empty table has one empty part. */
async function* rowsOf(session: ExportRequest['session'], type: ExportType, table: ZulipTable): AsyncGenerator<Row[]> {
  let from = 0;
  for (;;) {
    const { rows, total } = await session.run('export-table', { type, table, from });
    yield rows;
    from += rows.length;
    if (from >= total) return;
  }
}
