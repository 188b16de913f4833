/**
 * `node scripts/store-backup.ts NAME [ROOT]` creates a data folder with some of everything, backs it up and stores the
 * backup as test/system/upgrades/stored/NAME.tar. test/system/upgrades/stored.test.ts upgrades it. Run it for each
 * release, so that the tests upgrade databases of that release forever. ROOT is a checkout of another version with its
 * node_modules (default: this one).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [name, root = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);
if (!name) throw new Error('Usage: node scripts/store-backup.ts NAME [ROOT]');
const stored = fileURLToPath(new URL('../test/system/upgrades/stored/', import.meta.url));
const program = join(resolve(root), 'scripts/start.mjs');
const data = mkdtempSync(join(tmpdir(), 'klatch-store-'));
const options = { cwd: tmpdir(), encoding: 'utf8' as const };
const klatch = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args, '--data', data], options);

interface Account {
  user_id: number;
  email: string;
  api_key: string;
}

const account = (person: string, ...more: string[]): Account =>
  JSON.parse(
    klatch('user', 'create', `${person.toLowerCase()}@example.com`, '--name', person, '--json', ...more),
  ) as Account;

const ada = account('Ada', '--owner');
const mia = account('Mia');
const max = account('Max');
klatch('user', 'login-link', max.email);
const server = spawn(process.execPath, [program, 'serve', '--data', data, '--listen', '127.0.0.1:0'], {
  cwd: tmpdir(),
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await getUrl(server);
  await fill(url);
} finally {
  const ended = new Promise((done) => server.once('close', done));
  server.kill('SIGTERM');
  await ended;
}
mkdirSync(stored, { recursive: true });
const path = join(stored, `${name}.tar`);
rmSync(path, { force: true });
klatch('backup', path);
rmSync(data, { recursive: true, force: true });
console.log(`${path}, ${Math.round(statSync(path).size / 1024)} KiB`);

function getUrl(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((found, failed) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, url] = /^listening on (http:\S+)$/m.exec(said) ?? [];
      if (url) found(url);
    });
    child.once('close', () => failed(new Error('The server ended')));
  });
}

/** What a request returns. */
type Ask = (who: Account, method: string, path: string, fields?: Record<string, unknown> | FormData) => Promise<Answer>;

/** The fields of replies that later requests need. */
interface Answer {
  msg?: string;
  id: number;
  user_id: number;
  api_key: string;
  stream_id?: number;
  channel_folder_id?: number;
  url: string;
  user_groups: { id: number; name: string }[];
  members: { user_id: number; email: string }[];
}

/** Uses the API as clients do. Reports and skips what another version does not have. */
async function fill(url: string): Promise<void> {
  const ask: Ask = async (who, method, path, fields = {}) => {
    const isForm = fields instanceof FormData;
    const form = isForm ? fields : new URLSearchParams(Object.entries(fields).map(toField));
    const headers = { Authorization: `Basic ${Buffer.from(`${who.email}:${who.api_key}`).toString('base64')}` };
    const reply = await fetch(`${url}/api/v1${path}`, { method, headers, ...(method !== 'GET' && { body: form }) });
    const answer = (await reply.json()) as Answer;
    if (!reply.ok) console.log(`${method} ${path}: ${answer.msg}`);
    return answer;
  };

  await setUpOrganization(ask);
  const { design, secret } = await createChannels(ask);
  await createGroups(ask);
  const messages = await sendMessages(ask, design, secret);
  await useMessages(ask, messages);
  await addPersonalObjects(ask, design, messages.second);
  await addBot(ask);
  await inviteAndExport(ask, design);
}

function fileForm(type: string, content: BlobPart, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return form;
}

