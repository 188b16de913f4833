import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Binary, serialize } from 'bson';
import type { ImportProduct } from '../../../src/chat/organization/imports/types.ts';
import { Team } from '../../support/team.ts';
import { type Files, type Imported, importInto, listMessages, makeZip, rowCounts } from './support.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MINUTE = 60_000;
const START = Date.UTC(2025, 4, 5, 9);
const line = (number: number) => `Line ${number} ${'x'.repeat(90)}`;
const lines = (count: number, first = 'The report') =>
  [first, ...Array.from({ length: count }, (_, at) => line(at))].join('\n');

/** What somebody writes there, in both archives or only in the later one. */
interface Said {
  id: string;
  by: 'olga' | 'milo';
  text: string;
  /** Changed since the first archive. */
  isEdited?: boolean;
  /** The message of whose thread this is. */
  thread?: string;
  file?: string;
  emoji?: string;
}

/** A team there, at the time of an archive. */
interface State {
  said: Said[];
  /** Pictures and files are beside the archive. */
  hasFiles: boolean;
}

const EARLIER: State = {
  hasFiles: false,
  said: [
    { id: 'a', by: 'olga', text: 'Good morning' },
    { id: 'b', by: 'milo', text: 'Where do we eat?' },
    { id: 'c', by: 'olga', text: lines(50) },
    { id: 'd', by: 'olga', text: lines(350, 'It shrinks') },
    { id: 'e', by: 'milo', text: lines(150, 'It grows') },
    { id: 'f', by: 'milo', text: 'The plan', file: 'plan.txt' },
    { id: 'g', by: 'milo', text: 'Well done :blob:', emoji: 'blob' },
    { id: 'h', by: 'olga', text: lines(150, 'It changes at its end') },
  ],
};

const LATER: State = {
  hasFiles: true,
  said: [
    ...EARLIER.said.map((one): Said => {
      if (one.id === 'a') return { ...one, text: 'Good evening', isEdited: true };
      if (one.id === 'c') return { ...one, text: lines(150), isEdited: true };
      if (one.id === 'd') return { ...one, text: lines(120, 'It shrinks'), isEdited: true };
      if (one.id === 'e') return { ...one, text: lines(350, 'It grows'), isEdited: true };
      if (one.id === 'h') return { ...one, text: `${one.text}, at last`, isEdited: true };
      return one;
    }),
    { id: 'i', by: 'olga', text: 'At noon', thread: 'b' },
    { id: 'j', by: 'olga', text: 'Bye' },
  ],
};

const formatTime = ({ id }: Said): number => START + id.charCodeAt(0) * MINUTE;
const getEdit = (one: Said): number => formatTime(one) + 500 * MINUTE;
const address = (name: string): string => `${name}@acme.example`;
const isRoot = ({ said }: State, one: Said): boolean => said.some(({ thread }) => thread === one.id);

interface Product {
  archive(state: State): Promise<string>;
  /** What the later archive changes, besides what is the same for all. */
  moves: number;
}

const dump = (...documents: object[]): Buffer => Buffer.concat(documents.map((one) => serialize(one)));

