import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { BadArchive } from '../../../src/importers/archives/archive.ts';
import { Team } from '../../support/team.ts';
import { type Files, importInto, inChannel, listMessages, makeZip, newFolder } from './support.ts';

const OLGA = { id: 'U1', team_id: 'T1', name: 'olga', profile: { real_name: 'Olga', email: 'olga@acme.example' } };
const MILO = { id: 'U2', team_id: 'T1', name: 'milo', profile: { real_name: 'Milo', email: 'milo@acme.example' } };

const say = (text: string, seconds = 0) => ({
  type: 'message',
  user: 'U1',
  ts: `${1_714_550_400 + seconds}.000100`,
  text,
});

const NAMES = ['général', 'allgemein-größe', '日本語', 'общий', 'قناة'];

/** A workspace with channels whose names are not ASCII; each has one message. */
const inManyLanguages = (form: 'NFC' | 'NFD', prefix = ''): Files => ({
  [`${prefix}users.json`]: [OLGA, MILO],
  [`${prefix}channels.json`]: NAMES.map((name, at) => ({ id: `C${at}`, name, members: ['U1', 'U2'] })),
  ...Object.fromEntries(
    NAMES.map((name) => [`${prefix}${name.normalize(form)}/2024-05-01.json`, [say(`Hello ${name}`)]]),
  ),
});

/** Removes the flag that says that names are UTF-8, as Slack's and macOS's archives lack it. */
function withoutFlag(zip: string): string {
  const bytes = readFileSync(zip);
  for (const [signature, at] of [
    [Buffer.from('PK\u0003\u0004'), 6],
    [Buffer.from('PK\u0001\u0002'), 8],
  ] as const)
    for (let from = bytes.indexOf(signature); from >= 0; from = bytes.indexOf(signature, from + 4))
      bytes.writeUInt16LE(bytes.readUInt16LE(from + at) & ~0x800, from + at);
  writeFileSync(zip, bytes);
  return zip;
}

function getFolder(files: Files): string {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

test('channels with names that are not ASCII get their messages, however the archive writes the names', async () => {
  const archives = {
    'with the flag': await makeZip(inManyLanguages('NFC')),
    'without the flag': withoutFlag(await makeZip(inManyLanguages('NFC'))),
    'decomposed, without the flag': withoutFlag(await makeZip(inManyLanguages('NFD'))),
    'a folder': getFolder(inManyLanguages('NFD')),
    'a folder around everything': withoutFlag(
      await makeZip({ ...inManyLanguages('NFD', 'Acme-Export/Été/'), '__MACOSX/Acme-Export/._users.json': 'x' }),
    ),
  };
  for (const [kind, path] of Object.entries(archives)) {
    const team = new Team();
    const { report } = await importInto(team, 'slack', path);
    assert.deepEqual(report, [], kind);
    for (const name of NAMES) {
      const messages = await listMessages(team, 'olga@acme.example', inChannel(name));
      assert.deepEqual(
        messages.map(({ content }) => content),
        [`Hello ${name}`],
        kind,
      );
    }
  }
});

test('a name of a ZIP file in its old code page keeps its characters', async () => {
  const path = withoutFlag(
    await makeZip({
      'users.json': [OLGA],
      'channels.json': [{ id: 'C1', name: 'général', members: ['U1'] }],
      'gXnXral/2024-05-01.json': [say('Hello')],
    }),
  );
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf('gXnXral'); at >= 0; at = bytes.indexOf('gXnXral', at)) {
    bytes[at + 1] = 0x82;
    bytes[at + 3] = 0x82;
  }
  writeFileSync(path, bytes);
  assert.equal((await importInto(new Team(), 'slack', path)).added.message, 1);
});

test('files, emoji and pictures are found in an archive with one folder around everything', async () => {
  const files = {
    ...inManyLanguages('NFC', 'export/'),
    'export/général/2024-05-02.json': [{ ...say('Plan', 5), files: [{ id: 'F1', name: 'Übersicht.txt' }] }],
    [`export/__uploads/F1/${'Übersicht.txt'.normalize('NFD')}`]: 'First, we import.',
  };
  const { added, report } = await importInto(new Team(), 'slack', await makeZip(files));
  assert.deepEqual([added.file, report], [1, []]);
});

test('each folder with messages that no conversation claims is reported with their number', async () => {
  const files = {
    'users.json': [OLGA],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
    'general/2024-05-01.json': [say('Hello')],
    'lost/2024-05-01.json': [say('Nobody'), say('knows', 1)],
    'lost/2024-05-02.json': [say('me', 2)],
    'FC:F06AAA:Plan/2024-05-01.json': [say('Nice canvas')],
    'other/settings.json': { theme: 'dark' },
  };
  const { added, report, skipped } = await importInto(new Team(), 'slack', await makeZip(files));
  assert.equal(added.message, 1);
  assert.deepEqual(report.map(({ kind, origin }) => [kind, origin]).sort(), [
    ['folder', 'FC:F06AAA:Plan/'],
    ['folder', 'lost/'],
  ]);
  assert.match(report.find(({ origin }) => origin === 'lost/')!.reason, /3 messages/);
  assert.match(report.find(({ origin }) => origin !== 'lost/')!.reason, /comments on a canvas/);
  assert.deepEqual(skipped, { folder: 2 });
});

test('an archive of whose messages none can be imported is rejected', async () => {
  const files = { 'users.json': [OLGA], 'channels.json': [], 'lost/2024-05-01.json': [say('Hello')] };
  await assert.rejects(importInto(new Team(), 'slack', await makeZip(files)), (error: Error) => {
    assert(error instanceof BadArchive);
    assert.match(error.message, /none of its messages/);
    return true;
  });
});

test('a folder of messages belongs to one conversation, and a folder can have the id of its conversation', async () => {
  const files = {
    'users.json': [OLGA, MILO],
    'channels.json': [{ id: 'C1', name: 'plans', members: ['U1', 'U2'] }],
    'groups.json': [{ id: 'G1', name: 'plans', members: ['U1'] }],
    'plans/2024-05-01.json': [say('For all')],
    'G1/2024-05-01.json': [say('For Olga')],
  };
  const team = new Team();
  await importInto(team, 'slack', await makeZip(files));
  const read = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  assert.deepEqual(await read('olga@acme.example'), ['For all', 'For Olga']);
  assert.deepEqual(await read('milo@acme.example'), ['For all']);
});

test('group messages that an old archive lists among the private channels are group messages', async () => {
  const name = 'mpdm-olga--milo-1';
  for (const more of [{ is_mpim: true }, {}]) {
    const team = new Team();
    const files = {
      'users.json': [OLGA, MILO],
      'channels.json': [],
      'groups.json': [{ id: 'G1', name, members: ['U1', 'U2'], ...more }],
      [`${name}/2024-05-01.json`]: [say('The two of us')],
    };
    await importInto(team, 'slack', await makeZip(files));
    assert.equal(team.app.channels.named(name), undefined);
    const messages = await listMessages(team, 'milo@acme.example', [{ operator: 'is', operand: 'dm' }]);
    assert.deepEqual(
      messages.map(({ content }) => content),
      ['The two of us'],
    );
  }
});
