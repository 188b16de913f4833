import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialize } from 'bson';
import type { ImportProduct } from '../../../src/chat/organization/imports/types.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { newTeam, Team } from '../../support/team.ts';
import { importInto, makeZip, rowCounts } from './support.ts';

const GUEST = 600;
const MEMBER = 400;

/** What an archive says of its people, and the role that they have in an organization without an owner. */
type People = Record<string, [fields: object, role: number]>;
interface Product {
  people: People;
  archive(people: [name: string, fields: object][]): Promise<string>;
}

const address = (name: string): string => `${name}@acme.example`;

/** The products whose archives have roles. */
const PRODUCTS: Partial<Record<ImportProduct, Product>> = {
  slack: {
    people: {
      olaf: [{ is_owner: true }, 100],
      petra: [{ is_primary_owner: true, is_admin: true }, 100],
      arno: [{ is_admin: true }, 200],
      gil: [{ is_ultra_restricted: true }, GUEST],
      max: [{}, MEMBER],
    },
    archive: (people) =>
      makeZip({
        'users.json': people.map(([name, fields]) => ({
          id: `U${name.toUpperCase()}`,
          team_id: 'T1',
          name,
          profile: { real_name: name, email: address(name) },
          ...fields,
        })),
        'channels.json': [{ id: 'C1', name: 'hall', members: [] }],
        'hall/2024-05-01.json': [],
      }),
  },
  zulip: {
    people: {
      olaf: [{ role: 100 }, 100],
      arno: [{ role: 200 }, 200],
      mona: [{ role: 300 }, 300],
      gil: [{ role: 600 }, GUEST],
      max: [{ role: 400 }, MEMBER],
      bert: [{ role: 200, is_bot: true, bot_type: 1, bot_owner: 1 }, 200],
    },
    archive: (people) =>
      makeZip({
        'export/realm.json': {
          zerver_realm: [{ id: 2, string_id: 'acme', uuid: 'a-b-c', name: 'Acme' }],
          zerver_userprofile: people.map(([name, fields], at) => ({
            id: at + 1,
            delivery_email: address(name),
            full_name: name,
            is_active: true,
            is_bot: false,
            date_joined: 1_700_000_000,
            ...fields,
          })),
          zerver_stream: [{ id: 21, name: 'hall', description: '', invite_only: false }],
          zerver_recipient: [{ id: 33, type: 2, type_id: 21 }],
        },
        'export/messages-000001.json': { zerver_message: [], zerver_usermessage: [] },
      }),
  },
  mattermost: {
    people: {
      olaf: [{ roles: 'system_user system_admin' }, 100],
      gil: [{ roles: 'system_guest' }, GUEST],
      max: [{ roles: 'system_user' }, MEMBER],
    },
    archive: (people) => {
      const users = people.map(([username, fields]) => ({
        type: 'user',
        user: { username, email: address(username), teams: [], ...fields },
      }));
      const lines = [{ type: 'version', version: 1 }, ...users];
      return makeZip({ 'export.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
    },
  },
  rocketchat: {
    people: {
      olaf: [{ roles: ['user', 'admin'] }, 100],
      gil: [{ roles: ['guest'] }, GUEST],
      max: [{ roles: ['user'] }, MEMBER],
    },
    archive: (people) => {
      const users = people.map(([name, fields]) => ({
        _id: name,
        username: name,
        name,
        emails: [{ address: address(name) }],
        active: true,
        type: 'user',
        ...fields,
      }));
      return makeZip({
        'dump/rocketchat/users.bson': Buffer.concat(users.map((one) => serialize(one))),
        'dump/rocketchat/rocketchat_room.bson': Buffer.from(serialize({ _id: 'R1', t: 'c', name: 'hall' })),
        'dump/rocketchat/rocketchat_settings.bson': Buffer.from(serialize({ _id: 'uniqueID', value: 'server-1' })),
        'dump/rocketchat/rocketchat_message.bson': Buffer.alloc(0),
      });
    },
  },
};

const makeArchive = ({ archive, people }: Product): Promise<string> =>
  archive(Object.entries(people).map(([name, [fields]]) => [name, fields]));
const rolesIn = (team: Team, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, team.app.users.byEmail(address(name))?.role]));
const listRoles = (people: People, roleFor: (role: number) => number) =>
  Object.fromEntries(Object.entries(people).map(([name, [, role]]) => [name, roleFor(role)]));