const PRODUCTS: Record<Exclude<ImportProduct, 'zulip'>, Product> = {
  slack: {
    moves: 1,
    archive({ said, hasFiles }) {
      const ts = (ms: number) => `${ms / 1000}.000100`;
      const files: Files = hasFiles
        ? { '__uploads/plan.txt/plan.txt': 'The plan', '__avatars/milo.png': PICTURE, 'emoji/blob.png': PICTURE }
        : {};
      return makeZip({
        ...files,
        'users.json': ['olga', 'milo'].map((id) => ({ id, team_id: 'T1', name: id, profile: { email: address(id) } })),
        'channels.json': [{ id: 'C1', name: 'general', members: ['olga', 'milo'] }],
        'emoji.json': { blob: 'emoji/blob.png' },
        'general/2025-05-05.json': said.map((one) => ({
          type: 'message',
          user: one.by,
          ts: ts(formatTime(one)),
          text: one.text,
          ...(one.isEdited && { edited: { ts: ts(getEdit(one)) } }),
          ...(one.thread && { thread_ts: ts(formatTime({ ...one, id: one.thread })) }),
          ...(isRoot({ said, hasFiles }, one) && { thread_ts: ts(formatTime(one)), reply_count: 1 }),
          ...(one.file && { files: [{ id: one.file, name: one.file }] }),
          ...(one.emoji && { reactions: [{ name: one.emoji, users: ['olga'] }] }),
        })),
      });
    },
  },
  mattermost: {
    moves: 1,
    archive({ said, hasFiles }) {
      const files: Files = hasFiles
        ? { 'data/plan.txt': 'The plan', 'data/milo.png': PICTURE, 'data/blob.png': PICTURE }
        : {};
      const post = (one: Said) => ({
        team: 'acme',
        channel: 'general',
        user: one.by,
        message: one.text,
        create_at: formatTime(one),
        ...(one.isEdited && { edit_at: getEdit(one) }),
        ...(one.file && { attachments: [{ path: one.file }] }),
        ...(one.emoji && { reactions: [{ user: 'olga', emoji_name: one.emoji }] }),
      });
      const teams = [{ name: 'acme', channels: [{ name: 'general' }] }];
      const rows = [
        { type: 'version', version: 1 },
        { type: 'emoji', emoji: { name: 'blob', image: 'blob.png' } },
        { type: 'team', team: { name: 'acme', display_name: 'Acme', type: 'O' } },
        { type: 'channel', channel: { team: 'acme', name: 'general', display_name: 'general', type: 'O' } },
        ...['olga', 'milo'].map((username) => ({
          type: 'user',
          user: {
            username,
            email: address(username),
            teams,
            ...(username === 'milo' && { profile_image: 'milo.png' }),
          },
        })),
        ...said
          .filter(({ thread }) => !thread)
          .map((one) => ({
            type: 'post',
            post: { ...post(one), replies: said.filter(({ thread }) => thread === one.id).map(post) },
          })),
      ];
      return makeZip({ ...files, 'export.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') });
    },
  },
  rocketchat: {
    moves: 1,
    archive({ said, hasFiles }) {
      const grid = (bucket: string, id: string, filename: string, content: string | Buffer): Files => ({
        [`dump/${bucket}.files.bson`]: dump({ _id: id, filename, chunkSize: 1000 }),
        [`dump/${bucket}.chunks.bson`]: dump({
          _id: `c${id}`,
          files_id: id,
          n: 0,
          data: new Binary(Buffer.from(content)),
        }),
      });
      const files: Files = hasFiles
        ? {
            ...grid('rocketchat_uploads', 'plan.txt', 'plan.txt', 'The plan'),
            ...grid('custom_emoji', 'E1', 'blob.png', PICTURE),
            ...grid('rocketchat_avatars', 'A1', 'milo', PICTURE),
            'dump/rocketchat_avatars.bson': dump({ _id: 'A1', userId: 'milo' }),
          }
        : {};
      return makeZip({
        ...files,
        'dump/users.bson': dump(
          ...['olga', 'milo'].map((name) => ({
            _id: name,
            username: name,
            name,
            emails: [{ address: address(name) }],
            roles: ['user'],
          })),
        ),
        'dump/rocketchat_room.bson': dump({ _id: 'R1', t: 'c', name: 'general' }),
        'dump/rocketchat_subscription.bson': dump(
          ...['olga', 'milo'].map((name) => ({ _id: name, rid: 'R1', u: { _id: name, username: name } })),
        ),
        'dump/rocketchat_settings.bson': dump({ _id: 'uniqueID', value: 'server-1' }),
        'dump/rocketchat_custom_emoji.bson': dump({ _id: 'E1', name: 'blob', extension: 'png', aliases: [] }),
        'dump/rocketchat_message.bson': dump(
          ...said.map((one) => ({
            _id: one.id,
            rid: 'R1',
            u: { _id: one.by, username: one.by },
            ts: new Date(formatTime(one)),
            msg: one.text,
            ...(one.isEdited && { editedAt: new Date(getEdit(one)) }),
            ...(one.thread && { tmid: one.thread }),
            ...(isRoot({ said, hasFiles }, one) && { tcount: 1 }),
            ...(one.file && { files: [{ _id: one.file, name: one.file }] }),
            ...(one.emoji && { reactions: { [`:${one.emoji}:`]: { usernames: ['olga'] } } }),
          })),
        ),
      });
    },
  },
  discord: {
    // A thread is a channel of its own there, and its first message stays where it was.
    moves: 0,
    archive({ said, hasFiles }) {
      const files: Files = hasFiles
        ? { 'all/plan.txt': 'The plan', 'all/milo.png': PICTURE, 'all/blob.png': PICTURE }
        : {};
      const author = (name: string) => ({ id: name, name, isBot: false, avatarUrl: `all/${name}.png` });
      const message = (one: Said) => ({
        id: one.id,
        type: 'Default',
        timestamp: new Date(formatTime(one)).toISOString(),
        timestampEdited: one.isEdited ? new Date(getEdit(one)).toISOString() : null,
        author: author(one.by),
        content: one.text,
        ...(one.file && { attachments: [{ id: one.file, url: `all/${one.file}`, fileName: one.file }] }),
        ...(one.emoji && {
          inlineEmojis: [{ id: '7', name: one.emoji, imageUrl: `all/${one.emoji}.png` }],
          reactions: [
            {
              emoji: { id: '7', name: one.emoji, imageUrl: `all/${one.emoji}.png` },
              count: 1,
              users: [author('olga')],
            },
          ],
        }),
      });
      const file = (channel: object, messages: Said[]) => ({
        guild: { id: '9', name: 'Acme' },
        channel,
        messages: messages.map(message),
      });
      const replies = said.filter(({ thread }) => thread);
      return makeZip({
        ...files,
        'general.json': file(
          { id: '100', type: 'GuildTextChat', name: 'general' },
          said.filter(({ thread }) => !thread),
        ),
        ...(replies.length > 0 && {
          'thread.json': file({ id: '200', type: 'GuildPublicThread', categoryId: '100', name: 'Where?' }, replies),
        }),
      });
    },
  },
};

