import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runKlatch, temporaryFolder } from '../../support/process.ts';

/** A small Slack workspace, unpacked. */
function workspace(): string {
  const archive = temporaryFolder();
  const write = (name: string, value: unknown) => writeFileSync(join(archive, name), JSON.stringify(value));
  write('users.json', [
    { id: 'U1', team_id: 'T1', is_owner: true, profile: { real_name: 'Olga', email: 'o@acme.example' } },
  ]);
  write('channels.json', [{ id: 'C1', name: 'general', members: ['U1'] }]);
  mkdirSync(join(archive, 'general'));
  write('general/2024-05-01.json', [
    { type: 'message', user: 'U1', ts: '1714550400.000100', text: 'Hello' },
    { type: 'message', subtype: 'channel_join', user: 'U1', ts: '1714550401.000100', text: 'joined' },
  ]);
  return archive;
}

test('klatch import fills a new data folder, adds nothing the second time, and klatch export takes it all out', async () => {
  const data = join(temporaryFolder(), 'data');
  const results = temporaryFolder();
  const archive = workspace();
  const report = join(results, 'report.jsonl');
  const options = ['--data', data, '--json', '--report', report];

  const dry = await runKlatch(['import', 'slack', archive, '--dry-run', ...options]);
  assert.equal(dry.code, 0, dry.stderr);
  assert.deepEqual(JSON.parse(dry.stdout).plan.messages, { total: 1, new: 1 });
  assert(!existsSync(join(data, 'klatch.db')));

  const first = await runKlatch(['import', 'slack', archive, ...options]);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(JSON.parse(first.stdout).added.message, 1);
  assert.equal(JSON.parse(first.stdout).report, report);
  const second = await runKlatch(['import', 'slack', archive, ...options]);
  assert.deepEqual(JSON.parse(second.stdout).added, {});

  const exported = join(results, 'acme.zip');
  const out = await runKlatch(['export', exported, '--full', '--data', data, '--json']);
  assert.equal(out.code, 0, out.stderr);
  assert.equal(JSON.parse(out.stdout).messages, 1);
  assert.deepEqual(readdirSync(results).sort(), ['acme.zip', 'report.jsonl']);
  const again = await runKlatch(['export', exported, '--data', data]);
  assert.notEqual(again.code, 0);
  assert.match(again.stderr, /exists already/);
});

test('klatch import prints what it added, besides what was new in the archive', async () => {
  const data = join(temporaryFolder(), 'data');
  const archive = workspace();
  const lost = {
    type: 'message',
    user: 'U1',
    ts: '1714636800.000100',
    text: 'See',
    files: [{ id: 'F1', name: 'a.txt' }],
  };
  writeFileSync(join(archive, 'general/2024-05-02.json'), JSON.stringify([lost]));
  const { stdout, stderr } = await runKlatch(['import', 'slack', archive, '--data', data, '--report', `${data}.jsonl`]);
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
  assert.deepEqual(rows[0], ['', 'IN THE ARCHIVE', 'NEW', 'ADDED']);
  assert.deepEqual(
    rows.find(([name]) => name === 'messages'),
    ['messages', '2', '2', '2'],
  );
  assert.deepEqual(
    rows.find(([name]) => name === 'files'),
    ['files', '1', '1', '0'],
  );
  assert.match(stderr, /^Added 1 membership$/m);
  assert.match(stderr, /^2 records are left out \(message: 1, file: 1\)/m);
});
