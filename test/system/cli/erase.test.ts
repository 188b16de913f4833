import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createAccount,
  type Login,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const NAME = 'Zebulon Quartermain';
const ADDRESS = 'zebulon@quartermain.example';

/** Words of what the person is and has for themselves, and words of their messages and files. */
const PERSONAL = ['zebulon', 'quartermain', 'xylophonic'];
const DELETED = ['wyvern', 'kumquat', 'oxymoron'];

/** The files below a folder whose bytes or path contain one of these words, in any case. */
function filesContaining(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) return [];
    const text = `${path} ${readFileSync(path).toString('latin1')}`.toLowerCase();
    return words.filter((word) => text.includes(word)).map((word) => `${entry.name}: ${word}`);
  });
}

async function upload(url: string, who: Login, name: string, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const Authorization = `Basic ${Buffer.from(`${who.email}:${who.api_key}`).toString('base64')}`;
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { Authorization },
    body: form,
  });
  return (await response.json()) as { url: string };
}

/** A server in whose folder one person has left traces everywhere. */
async function createOrganization() {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const created = await runKlatch(['user', 'create', ADDRESS, '--name', NAME, '--json', '--data', data]);
  const zeb: Login = JSON.parse(created.stdout);
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const ask = async (who: Login, method: string, path: string, fields: Record<string, unknown>) => {
    const { reply } = await sendRequest(server.url, who, method, path, fields);
    assert.equal(reply.result, 'success', `${method} ${path}: ${reply.msg}`);
    return reply;
  };
  const quiet = { send_new_subscription_messages: false };
  await ask(ada, 'POST', '/channels/create', {
    name: 'open',
    subscribers: [ada.user_id, mia.user_id, zeb.user_id],
    ...quiet,
  });
  const send = async (who: Login, content: string) =>
    (await ask(who, 'POST', '/messages', { type: 'channel', to: 'open', topic: 'lunch', content })).id as number;
  const file = await upload(server.url, zeb, 'notes.txt', 'kumquatic content');
  const own = await send(zeb, `a wyvernal text with [notes](${file.url})`);
  await ask(zeb, 'PATCH', `/messages/${own}`, { content: `an oxymoronish wyvernal text with [notes](${file.url})` });
  const mention = await send(mia, `@**${NAME}** hello`);
  await ask(mia, 'PATCH', `/messages/${mention}`, {
    content: `@**${NAME}** and @_**${NAME}|${zeb.user_id}** at ${ADDRESS}`,
  });
  const gone = await send(mia, `gone with @**${NAME}**`);
  await ask(ada, 'DELETE', `/messages/${gone}`, {});
  const ownGone = await send(zeb, 'wyvernal and deleted');
  await ask(ada, 'DELETE', `/messages/${ownGone}`, {});
  await ask(zeb, 'POST', '/drafts', {
    drafts: [{ type: '', to: [], topic: '', content: 'a xylophonic draft', timestamp: 1 }],
  });
  await ask(zeb, 'POST', '/saved_snippets', { title: 'xylophonic', content: 'a xylophonic snippet' });
  await ask(zeb, 'POST', '/users/me/status', { status_text: 'xylophonic' });
  await ask(zeb, 'POST', '/users/me/alert_words', { alert_words: ['xylophonic'] });
  await ask(zeb, 'POST', '/register', {});
  await ask(mia, 'POST', '/register', {});
  await ask(mia, 'POST', '/messages', { type: 'direct', to: [zeb.user_id], content: `dear @**${NAME}**` });
  await ask(ada, 'POST', '/export/realm', {});
  return { data, server, zeb, own, mention, ada };
}

for (const isRunning of [true, false])
  test(`after an erasure ${isRunning ? 'beside' : 'without'} a server, no byte of the data folder tells of the person`, async () => {
    const { data, server } = await createOrganization();
    const erase = ['user', 'erase', ADDRESS, '--messages', 'delete', '--backups', 'delete', '--data', data];
    assert.notDeepEqual(filesContaining(data, PERSONAL), []);
    if (!isRunning) await server.stop();
    const { code, stderr } = await runKlatch(erase);
    assert.equal(code, 0, stderr);
    assert.deepEqual(filesContaining(data, [...PERSONAL, ...DELETED]), []);
    const backup = join(temporaryFolder(), 'backup.tar');
    const made = await runKlatch(['backup', backup, '--data', data]);
    assert.equal(made.code, 0, made.stderr);
    const restored = temporaryFolder();
    assert.equal((await runKlatch(['restore', backup, '--data', restored])).code, 0);
    assert.deepEqual(filesContaining(restored, [...PERSONAL, ...DELETED]), []);
    if (isRunning) await server.stop();
    assert.deepEqual(filesContaining(data, [...PERSONAL, ...DELETED]), []);
  });

test('an erasure that keeps messages removes everything else, and lists older backups', async () => {
  const { data, server, own, ada } = await createOrganization();
  await runKlatch(['backup', '--data', data]);
  const { code, stdout } = await runKlatch(['user', 'erase', ADDRESS, '--messages', 'keep', '--data', data]);
  assert.equal(code, 0);
  assert.match(stdout, /These older copies still contain the user[\s\S]*klatch-.*\.tar/);
  const { reply } = await sendRequest(server.url, ada, 'GET', `/messages/${own}`);
  assert.equal(reply.message.sender_full_name, 'Deleted user');
  assert.match(reply.message.content, /oxymoronish/);
  await server.stop();
  const found = filesContaining(data, PERSONAL).filter((line) => !line.startsWith('klatch-'));
  assert.deepEqual(found, []);
});

test('an erasure lists and deletes the backups in the folder of --backup-to, and nothing else there', async () => {
  const [data, place] = [temporaryFolder(), temporaryFolder()];
  await createAccount(data, 'Ada', '--owner');
  await createAccount(data, 'Mia');
  await createAccount(data, 'Nia');
  const more = ['--backup-every', '1d', '--backup-to', place];
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', ...more]);
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => server.said.stderr.includes('backup made'));
  writeFileSync(join(place, 'holiday.tar'), '');
  const erase = async (name: string, ...choice: string[]) => {
    const args = ['user', 'erase', `${name}@example.com`, '--messages', 'keep', '--json', '--data', data, ...choice];
    return JSON.parse((await runKlatch(args)).stdout);
  };
  const [name] = readdirSync(place).filter((one) => one.startsWith('klatch-'));
  assert.deepEqual((await erase('mia')).backups, [join(place, name!)]);
  assert.ok(existsSync(join(place, name!)));
  await server.stop();
  // The server remembers its folder, whatever the settings of this command are.
  const deleted = await erase('nia', '--backups', 'delete');
  assert.deepEqual([deleted.backups, deleted.backups_deleted], [[join(place, name!)], true]);
  assert.deepEqual(readdirSync(place), ['holiday.tar']);
});