for (const [name, product] of Object.entries(PRODUCTS)) {
  const { people } = product;
  const all = Object.keys(people);
  const raised = Object.values(people).filter(([, role]) => role < MEMBER).length;

  test(`an import from ${name} makes no more than members in an organization with an owner`, async () => {
    const { team } = newTeam();
    const path = await makeArchive(product);
    const before = rowCounts(team);
    const dry = await importInto(team, name as ImportProduct, path, { dryRun: true });
    assert.equal(dry.skipped.role, raised);
    assert.deepEqual(rowCounts(team), before);
    const { skipped, report } = await importInto(team, name as ImportProduct, path);
    assert.deepEqual(
      rolesIn(team, all),
      listRoles(people, (role) => (role === GUEST ? GUEST : MEMBER)),
    );
    assert.equal(skipped.role, raised);
    const lowered = report.filter(({ kind }) => kind === 'role');
    assert(lowered.length === raised && lowered.every(({ reason }) => reason.includes('--roles')));
    // Accounts that are here keep their role, and nothing is said of them again.
    const again = await importInto(team, name as ImportProduct, path);
    assert.equal(again.skipped.role, undefined);
  });

  test(`an import from ${name} keeps roles with --roles, and in an organization without an owner`, async () => {
    const { team } = newTeam();
    const kept = await importInto(team, name as ImportProduct, await makeArchive(product), { roles: true });
    assert.equal(kept.skipped.role, undefined);
    const empty = new Team();
    await importInto(empty, name as ImportProduct, await makeArchive(product));
    for (const one of [team, empty])
      assert.deepEqual(
        rolesIn(one, all),
        listRoles(people, (role) => role),
      );
  });
}

test('an account with an address of the archive keeps its role, and is not counted as lowered', async () => {
  const { team, abe } = newTeam();
  const { archive } = PRODUCTS.mattermost!;
  const path = await archive([['abe', { email: abe.email, roles: 'system_admin' }]]);
  const { skipped } = await importInto(team, 'mattermost', path);
  assert.equal(skipped.role, undefined);
  assert.equal(team.app.users.byId(abe.id)!.role, 200);
});

test('a later archive of the same server makes no owner either', async () => {
  const team = new Team();
  const { archive } = PRODUCTS.mattermost!;
  const olaf: [string, object] = ['olaf', { roles: 'system_admin' }];
  await importInto(team, 'mattermost', await archive([olaf]));
  await importInto(team, 'mattermost', await archive([olaf, ['eve', { roles: 'system_admin' }]]));
  assert.deepEqual(rolesIn(team, ['olaf', 'eve']), { olaf: 100, eve: MEMBER });
});

test('the server makes nobody more than a member without --roles, whatever a client asks of it', async () => {
  const { team } = newTeam();
  const ask = async (command: string, args: object) => (await runOperation(team.app, command, args)) as any;
  const { source_id } = await ask('import-start', { name: 'slack:T1' });
  const write = (name: string, role: string, more: object = {}) =>
    ask('import-write', {
      source_id,
      roles: true,
      keepsRoles: true,
      records: [
        { kind: 'user', origin: name, name, email: address(name), role, is_active: true, is_bot: false, ...more },
      ],
    });
  for (const [name, role] of Object.entries({ olaf: 'owner', arno: 'administrator', mona: 'moderator' }))
    assert.deepEqual(
      (await write(name, role)).skipped.map(({ kind }: { kind: string }) => kind),
      ['role'],
    );
  await write('bert', 'owner', { is_bot: true, bot: { type: 1, owner: 'olaf' } });
  await write('gil', 'guest');
  // A run that another process began is none of this server's.
  team.app.memory.importRuns.clear();
  await write('late', 'owner');
  const names = ['olaf', 'arno', 'mona', 'bert', 'gil', 'late'];
  assert.deepEqual(rolesIn(team, names), { ...Object.fromEntries(names.map((name) => [name, MEMBER])), gil: GUEST });
  await ask('import-start', { name: 'slack:T1', roles: true });
  await write('otto', 'owner');
  assert.deepEqual(rolesIn(team, ['otto', 'olaf']), { otto: 100, olaf: MEMBER });
});

test('the server keeps the settings of an organization with people without --settings, whatever a client asks of it', async () => {
  const { team, app } = newTeam();
  const ask = async (command: string, args: object) => (await runOperation(team.app, command, args)) as any;
  const { source_id } = await ask('import-start', { name: 'zulip:chat.example.com' });
  const settings = () => [app.realm.get('description'), app.realm.get('invite_required'), app.realmDomains.all()];
  const before = settings();
  const realm = { settings: { description: 'Theirs', invite_required: false }, permissions: {}, user_defaults: {} };
  const records = [
    { kind: 'realm', origin: 'realm', channels: {}, ...realm },
    { kind: 'domain', origin: 'evil.test', domain: 'evil.test', allow_subdomains: false },
    { kind: 'realm-image', origin: 'icon', image: {} },
  ];
  const write = () => ask('import-write', { source_id, settings: true, bringsSettings: true, records });
  const { skipped } = await write();
  assert.deepEqual(
    skipped
      .filter(({ reason }: { reason: string }) => /--settings/.test(reason))
      .map(({ kind }: { kind: string }) => kind),
    ['realm', 'domain', 'realm-image'],
  );
  assert.deepEqual(settings(), before);
  // A run that another process began is none of this server's.
  await ask('import-start', { name: 'zulip:chat.example.com', settings: true });
  app.memory.importRuns.clear();
  await write();
  assert.deepEqual(settings(), before);
  await ask('import-start', { name: 'zulip:chat.example.com', settings: true });
  await write();
  assert.equal(app.realm.get('description'), 'Theirs');
});
