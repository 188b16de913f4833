import assert from 'node:assert/strict';
import { createWriteStream, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serialize } from 'bson';
import { type Header, pack } from 'tar-stream';
import yazl from 'yazl';
import { BadArchive } from '../../../src/importers/archives/archive.ts';
import { openArchive } from '../../../src/importers/archives/open.ts';
import { FileFetcher, MissingFile } from '../../../src/importers/files.ts';
import { jsonElements } from '../../../src/importers/json-elements.ts';
import { readLines } from '../../../src/importers/lines.ts';
import { Team } from '../../support/team.ts';
import { importInto, makeZip, newFolder, rowCounts } from './support.ts';

/** The end of a part in an archive of MongoDB. */
const END = Buffer.from([0xff, 0xff, 0xff, 0xff]);

/** A ZIP file in which a path was replaced by one of the same length. */
async function zipWithPath(path: string): Promise<string> {
  const given = 'x'.repeat(path.length);
  const file = await makeZip({ [given]: 'content', 'users.json': [] });
  writeFileSync(file, readFileSync(file).toString('latin1').replaceAll(given, path), 'latin1');
  return file;
}

test('an archive with a path that leads out of it is rejected, and nothing is written', async () => {
  const team = new Team();
  const before = rowCounts(team);
  for (const path of ['../../etc/passwd', '/etc/cron.d/x', 'a/../../b', '..\\..\\windows'])
    await assert.rejects(importInto(team, 'slack', await zipWithPath(path)), BadArchive);
  assert.deepEqual(rowCounts(team), before);
});

test('a zip bomb is rejected', async () => {
  const bomb = await makeZip({ 'users.json': Buffer.alloc(80 * 2 ** 20, 0x20) });
  await assert.rejects(openArchive(bomb, newFolder), (error: Error) => {
    assert(error instanceof BadArchive);
    assert.match(error.message, /users\.json unpacks to \d+ bytes/);
    return true;
  });
});

/** Writes a tar file, compressed unless the name says otherwise, with these entries. */
async function makeTar(name: string, ...entries: (Partial<Header> & { name: string; content?: Buffer })[]) {
  const tar = pack();
  for (const { content, ...header } of entries) tar.entry(header as Header, content ?? Buffer.alloc(0));
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  const path = join(newFolder(), name);
  writeFileSync(path, name.endsWith('.tar') ? Buffer.concat(parts) : gzipSync(Buffer.concat(parts)));
  return path;
}

test('an archive of any kind that unpacks to suspiciously much is rejected before it fills the disk', async () => {
  const blanks = Buffer.alloc(90 * 2 ** 20, 0x20);
  const half = blanks.subarray(0, 45 * 2 ** 20);
  const folder = newFolder();
  const write = (name: string, content: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, gzipSync(content));
    return path;
  };
  const mongo = Buffer.concat([Buffer.from([0x6d, 0xe2, 0x99, 0x81]), serialize({ version: '0.1' }), END]);
  const document = serialize({ blanks: blanks.subarray(0, 15 * 2 ** 20) });
  const bombs = {
    'one file in a tar file': await makeTar('a.tar.gz', { name: 'users.json', content: blanks }),
    'two files in a tar file': await makeTar('a.tgz', { name: 'a', content: half }, { name: 'b', content: half }),
    'an ignored entry of a tar file': await makeTar(
      'b.tgz',
      { name: 'x', type: 'fifo', size: 0 },
      { name: 'b', content: blanks },
    ),
    'two files in a ZIP file': await makeZip({ 'a.json': half, 'b.json': half }),
    'lines with gzip': write('export.jsonl.gz', blanks),
    'a dump in one file': write(
      'dump.archive.gz',
      Buffer.concat([mongo, serialize({ db: 'x', collection: 'users' }), ...Array(7).fill(document), END]),
    ),
  };
  for (const [what, path] of Object.entries(bombs))
    await assert.rejects(
      async () => {
        const archive = await openArchive(path, newFolder);
        for (const name of archive.names) for await (const _ of await archive.open(name));
      },
      (error: Error) => {
        assert(error instanceof BadArchive, `${what}: ${error.message}`);
        assert.match(error.message, /unpacks to \d+ bytes/, what);
        return true;
      },
      what,
    );
});

