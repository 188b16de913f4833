import assert from 'node:assert/strict';
import { chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { program } from '../../../src/cli/program.ts';
import { startDirectory } from '../../support/directory.ts';
import { png } from '../../support/images.ts';
import { runKlatch, startCommand, startServer, temporaryFolder } from '../../support/process.ts';
import { RegisteringPushService } from '../../support/push-service.ts';
import { waitUntil } from '../../support/until.ts';

// A service runs as a user of its own, and root runs the commands, as with klatch.service.

const SERVICE = 54321;
const asService = ['setpriv', `--reuid=${SERVICE}`, `--regid=${SERVICE}`, '--clear-groups'];
const onlyRoot = { skip: process.getuid?.() === 0 ? false : 'only root can act as two users' };

/** A folder of the service. */
function serviceFolder(): string {
  const folder = temporaryFolder();
  chownSync(folder, SERVICE, SERVICE);
  return folder;
}

/** What is in the folder and does not belong to the service. */
const foreignIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => {
      const found = lstatSync(join(folder, name));
      return found.uid !== SERVICE || found.gid !== SERVICE;
    });

/** A small Slack workspace with a file. */
function workspace(): string {
  const archive = temporaryFolder();
  const write = (name: string, value: unknown) => writeFileSync(join(archive, name), JSON.stringify(value));
  write('users.json', [{ id: 'U1', team_id: 'T1', profile: { real_name: 'Olga', email: 'olga@example.com' } }]);
  write('channels.json', [{ id: 'C1', name: 'imported', members: ['U1'] }]);
  for (const name of ['imported', '__uploads', '__uploads/F1']) mkdirSync(join(archive, name));
  writeFileSync(join(archive, '__uploads/F1/notes.txt'), 'notes');
  const files = [
    { id: 'F1', name: 'notes.txt', title: 'notes', size: 5, url_private: 'https://files.slack.com/notes' },
  ];
  write('imported/2024-05-01.json', [{ type: 'message', user: 'U1', ts: '1714550400.000100', text: 'Hello', files }]);
  return archive;
}

/** The commands that can write into the data folder or klatch.toml, in an order in which they succeed. */
async function writingCommands(data: string): Promise<string[][]> {
  const files = temporaryFolder();
  const picture = join(files, 'pear.png');
  writeFileSync(picture, await png());
  const people = join(files, 'people.csv');
  writeFileSync(people, 'email,name\nivy@example.com,Ivy\n');
  writeFileSync(join(files, 'mail.eml'), 'From: ada@example.com\r\nTo: a@example.com\r\n\r\nHello');
  const template = join(files, 'backups.txt');
  writeFileSync(template, 'topic: Backups\ntext: {{ job }}');
  const payload = join(files, 'payload.json');
  writeFileSync(payload, '{"job":"nightly"}');
  const outline = '<outline text="A" xmlUrl="https://feeds.invalid/a"/>';
  writeFileSync(join(files, 'feeds.opml'), `<opml version="2.0"><body>${outline}</body></opml>`);
  const backup = join(files, 'klatch.tar');
  const ada = 'ada@example.com';
  const bob = 'bob@example.com';
  return [
    ['user create', '--owner', '--name', 'Ada', ada],
    ['user create', '--name', 'Bob', bob],
    ['user api-key', bob, '--new'],
    ['user login-link', bob],
    ['user passwd', bob, '--password', 'a long sentence of pears'],
    ['user reset-second-factor', bob],
    ['user role', bob, 'moderator'],
    ['user deactivate', bob],
    ['user reactivate', bob],
    ['user allow-email-changes', ada],
    ['user import', people],
    ['user export', bob, join(files, 'bob.zip')],
    ['invite create'],
    ['invite create', 'carl@example.com'],
    ['channel create', 'pears'],
    ['channel create', 'apples'],
    ['channel archive', 'pears'],
    ['channel restore', 'pears'],
    ['channel merge', 'apples', 'pears'],
    ['group create', 'testers'],
    ['emoji add', 'pear_tree', picture],
    ['bot create', 'helper', '--type', 'incoming'],
    ['bot limit', 'helper', '--channels', 'pears'],
    ['webhook create', 'github', '--bot', 'helper'],
    ['bot create', 'weather', '--type', 'outgoing', '--url', 'http://127.0.0.1:9/'],
    ['webhook-template set', 'Backups', template],
    ['webhook-template test', template, payload],
    ['webhook-template delete', 'Backups'],
    ['slash-command add', 'weather', '--bot', 'weather'],
    ['slash-command remove', 'weather'],
    ['feed import', join(files, 'feeds.opml'), '--bot', 'helper', '--channel', 'pears'],
    ['feed remove', '1'],
    ['import', 'slack', workspace(), '--report', join(files, 'report.jsonl')],
    ['export', join(files, 'all.zip'), '--full'],
    ['mail test', ada],
    ['mail simulate', join(files, 'mail.eml')],
    ['push register', '--service', await new RegisteringPushService().url, '--agree-to-terms'],
    ['push unregister', '--only-here'],
    ['ldap check', ada],
    ['ldap sync'],
    ['mail send', 'Hello', '--subject', 'Hello', '--everyone'],
    ['organization reactivate'],
    ['organization set', 'name', 'Pears'],
    ['reload-clients'],
    ['config set', 'log-level', 'warn'],
    ['config unset', 'log-level'],
    ['backup create'],
    ['backup create', backup],
    ['backup list'],
    ['backup test'],
    ['files move', join(data, '../files')],
    ['files move', 'data'],
    ['check', '--repair'],
    ['doctor'],
    ['sql', 'SELECT 1'],
    ['user erase', bob, '--messages', 'keep'],
    ['restore', backup],
    ['check'],
  ];
}

