import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveChannel } from '../../src/chat/channels/channels/actions.ts';
import { createChannel } from '../../src/chat/channels/channels/create-actions.ts';
import { addSubscribers } from '../../src/chat/channels/subscriptions/subscribe-actions.ts';
import { sendChannelMessage } from '../../src/chat/messages/send/actions.ts';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { deactivateUser } from '../../src/chat/people/users/management-actions.ts';
import { endpoints } from '../../src/declarations.ts';
import { newTeam, type Reply, type TestUser } from '../support/team.ts';
import { CHANNEL_REQUESTS, type TestChannel } from './channel-requests.ts';
import { type Ask, OTHER_REQUESTS, PASSWORD, type Requester } from './other-requests.ts';
import { IN_CHANNELS, OUTSIDE } from './permission-table.ts';

const ROLES = ['owner', 'admin', 'moder', 'membr', 'guest', 'bot', 'hook', 'dead', 'web'] as const;
type Role = (typeof ROLES)[number];

/** Public, priVate with shared history, protected (Hidden) history, Web-public, Archived (and public). */
const KINDS: Record<
  string,
  { invite_only?: boolean; history_public_to_subscribers?: boolean; is_web_public?: boolean }
> = {
  P: {},
  V: { invite_only: true, history_public_to_subscribers: true },
  H: { invite_only: true },
  W: { is_web_public: true },
  A: {},
};

const team = newTeam();
const { app } = team;
const maker = team.team.addUser('Maker', 100);
const people: Record<Exclude<Role, 'web'>, TestUser> = {
  owner: team.ada,
  admin: team.abe,
  moder: team.mona,
  membr: team.mia,
  guest: team.gus,
  bot: team.team.addUser('Bot', 400, { bot_type: 1, bot_owner_id: team.mia.id }),
  hook: team.team.addUser('Hook', 400, { bot_type: 2, bot_owner_id: team.mia.id }),
  dead: team.team.addUser('Dead', 400),
};
app.db.write(() => app.realm.set('enable_spectator_access', true));
const reports = (await maker.post('/channels/create', { name: 'reports', subscribers: [maker.id], invite_only: true }))
  .id;
app.db.write(() => app.realm.set('moderation_request_channel_id', reports));
const hash = await hashPassword(PASSWORD);
app.db.write(() => Object.values(people).forEach(({ id }) => app.users.setPassword(hash, id)));
deactivateUser(app, undefined, app.users.byId(people.dead.id)!);
app.db.commit();
await maker.post('/users/me/presence', { status: 'active' });
const foreignMessage = await maker.sendDirectMessage([team.max], 'between us');

const asking =
  (role: Role): Ask =>
  (method, path, fields) =>
    role === 'web'
      ? team.team.request(method, path.startsWith('/api/') ? path : `/json${path}`, fields)
      : people[role].request(method, path, fields);

let count = 0;

/** A new channel of a kind, with a message for every role. */
function place(kind: string, inside: boolean): (role: Role) => TestChannel {
  return app.db.write(() => {
    const { id, name } = found(kind, inside);
    const say = (content = 'word') =>
      sendChannelMessage(app, app.users.byId(maker.id)!, { channel: id, topic: 'topic' }, content, { client: 'test' })
        .id;
    const messages = Object.fromEntries(ROLES.map((role) => [role, say()])) as Record<Role, number>;
    const poll = say('/poll Tea?\nyes\nno');
    rest(kind, id);
    return (role) => ({
      poll,
      id,
      name,
      creatorId: maker.id,
      message: messages[role],
      forVisitor: role === 'web',
      send: () => void (kind === 'A' || say()),
      createAnother() {
        const other = found(kind, inside);
        rest(kind, other.id);
        return other.id;
      },
    });
  });
}

function found(kind: string, inside: boolean): { id: number; name: string } {
  const author = app.users.byId(maker.id)!;
  const subscribers = Object.values(people)
    .map(({ id }) => app.users.byId(id)!)
    .filter(({ is_active }) => inside && is_active);
  return app.db.write(() => {
    const channel = createChannel(app, author, { name: `${kind} ${++count}`, ...KINDS[kind] });
    // An account may create only so many channels a day.
    app.db.prepareStatement('UPDATE channel SET date_created = 1 WHERE id = ?').run(channel.id);
    addSubscribers(app, [author, ...subscribers], [channel]);
    return channel;
  });
}

function rest(kind: string, id: number): void {
  if (kind === 'A') archiveChannel(app, app.users.byId(maker.id)!, app.channels.byId(id)!);
}

function mark(reply: Reply, found: boolean, letter: string): string {
  assert.ok(reply.status < 500, `${reply.status} ${reply.msg}`);
  if (reply.status === 401 && reply.code !== 'AUTHENTICATION_FAILED') return '!';
  return reply.result === 'error' ? '-' : found ? letter : '.';
}
const together = (marks: string) => (/^!+$/.test(marks) ? '401' : marks);

async function inChannels(name: string, inside: boolean): Promise<string[]> {
  const cells = Object.fromEntries(ROLES.map((role) => [role, ''])) as Record<Role, string>;
  for (const kind of Object.keys(KINDS)) {
    const at = place(kind, inside);
    for (const role of ROLES) cells[role] += mark(...(await CHANNEL_REQUESTS[name]!(asking(role), at(role))), kind);
  }
  return ROLES.map((role) => together(cells[role]));
}