test('a tar file with a path that leads out of it is rejected, and links in it are ignored', async () => {
  for (const name of ['../x', '/etc/x', 'a/../../x', 'C:\\x', '..\\x'])
    await assert.rejects(openArchive(await makeTar('a.tar', { name }), newFolder), BadArchive, name);
  const archive = await openArchive(
    await makeTar(
      'a.tar',
      { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard', type: 'link', linkname: '/etc/passwd' },
      { name: 'win\\dows.json', content: Buffer.from('[]') },
      { name: './real', content: Buffer.from('x') },
    ),
    newFolder,
  );
  assert.deepEqual(archive.names, ['real', 'win/dows.json']);
});

test('links in a ZIP file are ignored', async () => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('/etc/passwd'), 'link', { mode: 0o120777 });
  zip.addBuffer(Buffer.from('x'), 'real');
  zip.end();
  const path = join(newFolder(), 'a.zip');
  await finished(zip.outputStream.pipe(createWriteStream(path)));
  assert.deepEqual((await openArchive(path, newFolder)).names, ['real']);
});

test('a file that is no ZIP file, and an archive of something else, are rejected with a clear error', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.zip'), 'not a ZIP file');
  await assert.rejects(openArchive(join(folder, 'a.zip'), newFolder), /no readable ZIP file/);
  const photos = await makeZip({ 'holiday.jpg': 'x' });
  await assert.rejects(importInto(new Team(), 'slack', photos), /no export from Slack/);
});

test('links in an unpacked archive are not followed', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'real'), 'x');
  symlinkSync('/etc/passwd', join(folder, 'passwd'));
  const archive = await openArchive(folder, newFolder);
  assert.deepEqual(archive.names, ['inner/real']);
});

test('an endless element, broken JSON and a file that ends early are named, and the rest is imported', async () => {
  const user = { id: 'U1', team_id: 'T1', name: 'olga', profile: { real_name: 'Olga', email: 'olga@acme.example' } };
  const message = { type: 'message', user: 'U1', ts: '1714550400.000100' };
  const path = await makeZip({
    'users.json': [user],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
    'general/2024-05-01.json': `[${JSON.stringify({ ...message, text: 'good' })}, {broken}, ${JSON.stringify({
      ...message,
      ts: '1714550401.000100',
      text: Array.from({ length: 2 * 2 ** 20 }, (_, at) => String(at * 7919)).join(' '),
    })}]`,
    'general/2024-05-02.json': `[${JSON.stringify({ ...message, ts: '1714550402.000100', text: 'also good' })},{"te`,
    'general/2024-05-03.json': 'nothing like JSON',
  });
  const { added, report } = await importInto(new Team(), 'slack', path);
  assert.equal(added.message, 2);
  const places = report.map(({ origin }) => origin);
  assert.deepEqual(places.sort(), [
    'general/2024-05-01.json, element 2',
    'general/2024-05-01.json, element 3',
    'general/2024-05-02.json',
    'general/2024-05-03.json',
  ]);
});

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test('JSON is split the same way however its bytes arrive', async () => {
  const value = {
    realm: { name: 'a "b" [c] \\' },
    list: [1, 'two, ]', { three: [3, {}] }, null, true],
    empty: [],
    n: -1.5,
  };
  const text = ` ${JSON.stringify(value, null, 1)}\n`;
  for (const size of [1, 2, 3, 7, 1000]) {
    const found: Record<string, unknown> = {};
    for await (const { key, index, text: part } of jsonElements(inPieces(text, size), 1000))
      if (index === null) found[key] = JSON.parse(part!);
      else found[key] = [...((found[key] as unknown[]) ?? []), JSON.parse(part!)];
    assert.deepEqual({ ...found, empty: [] }, value);
  }
});