async function setUpOrganization(ask: Ask): Promise<void> {
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  );

  await ask(ada, 'PATCH', '/realm', { name: 'Stored', description: 'An organization of an older version' });
  await ask(ada, 'POST', '/realm/domains', { domain: 'example.com', allow_subdomains: true });
  await ask(ada, 'POST', '/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  await ask(ada, 'POST', '/realm/playgrounds', {
    name: 'Play',
    pygments_language: 'Python',
    url_template: 'https://example.com/{code}',
  });
  const field = { name: 'Town', field_type: 1, hint: 'Where you live' };
  const { id: town } = await ask(ada, 'POST', '/realm/profile_fields', field);
  await ask(mia, 'PATCH', '/users/me/profile_data', { data: [{ id: town, value: 'Ulm' }] });
  await ask(ada, 'POST', '/realm/emoji/party_dot', fileForm('image/png', dot, 'dot.png'));
  await ask(mia, 'POST', '/users/me/avatar', fileForm('image/png', dot, 'mia.png'));
}

async function createChannels(ask: Ask): Promise<{ design: number; secret: number | undefined }> {
  const { channel_folder_id: folder } = await ask(ada, 'POST', '/channel_folders/create', {
    name: 'Work',
    description: 'At work',
  });
  const all = [ada.user_id, mia.user_id, max.user_id];
  await ask(ada, 'POST', '/channels/create', {
    name: 'design',
    subscribers: all,
    ...(folder && { folder_id: folder }),
  });
  const closed = { name: 'secret', subscribers: [ada.user_id, mia.user_id], invite_only: true };
  const { id: secret } = await ask(ada, 'POST', '/channels/create', closed);
  const design = (await ask(ada, 'GET', '/get_stream_id?stream=design')).stream_id!;
  await ask(ada, 'POST', '/default_streams', { stream_id: design });
  await ask(ada, 'POST', '/channels/create', { name: 'making', subscribers: [ada.user_id] });
  await ask(ada, 'POST', '/default_stream_groups/create', {
    group_name: 'Makers',
    description: 'Who makes things',
    stream_names: ['making'],
  });
  return { design, secret };
}

async function createGroups(ask: Ask): Promise<void> {
  const group = { name: 'makers', description: 'Makers', members: [mia.user_id], subgroups: [] };
  await ask(ada, 'POST', '/user_groups/create', group);
  const { user_groups: groups } = await ask(ada, 'GET', '/user_groups');
  const makers = groups.find((one) => one.name === 'makers')!.id;
  await ask(ada, 'POST', '/user_groups/create', { ...group, name: 'everybody', subgroups: [makers] });
}

interface Sent {
  first: number;
  second: number;
  /** A direct message. */
  between: number;
}

async function sendMessages(ask: Ask, design: number, secret: number | undefined): Promise<Sent> {
  const send = async (who: Account, topic: string, content: string, more: object = {}): Promise<number> =>
    (await ask(who, 'POST', '/messages', { type: 'channel', to: design, topic, content, ...more })).id;
  const { url: notes } = await ask(mia, 'POST', '/user_uploads', fileForm('text/plain', 'Notes of Mia', 'notes.txt'));
  const first = await send(ada, 'plans', 'Where do we **begin**? See #12');
  const second = await send(mia, 'plans', `@**Ada** here are my [notes](${notes}) 🎉`);
  await send(mia, 'plans', '/poll Lunch?\nPizza\nSoup', { queue_id: 'stored:1', local_id: '1.1' });
  await send(max, 'greetings', 'Grüße aus Köln, ça va? https://example.com/page');
  for (let count = 1; count <= 30; count++) await send(count % 2 ? ada : mia, 'talk', `Message ${count} about apples`);
  const direct = { type: 'direct', to: [mia.user_id], content: 'Between us @**Mia**' };
  const { id: between } = await ask(ada, 'POST', '/messages', direct);
  await ask(max, 'POST', '/messages', { ...direct, to: [ada.user_id, mia.user_id] });
  const gone = await send(mia, 'gone', 'This one is deleted');
  await ask(ada, 'DELETE', `/messages/${gone}`);
  await ask(ada, 'PATCH', `/messages/${first}`, { content: 'Where do we *begin*?' });
  const moved = await send(mia, 'moved', 'This one moves');
  await ask(ada, 'PATCH', `/messages/${moved}`, { stream_id: secret ?? design, topic: 'arrived' });
  return { first, second, between };
}

