import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { App } from '../../src/app.ts';
import { BOT } from '../../src/chat/integrations/bots/types.ts';
import { createAddress } from '../../src/chat/integrations/webhook-addresses/actions.ts';
import { startImport as startImportRun } from '../../src/chat/organization/imports/actions.ts';
import { validationError } from '../../src/kernel/http/check.ts';
import { type Args, OPERATIONS, type OperationName } from '../../src/operations/operations.ts';
import { runOperation } from '../../src/operations/run.ts';
import { feedServer } from '../support/feed-server.ts';
import { png } from '../support/images.ts';
import { RegisteringPushService } from '../support/push-service.ts';
import { MailServer } from '../support/smtp.ts';
import { newTeam } from '../support/team.ts';

type World = ReturnType<typeof newTeam>;

/** Arguments with which each operation succeeds, after what they prepare. */
type Samples = { [N in OperationName]: Args<N> | ((world: World) => Args<N> | Promise<Args<N>>) };

const mia = 'mia@example.com';
const ada = 'ada@example.com';

async function makeChannel({ ada }: World, name: string): Promise<string> {
  await ada.post('/channels/create', { name, subscribers: [ada.id] });
  return name;
}

async function makeBot({ ada }: World): Promise<string> {
  const { user_id } = await ada.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: BOT.incoming });
  return String(user_id);
}

const TEMPLATE = 'topic: Backups\ntext: {{ job }}';

async function makeTemplate(world: World): Promise<string> {
  await runOperation(world.app, 'webhook-template-set', { template: 'Backups', text: TEMPLATE });
  return 'backups';
}

/** An outgoing-webhook bot with the command `/weather`. */
async function makeCommand({ ada }: World): Promise<string> {
  const draft = { full_name: 'Weather', short_name: 'weather', bot_type: BOT.outgoing };
  const { user_id: bot_id } = await ada.post('/bots', { ...draft, payload_url: 'http://127.0.0.1:9/' });
  await ada.post('/slash_commands', { bot_id, name: 'weather' });
  return String(bot_id);
}

async function makeFeedPlace(world: World): Promise<{ bot: string; channel: string }> {
  return { bot: await makeBot(world), channel: await makeChannel(world, 'news') };
}
const OPML = '<opml version="2.0"><body><outline text="A" xmlUrl="https://example.com/feed"/></body></opml>';

async function makeDeleted({ ada }: World): Promise<number> {
  const { id } = await ada.post('/messages', { type: 'private', to: [ada.id], content: 'pears' });
  await ada.delete(`/messages/${id}`);
  return id;
}

const startImport = ({ app }: World): number => startImportRun(app, { name: 'Slack T1' }).id;