test('a line that is too long is not kept, and the next one is', async () => {
  const lines = [];
  for await (const line of readLines(inPieces(`short\n${'x'.repeat(100)}\r\nlast`, 7), 10)) lines.push(line);
  assert.deepEqual(lines, [
    { number: 1, text: 'short' },
    { number: 2, text: undefined },
    { number: 3, text: 'last' },
  ]);
});

test('files are fetched only from the addresses of the product', async () => {
  const folder = newFolder();
  const archive = await openArchive(folder, newFolder);
  const files = new FileFetcher({
    archive,
    folder,
    largest: 1000,
    downloads: { isAllowed: ({ hostname }) => hostname === 'files.slack.com', getsToken: () => true },
  });
  for (const url of ['http://127.0.0.1:9/x', 'https://169.254.169.254/', 'file:///etc/passwd', 'no address'])
    await assert.rejects(files.fetch({ url }), (error: Error) => {
      assert(error instanceof MissingFile);
      assert.match(error.message, /is not fetched/);
      return true;
    });
});

test('a token is sent only to the server that wants it, also after a redirect', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? 'no token'}`);
    if (request.url === '/file') response.writeHead(302, { location: `http://localhost:${port}/cdn` }).end();
    else if (request.url === '/outside') response.writeHead(302, { location: `http://127.0.0.2:${port}/secret` }).end();
    else response.end('The file');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  after(() => server.close());
  const folder = newFolder();
  const files = new FileFetcher({
    archive: await openArchive(folder, newFolder),
    folder,
    largest: 8,
    downloads: {
      token: 'xoxp-1',
      isAllowed: ({ hostname }) => hostname === '127.0.0.1' || hostname === 'localhost',
      getsToken: ({ hostname }) => hostname === '127.0.0.1',
    },
  });
  const { stored } = await files.fetch({ url: `http://127.0.0.1:${port}/file` });
  assert.equal(readFileSync(join(folder, stored!), 'utf8'), 'The file');
  await assert.rejects(files.fetch({ url: `http://127.0.0.1:${port}/outside` }), /no address of the product/);
  assert.deepEqual(seen, ['/file Bearer xoxp-1', '/cdn no token', '/outside Bearer xoxp-1']);
});

test('archives of every product may have a folder around everything', async () => {
  const around = async (files: Record<string, unknown>) =>
    makeZip(Object.fromEntries(Object.entries(files).map(([name, content]) => [`My export/2024/${name}`, content])));
  const user = { type: 'user', user: { username: 'olga', email: 'olga@acme.example' } };
  const channel = { type: 'channel', channel: { team: 'acme', name: 'general', type: 'O' } };
  const post = {
    team: 'acme',
    channel: 'general',
    user: 'olga',
    message: '> quoted\nanswer',
    create_at: 1_714_550_400_000,
  };
  const attached = { ...post, attachments: [{ path: 'files/plan.txt' }] };
  const lines = [{ type: 'version', version: 1 }, user, channel, { type: 'post', post: attached }];
  const team = new Team();
  const path = await around({
    'import.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
    'data/files/plan.txt': 'First, we import.',
  });
  const { added } = await importInto(team, 'mattermost', path, { publicChannels: true });
  assert.deepEqual([added.message, added.file], [1, 1]);
  const discord = {
    guild: { id: '1', name: 'Acme' },
    channel: { id: '2', type: 'GuildTextChat', name: 'general' },
    messages: [
      {
        id: '3',
        type: 'Default',
        timestamp: '2024-05-01T08:00:00+00:00',
        content: '> quoted\nanswer',
        author: { id: '4', name: 'olga' },
      },
    ],
  };
  const other = new Team();
  const found = await around({ 'general.json': discord, 'readme.txt': 'x' });
  assert.equal((await importInto(other, 'discord', found, { publicChannels: true })).added.message, 1);
  for (const { app } of [team, other]) {
    const contents = app.db.column<string>('SELECT content FROM message ORDER BY id')();
    assert.match(contents.at(-1)!, /^> quoted\n\nanswer/);
  }
});
