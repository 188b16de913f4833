import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialize } from 'bson';
import type { ImportProduct } from '../../../src/chat/organization/imports/types.ts';
import { Team } from '../../support/team.ts';
import { importInto, makeZip } from './support.ts';

const SENT = Date.UTC(2025, 4, 5);
const dump = (...documents: object[]): Buffer => Buffer.concat(documents.map((one) => serialize(one)));
const jsonLines = (rows: object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

interface Case {
  archive(): Promise<string>;
  /** What is left out, by kind. */
  skipped: Record<string, number>;
  notices: number;
  messages: number;
}

const u = { _id: 'olga', username: 'olga' };
const author = { id: '1', name: 'olga' };
const said = (second: number, more: object) => ({
  ...{ type: 'message', user: 'U1', ts: `${SENT / 1000 + second}.000100`, text: 'Hello' },
  ...more,
});
const discordMessage = (id: string, more: object = {}) => ({
  ...{ id, type: 'Default', timestamp: new Date(SENT).toISOString(), author, content: 'Hello' },
  ...more,
});

/** Archives with the objects that the documentation of the products names, and that have no place here. */
const CASES: Record<ImportProduct, Case> = {
  slack: {
    archive: () =>
      makeZip({
        'users.json': [{ id: 'U1', team_id: 'T1', name: 'olga', profile: { email: 'olga@acme.example' } }],
        'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
        'canvases.json': [{ id: 'F1' }, { id: 'F2' }],
        'lists.json': [{ id: 'L1' }],
        'integration_logs.json': [{ user_id: 'U1', change_type: 'added' }],
        'file_conversations.json': [],
        'general/2025-05-05.json': [
          said(0, {}),
          said(1, { subtype: 'channel_topic', text: 'set the topic' }),
          said(2, { subtype: 'huddle_thread', text: '' }),
          said(3, { subtype: 'tombstone', text: 'This message was deleted.' }),
          said(4, { subtype: 'brand_new', text: 'What is this?' }),
          said(5, { subtype: 'assistant_app_thread', text: 'Ask me' }),
        ],
      }),
    skipped: { canvases: 2, lists: 1, integration_logs: 1, message: 1 },
    notices: 3,
    messages: 2,
  },
  mattermost: {
    archive: () =>
      makeZip({
        'export.jsonl': jsonLines([
          { type: 'version', version: 1 },
          { type: 'role', role: { name: 'custom' } },
          { type: 'scheme', scheme: { name: 'strict' } },
          { type: 'emoji', emoji: { name: 'blob' } },
          { type: 'channel', channel: { team: 'acme', name: 'general', type: 'O' } },
          { type: 'user', user: { username: 'olga', email: 'olga@acme.example' } },
          { type: 'bot', bot: { display_name: 'Nameless' } },
          {
            type: 'post',
            post: {
              ...{ team: 'acme', channel: 'general', user: 'olga', message: 'Hello', create_at: SENT },
              thread_followers: [{ user: 'olga' }, { user: 'milo' }],
            },
          },
          { type: 'direct_channel', direct_channel: { members: ['olga', 'milo'] } },
          { type: 'direct_channel', direct_channel: { members: ['olga'], header: 'Notes' } },
          { type: 'playbook', playbook: { name: 'Incident' } },
          { type: 'post' },
        ]),
      }),
    skipped: { line: 4, emoji: 1, user: 1, follower: 2, setting: 1 },
    notices: 0,
    messages: 1,
  },
  rocketchat: {
    archive: () =>
      makeZip({
        'dump/users.bson': dump(
          { ...u, name: 'Olga', emails: [{ address: 'olga@acme.example' }] },
          { _id: 'v1', type: 'visitor', username: 'guest-1' },
        ),
        'dump/rocketchat_room.bson': dump({ _id: 'R1', t: 'c', name: 'general' }, { _id: 'R2', t: 'l' }),
        'dump/rocketchat_custom_emoji.bson': dump({ _id: 'E1', extension: 'png' }),
        'dump/rocketchat_sessions.bson': dump({ _id: 's1' }),
        'dump/rocketchat_uploads.files.bson': dump({ _id: 'F1', filename: 'a.txt', chunkSize: 12 }),
        'dump/rocketchat_integrations.bson': dump({ _id: 'i1' }, { _id: 'i2' }),
        'dump/rocketchat_custom_sounds.bson': dump({ _id: 'c1' }),
        'dump/rocketchat_livechat_visitor.bson': dump({ _id: 'v1' }),
        'dump/rocketchat_message.bson': dump(
          { _id: 'm1', rid: 'R1', u, ts: new Date(SENT), msg: 'Hello', blocks: [{ type: 'section' }] },
          { _id: 'm2', rid: 'R1', u, ts: new Date(SENT), msg: 'olga', t: 'au' },
          { _id: 'm3', rid: 'R2', u, ts: new Date(SENT), msg: 'May I help?' },
        ),
      }),
    skipped: { user: 1, channel: 1, emoji: 1, document: 4, block: 1, message: 1 },
    notices: 1,
    messages: 1,
  },
  discord: {
    archive: () =>
      makeZip({
        'general.json': {
          guild: { id: '9', name: 'Acme' },
          channel: { id: '100', type: 'GuildTextChat', name: 'general' },
          messages: [
            discordMessage('1', { attachments: [{ fileName: 'lost.txt' }] }),
            discordMessage('2', { type: 'ChannelPinnedMessage' }),
          ],
        },
        'other.json': { guild: { id: '9', name: 'Acme' }, messages: [discordMessage('3'), discordMessage('4')] },
      }),
    skipped: { file: 1, message: 2 },
    notices: 1,
    messages: 1,
  },
  zulip: {
    archive: () =>
      makeZip({
        'realm.json': {
          zerver_realm: [{ id: 2, string_id: 'acme', name: 'Acme' }],
          zerver_userprofile: [{ id: 11, full_name: 'Olga', delivery_email: 'olga@acme.example', is_active: true }],
          zerver_stream: [{ id: 21, name: 'general', description: '' }],
          zerver_recipient: [{ id: 33, type: 2, type_id: 21 }],
          zerver_botstoragedata: [{ id: 1, bot_profile: 11, key: 'a', value: 'b' }],
          zerver_botconfigdata: [{ id: 2, bot_profile: 11, key: 'a', value: 'b' }],
        },
        'messages-000001.json': {
          zerver_message: [
            { id: 101, sender: 11, recipient: 33, subject: 'now', content: 'Hello', date_sent: SENT / 1000 },
            { id: 102, sender: 11, recipient: 99, subject: 'now', content: 'Lost', date_sent: SENT / 1000 },
          ],
        },
      }),
    skipped: { bot: 2, message: 1 },
    notices: 0,
    messages: 1,
  },
};

for (const [name, { archive, skipped, notices, messages }] of Object.entries(CASES))
  test(`whatever of an archive from ${name} has no place here is counted with a reason`, async () => {
    const result = await importInto(new Team(), name as ImportProduct, await archive());
    assert.deepEqual(result.skipped, skipped, JSON.stringify(result.report, null, 1));
    assert.equal(result.notices, notices);
    assert.equal(result.added.message, messages);
    assert(result.report.every(({ reason }) => reason !== ''));
  });