const SAMPLES: Omit<Samples, OperationName & `${'ldap' | 'cluster'}-${string}`> = {
  'user-create': { email: 'bob@example.com', name: 'Bob', role: 'member' },
  'user-list': {},
  'user-api-key': { user: mia },
  'user-login-link': { user: mia, minutes: 5 },
  'user-claim': async (world) => ({ user: await makeStub(world), email: 'olga@example.com', minutes: 5 }),
  'user-passwd': { user: mia, passwordHash: 'hash' },
  'user-sign-out': { user: mia },
  'user-unlink': { user: mia },
  'user-reset-second-factor': { user: mia },
  'user-role': { user: mia, role: 'moderator' },
  'user-deactivate': { user: mia },
  'user-reactivate': async ({ ada, mia: { id, email } }) => {
    await ada.delete(`/users/${id}`);
    return { user: email };
  },
  'user-allow-email-changes': { user: ada },
  'user-erase': { user: mia, messages: 'keep' },
  'user-import': {
    people: [{ line: 2, email: 'ivy@example.com', name: 'Ivy', role: 'member', channels: [], groups: [] }],
  },
  'invite-create': { emails: [], role: 'member', days: null },
  'invite-list': {},
  'invite-revoke': async ({ ada }) => {
    await ada.post('/invites/multiuse', {});
    const { invites } = await ada.get('/invites');
    return { id: invites[0].id };
  },
  'channel-list': {},
  'channel-create': { name: 'pears', description: '', privacy: 'public' },
  'channel-archive': async (world) => ({ channel: await makeChannel(world, 'pears') }),
  'channel-merge': async (world) => ({
    channel: await makeChannel(world, 'pears'),
    into: await makeChannel(world, 'apples'),
  }),
  'channel-restore': async (world) => {
    const channel = await makeChannel(world, 'pears');
    await runOperation(world.app, 'channel-archive', { channel });
    return { channel };
  },
  'group-list': {},
  'group-create': { name: 'cooks', description: '' },
  'bot-create': { shortName: 'alarm', type: 'incoming' },
  'bot-list': {},
  'bot-limit': async (world) => ({
    bot: await makeBot(world),
    channels: [await makeChannel(world, 'news')],
    readOnly: true,
  }),
  'bot-token': async (world) => ({ bot: await makeBot(world) }),
  'webhook-url': async (world) => ({ service: 'github', bot: await makeBot(world) }),
  'webhook-create': async (world) => ({ service: 'github', bot: await makeBot(world) }),
  'webhook-list': {},
  'webhook-revoke': async (world) => {
    const bot = world.app.users.byId(Number(await makeBot(world)))!;
    return { id: createAddress(world.app, bot, { service: 'github', channel_id: null }).address.id };
  },
  'webhook-template-list': {},
  'webhook-template-show': async (world) => ({ template: await makeTemplate(world) }),
  'webhook-template-set': { template: 'Backups', text: TEMPLATE },
  'webhook-template-test': { text: TEMPLATE, delivery: { payload: { job: 'nightly' } } },
  'webhook-template-delete': async (world) => ({ template: await makeTemplate(world) }),
  'slash-command-add': async (world) => ({ name: 'sun', bot: await makeCommand(world) }),
  'slash-command-list': {},
  'slash-command-remove': async (world) => {
    await makeCommand(world);
    return { name: '/weather' };
  },
  'feed-add': async (world) => {
    world.app.config.choices.allowPrivateWebhooks = true;
    return { ...(await makeFeedPlace(world)), url: (await feedServer()).url };
  },
  'feed-import': async (world) => ({ ...(await makeFeedPlace(world)), opml: OPML }),
  'feed-list': {},
  'feed-remove': async (world) => {
    await runOperation(world.app, 'feed-import', { ...(await makeFeedPlace(world)), opml: OPML });
    return { id: 1 };
  },
  'message-deleted': async (world) => {
    await makeDeleted(world);
    return { limit: 10 };
  },
  'message-restore': async (world) => ({ ids: [await makeDeleted(world)] }),
  'organization-show': {},
  'organization-get': { setting: 'name' },
  'organization-set': { setting: 'name', value: 'Pears' },
  'organization-reactivate': async ({ ada }) => {
    await ada.post('/realm/deactivate', {});
    return {};
  },
  'emoji-add': async ({ app }) => {
    const file = randomBytes(16).toString('hex');
    mkdirSync(app.files.incoming, { recursive: true });
    writeFileSync(join(app.files.incoming, file), await png());
    return { name: 'pear', file };
  },
  'emoji-list': {},
  'mail-waiting': {},
  'mail-failed': {},
  'mail-status': {},
  'mail-simulate': ({ app }) => {
    const file = randomBytes(16).toString('hex');
    mkdirSync(app.files.incoming, { recursive: true });
    writeFileSync(join(app.files.incoming, file), 'From: mia@example.com\r\nTo: a@klatch.example\r\n\r\nHello');
    return { file };
  },
  'mail-retry': async ({ ada, app }) => {
    await ada.post('/invites', { invitee_emails: 'olga@example.com', stream_ids: [] });
    const [mail] = app.mail.waiting();
    return { id: mail!.id };
  },
  'mail-test': async ({ app }) => {
    app.config.choices.smtpUrl = await new MailServer().url;
    return { email: ada };
  },
  'push-proposal': { service: 'https://push.example' },
  'push-register': async () => ({ service: await new RegisteringPushService().url, agreesToTerms: true }),
  'push-status': {},
  'push-unregister': async ({ app }) => {
    await runOperation(app, 'push-register', {
      service: await new RegisteringPushService().url,
      agreesToTerms: true,
    });
    return { onlyHere: true };
  },
  'mail-send': async ({ app }) => {
    app.config.choices.smtpUrl = await new MailServer().url;
    return { subject: 'Maintenance', content: 'Friday' };
  },
  audit: { limit: 10 },
  stats: { period: 'day', num: 2 },
  'import-target': { name: 'Slack T1' },
  'import-start': { name: 'Slack T1' },
  'import-count': { name: 'Slack T1', after: '' },
  'import-known': { name: 'Slack T1', kind: 'message', origins: ['1'] },
  'import-with-avatar': (world) => ({ source_id: startImport(world), origins: ['U1'] }),
  'import-addresses': { name: 'Slack T1', after: '' },
  'import-write': (world) => ({ source_id: startImport(world), records: [] }),
  'import-members': (world) => ({ source_id: startImport(world), at: null }),
  'import-has-read-state': (world) => ({ source_id: startImport(world) }),
  'import-unread': (world) => ({ source_id: startImport(world), messages: [], unread: [] }),
  'import-finish': (world) => ({ source_id: startImport(world) }),
  'export-table': { type: 'public', table: 'zerver_stream', from: 0 },
  'export-messages': { type: 'public', after: 0 },
  'export-images': {},
  'user-data': { user: mia, after: null },
  'config-show': {},
  'reload-clients': {},
};

test('each operation that changes something is in the audit log, and each other one changes no row', async () => {
  const wrong: string[] = [];
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const world = newTeam();
    const { app } = world;
    const args = typeof sample === 'function' ? await sample(world as never) : sample;
    app.db.commit();
    const [changes, last] = [countChanges(app), lastEntry(app)];
    const result = await runOperation(app, name, args);
    const { audit, result: schema } = OPERATIONS[name as OperationName];
    if (audit === 'reads' && countChanges(app) > changes) wrong.push(`${name} changes rows`);
    const isRecorded = lastEntry(app) > last;
    const mustBe = typeof audit === 'function' || audit === 'itself';
    if (isRecorded !== mustBe) wrong.push(`${name} is ${isRecorded ? '' : 'not '}recorded`);
    const error = schema && validationError(schema, JSON.parse(JSON.stringify(result)), name, true);
    if (error) wrong.push(error);
    await app.db.committed();
  }
  assert.deepEqual(wrong, []);
});

test('every operation has a sample, except those that need another server', () => {
  const missing = Object.keys(OPERATIONS).filter((name) => !(name in SAMPLES));
  assert.deepEqual(missing, ['ldap-check', 'ldap-sync', 'cluster-step-down']);
});

const countChanges = ({ db }: App): number => db.get<{ n: number }, []>('SELECT total_changes() AS n')()!.n;
const lastEntry = ({ db }: App): number =>
  db.get<{ id: number | null }, []>('SELECT max(id) AS id FROM audit_entry')()!.id ?? 0;

/** An imported account without an address. */
async function makeStub(world: World): Promise<string> {
  const user = { kind: 'user', origin: 'U1', name: 'Olga', role: 'member', is_active: true, is_bot: false };
  await runOperation(world.app, 'import-write', { source_id: startImport(world), records: [user] });
  return String(world.app.users.named('Olga')[0]!.id);
}