async function useMessages(ask: Ask, { first, second, between }: Sent): Promise<void> {
  await ask(max, 'POST', `/messages/${second}/reactions`, { emoji_name: 'tada' });
  await ask(ada, 'POST', `/messages/${second}/reactions`, { emoji_name: 'party_dot' });
  await ask(ada, 'POST', '/messages/flags', { messages: [second], op: 'add', flag: 'starred' });
  await ask(mia, 'POST', '/messages/flags', { messages: [first, between], op: 'add', flag: 'read' });
}

async function addPersonalObjects(ask: Ask, design: number, message: number): Promise<void> {
  const topic = { stream_id: design, topic: 'plans', visibility_policy: 3 };
  await ask(mia, 'POST', '/user_topics', topic);
  await ask(mia, 'POST', '/saved_snippets', { title: 'Hello', content: 'Hello, everybody' });
  await ask(mia, 'POST', '/navigation_views', { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Words' });
  const draft = { type: 'stream', to: [design], topic: 'plans', content: 'Unfinished', timestamp: 1 };
  await ask(mia, 'POST', '/drafts', { drafts: [draft] });
  await ask(mia, 'POST', '/users/me/alert_words', { alert_words: ['apples'] });
  await ask(mia, 'POST', `/users/me/muted_users/${max.user_id}`);
  await ask(mia, 'POST', '/users/me/status', { status_text: 'At lunch', emoji_name: 'pizza' });
  await ask(mia, 'POST', '/users/me/onboarding_steps', { onboarding_step: 'visibility_policy_banner' });
  await ask(mia, 'POST', '/users/me/presence', { status: 'active', ping_only: false, new_user_input: true });
  const later = Math.floor(Date.now() / 1000) + 10 * 365 * 86_400;
  const scheduled = { type: 'channel', to: design, topic: 'plans', content: 'Much later' };
  await ask(mia, 'POST', '/scheduled_messages', { ...scheduled, scheduled_delivery_timestamp: later });
  const reminder = { message_id: message, scheduled_delivery_timestamp: later, note: 'Read the notes' };
  await ask(ada, 'POST', '/reminders', reminder);
  await ask(mia, 'PATCH', '/settings', { color_scheme: 2, email: 'mia.new@example.com' });
}

async function addBot(ask: Ask): Promise<void> {
  const hook = { full_name: 'Hook', short_name: 'hook', bot_type: 3, payload_url: 'http://127.0.0.1:9/hook' };
  const { user_id: bot, api_key } = await ask(ada, 'POST', '/bots', { ...hook, interface_type: 1 });
  await ask(ada, 'POST', '/messages', { type: 'direct', to: [bot], content: 'Are you there?' });
  const { members } = await ask(ada, 'GET', '/users');
  const email = members.find(({ user_id }) => user_id === bot)?.email ?? '';
  await ask({ user_id: bot, email, api_key }, 'PUT', '/bot_storage', { storage: { key: 'value' } });
}

async function inviteAndExport(ask: Ask, design: number): Promise<void> {
  const invitation = { invite_expires_in_minutes: null, invite_as: 400, stream_ids: [design] };
  await ask(ada, 'POST', '/invites', { ...invitation, invitee_emails: 'eve@example.com' });
  await ask(ada, 'POST', '/invites/multiuse', invitation);
  await ask(mia, 'POST', '/users/me/android_gcm_reg_id', { token: 'stored-token' });
  await ask(ada, 'POST', '/export/realm', { export_type: 1 });
  await ask(mia, 'POST', '/register', { event_types: ['message'] });
}

function toField([field, value]: [string, unknown]): [string, string] {
  return [field, typeof value === 'string' ? value : JSON.stringify(value)];
}