async function outside(name: string): Promise<string[]> {
  const cells: string[] = [];
  for (const role of ROLES) {
    const reply = await OTHER_REQUESTS[name]!(asker(role));
    if (name === 'POST /users/me/api_key/regenerate' && reply.api_key) people[role as 'owner'].apiKey = reply.api_key;
    cells.push({ y: 'yes', '-': 'no', '!': '401' }[mark(reply, true, 'y')]!);
  }
  return cells;
}

function asker(role: Role): Requester {
  const own = ++count;
  const requestAsOwner = async (method: string, path: string, fields = {}) => {
    const reply = await maker.request(method, path, fields);
    assert.equal(reply.result, 'success', `${method} ${path}: ${reply.msg}`);
    return reply;
  };
  const outgoingBot = async (): Promise<number> => {
    const draft = { full_name: `Answerer ${++count}`, short_name: `answerer${count}`, bot_type: 3 };
    return (await requestAsOwner('POST', '/bots', { ...draft, payload_url: 'http://127.0.0.1:9/' })).user_id;
  };
  const person = role === 'web' ? undefined : people[role];
  return {
    request: asking(role),
    email: person?.email ?? 'nobody@example.com',
    selfId: person?.id ?? 0,
    count: own,
    other: maker,
    foreignMessage,
    requestAsOwner,
    createUser: () =>
      app.db.write(() => insertUser(app, { email: `p${++count}@example.com`, full_name: `Person ${count}`, role: 400 }))
        .id,
    channel: () => found('P', false),
    bot: async () =>
      (await requestAsOwner('POST', '/bots', { full_name: `Bot ${++count}`, short_name: `robot${count}` })).user_id,
    async webhook() {
      const draft = { full_name: `Hook ${++count}`, short_name: `hook${count}`, bot_type: 2 };
      const { user_id: bot_id } = await requestAsOwner('POST', '/bots', draft);
      return { bot_id, id: (await requestAsOwner('POST', '/webhooks', { bot_id, service: 'json' })).id };
    },
    outgoingBot,
    async slashCommand() {
      const name = `command${++count}`;
      const { id } = await requestAsOwner('POST', '/slash_commands', { bot_id: await outgoingBot(), name });
      return { id, name };
    },
    async feed() {
      const draft = { full_name: `Reader ${++count}`, short_name: `reader${count}`, bot_type: 2 };
      const { user_id: bot_id } = await requestAsOwner('POST', '/bots', draft);
      const stream_id = found('P', false).id;
      const opml = `<opml version="2.0"><body><outline text="A" xmlUrl="http://127.0.0.1/${count}"/></body></opml>`;
      await requestAsOwner('POST', '/feeds/import', { bot_id, stream_id, opml });
      return { bot_id, stream_id, id: (await requestAsOwner('GET', '/feeds', { bot_id })).feeds[0].id };
    },
    field: async () =>
      (await requestAsOwner('POST', '/realm/profile_fields', { field_type: 1, name: `Question ${++count}` })).id,
    group: async () =>
      (
        await requestAsOwner('POST', '/user_groups/create', {
          name: `team ${++count}`,
          description: '',
          members: [maker.id],
        })
      ).group_id,
    async defaults() {
      const group_name = `defaults ${++count}`;
      await requestAsOwner('POST', '/default_stream_groups/create', {
        group_name,
        description: '',
        stream_names: [found('P', false).name],
      });
      const { realm_default_stream_groups } = await requestAsOwner('POST', '/register', {
        fetch_event_types: ['default_stream_groups'],
      });
      return realm_default_stream_groups.find(({ name }: Reply) => name === group_name).id;
    },
  };
}

const WIDTH = 70;
const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(WIDTH)} ${cells.map((cell) => cell.padEnd(5)).join(' ')}`.trimEnd();
/** The rows of a table without its heading. */
const splitLines = (table: string) => table.split('\n').filter((text) => text.trim() !== '' && !/^\s*owner/.test(text));
const getName = (text: string) => text.slice(0, WIDTH).trim();
const withoutSide = (name: string) => name.replace(/ (in|out)$/, '');

// `SHOW=1 node test/invariants/permissions.test.ts` prints the results of endpoints without a row, to be reviewed.
if (process.env.SHOW) {
  const rows = new Set([...splitLines(IN_CHANNELS), ...splitLines(OUTSIDE)].map(getName));
  for (const name of Object.keys(CHANNEL_REQUESTS))
    for (const side of ['in', 'out'])
      if (!rows.has(`${name} ${side}`)) console.log(line(`${name} ${side}`, await inChannels(name, side === 'in')));
  for (const name of Object.keys(OTHER_REQUESTS)) if (!rows.has(name)) console.log(line(name, await outside(name)));
}

test('every endpoint has a row in the permission table', () => {
  const told = new Set(
    [...splitLines(IN_CHANNELS), ...splitLines(OUTSIDE)].map((text) =>
      getName(text)
        .replace(/ in$| out$/, '')
        .replace(/ \(.*\)$/, ''),
    ),
  );
  const declared = endpoints
    .filter(({ developmentOnly }) => !developmentOnly)
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    declared.filter((name) => !told.has(name)),
    [],
    'these need a row (SHOW=1 prints one for what other-requests.ts or channel-requests.ts asks)',
  );
  assert.deepEqual(
    [...told].filter((name) => !declared.includes(name)),
    [],
    'these are gone',
  );
});

for (const text of splitLines(IN_CHANNELS))
  test(getName(text), async () => {
    const name = getName(text);
    assert.equal(line(name, await inChannels(withoutSide(name), name.endsWith(' in'))), text);
  });

for (const text of splitLines(OUTSIDE))
  test(getName(text), async () => {
    assert.equal(line(getName(text), await outside(getName(text))), text);
  });