const getOutcome = ({ effects, skipped, people, kept, report }: Imported) => ({
  effects,
  skipped,
  people,
  kept,
  report: report.map((one) => JSON.stringify(one)).sort(),
});

for (const [name, { archive, moves }] of Object.entries(PRODUCTS)) {
  const product = name as ImportProduct;

  test(`a dry run of a first and of a later archive from ${name} tells exactly what the imports do`, async () => {
    const team = new Team();
    for (const state of [EARLIER, LATER]) {
      const path = await archive(state);
      const before = rowCounts(team);
      const dry = await importInto(team, product, path, { dryRun: true });
      assert.deepEqual(rowCounts(team), before);
      const real = await importInto(team, product, path);
      assert.deepEqual(getOutcome(dry), getOutcome(real));
      if (state === EARLIER) continue;
      const { member: _, ...effects }: Imported['effects'] = { move: 0, ...real.effects };
      const all = { message: 2, edit: 5, file: 1, emoji: 1, reaction: 1, avatar: 1, link: 2, move: moves };
      assert.deepEqual(effects, all);
    }
    const again = await importInto(team, product, await archive(LATER));
    assert.deepEqual(again.effects, {});
    assert.equal(again.skipped.edit, undefined);
  });
}

test('the texts of split messages are those of the newer archive, in as many messages as it needs', async () => {
  const team = new Team();
  const { archive } = PRODUCTS.slack;
  await importInto(team, 'slack', await archive(EARLIER));
  await importInto(team, 'slack', await archive(LATER));
  const messages = await listMessages(team, address('olga'));
  for (const { id, text } of LATER.said.filter(({ isEdited }) => isEdited)) {
    const sent = formatTime({ id, by: 'olga', text }) / 1000;
    const parts = messages.filter(({ timestamp }) => timestamp === sent).map(({ content }) => content);
    assert.equal(parts.join('\n'), text, id);
  }
  const late = messages.find(({ content }) => content.startsWith('Well done'))!;
  assert.match(team.app.messages.byId(late.id)!.rendered_content, /alt=":blob:"/);
});