/** They write nothing there, need a running server, or are for many organizations (organizations.test.ts). */
const OTHERS =
  /^(serve|dev|send|tail|mcp|healthcheck|upgrade|install|uninstall|openapi|licenses|version|completion|help|webhook (list|revoke|url)|feed (add|list)|slash-command list|webhook-template (list|show)|cluster .*|config (show|get|validate)|(user|invite|channel|group|emoji|bot) list|audit|stats|message deleted|mail (waiting|failed|retry|status)|push status|user (claim|unlink|sign-out)|bot token|invite revoke|message restore|organization (show|get|create|list|suspend|resume|move|receive|remove))$/;

function listNames(of: Command, path: readonly string[] = []): string[] {
  if (of.commands.length === 0) return [path.join(' ')];
  return of.commands.flatMap((one) => listNames(one, [...path, one.name()]));
}

test('what root’s commands create in the folder of a service belongs to the service', onlyRoot, async () => {
  const place = serviceFolder();
  const data = join(place, 'data');
  const commands = await writingCommands(data);
  const tried = commands.map(([name]) => name!);
  assert.deepEqual(
    listNames(program()).filter((name) => !tried.includes(name) && !OTHERS.test(name)),
    [],
    'say in this test whether these commands write',
  );
  // Other places that the service writes to.
  mkdirSync(data);
  const { settings } = await startDirectory([
    { uid: 'ada', password: 'pears', attributes: { mail: 'ada@example.com', cn: 'Ada', entryuuid: 'id-ada' } },
  ]);
  const ldap = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  writeFileSync(
    join(data, 'klatch.toml'),
    `outbox = "${place}/outbox"\naudit-file = "${place}/audit.jsonl"\n[ldap]\n${ldap.join('')}`,
  );
  for (const name of ['data', 'data/klatch.toml']) chownSync(join(place, name), SERVICE, SERVICE);
  for (const [name, ...args] of commands) {
    const { code, stderr } = await runKlatch([...name!.split(' '), ...args, '--data', data]);
    assert.equal(code, 0, `${name}: ${stderr}`);
    assert.deepEqual(foreignIn(place), [], `${name} leaves files of root`);
  }
});

test('a service starts and stores files after root’s commands on its folder', onlyRoot, async () => {
  const data = serviceFolder();
  const picture = join(temporaryFolder(), 'pear.png');
  writeFileSync(picture, await png());
  const asRoot = async (...args: string[]) => {
    const { code, stdout, stderr } = await runKlatch([...args, '--data', data]);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const ada = JSON.parse(await asRoot('user', 'create', '--owner', '--name', 'Ada', '--json', 'ada@example.com'));
  await asRoot('emoji', 'add', 'pear_tree', picture);
  await asRoot('config', 'set', 'log-level', 'warn');
  await asRoot('restore', await asRoot('backup'));
  const server = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0'], { wrapper: asService });
  const send = async () => {
    const form = new FormData();
    form.set('file', new Blob(['text']), 'a.txt');
    const headers = { Authorization: `Basic ${btoa(`${ada.email}:${ada.api_key}`)}` };
    return (await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form })).status;
  };
  // Each upload gets one of 256 folders, by chance.
  for (let count = 0; count < 20; count++) assert.equal(await send(), 200);
  await asRoot('emoji', 'add', 'other_tree', picture);
  const report = join(temporaryFolder(), 'report.jsonl');
  const imported = JSON.parse(await asRoot('import', 'slack', workspace(), '--report', report, '--json'));
  assert.equal(imported.added.file, 1);
  await asRoot('backup');
  await asRoot('config', 'set', 'log-level', 'info');
  assert.deepEqual(foreignIn(data), []);
  assert.equal((await server.stop()).code, 0);
});

test('a service cannot take over the folder while a command of root uses it', onlyRoot, async () => {
  const data = serviceFolder();
  await runKlatch(['user', 'create', '--owner', 'ada@example.com', '--data', data]);
  const root = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0']);
  const second = await runKlatch(['serve', '--data', data, '--listen', '127.0.0.1:0'], { wrapper: asService });
  assert.equal(second.code, 3, second.stderr);
  await root.stop('SIGKILL');
  const next = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0'], { wrapper: asService });
  assert.equal((await next.stop()).code, 0);
});

test('a command of root that is stopped leaves nothing that the service cannot read', onlyRoot, async () => {
  const data = serviceFolder();
  await runKlatch(['user', 'create', '--owner', 'ada@example.com', '--data', data]);
  const session = startCommand(['import', 'slack', workspace(), '--data', data]);
  await waitUntil(() => readdirSync(data).includes('klatch.lock'));
  await session.stop('SIGINT');
  assert.deepEqual(foreignIn(data), []);
});

test('giving files to a service follows no link out of its folder', onlyRoot, async () => {
  const data = serviceFolder();
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'secret'), '');
  for (const name of ['uploads', 'link']) symlinkSync(elsewhere, join(data, name));
  await runKlatch(['user', 'create', '--owner', 'ada@example.com', '--data', data]);
  await runKlatch(['check', '--repair', '--data', data]);
  assert.equal(lstatSync(join(elsewhere, 'secret')).uid, 0);
  assert.equal(lstatSync(elsewhere).uid, 0);
});
