import type { Names } from './names.ts';

/** The files of a new resource, by path: items of text that each user owns. */
export function listFiles(names: Names): Record<string, string> {
  const file = (name: string) => `${names.folder}/${name}.ts`;
  return {
    [file('types')]: types(names),
    [file('repository')]: repository(names),
    [file('rules')]: rules(names),
    [file('events')]: events(names),
    [file('actions')]: actions(names),
    [file('endpoints')]: endpoints(names),
    [file('resource')]: resource(names),
    [names.test]: test(names),
  };
}

const types = ({ type, text }: Names): string => `import { type Static, Type } from 'typebox';

/** A ${text}, as the API sends it. */
export const ${type} = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  /** Seconds since 1970. */
  date_created: Type.Integer(),
});
export type ${type} = Static<typeof ${type}>;

/** The text of a ${text}, as the API receives it. */
export const ${type}Content = Type.String({ minLength: 1, maxLength: 1000 });
`;

const repository = ({
  type,
  singular,
  table,
}: Names): string => `import type { Database } from '../../../kernel/db/database.ts';
import type { ${type} } from './types.ts';

const COLUMNS = 'id, content, date_created';

export const ${singular}Repository = (db: Database) => ({
  ofUser: db.all<${type}, [userId: number]>(\`SELECT \${COLUMNS} FROM ${table} WHERE user_id = ? ORDER BY id\`),
  /** Returns undefined for the items of others. */
  byId: db.get<${type}, [id: number, userId: number]>(
    \`SELECT \${COLUMNS} FROM ${table} WHERE id = ? AND user_id = ?\`,
  ),
  countOfUser: db.value<number, [userId: number]>('SELECT count(*) FROM ${table} WHERE user_id = ?'),
  add: db.run<[userId: number, content: string, dateCreated: number]>(
    'INSERT INTO ${table} (user_id, content, date_created) VALUES (?, ?, ?)',
  ),
  change: db.run<[content: string, id: number]>('UPDATE ${table} SET content = ? WHERE id = ?'),
  remove: db.run<[id: number]>('DELETE FROM ${table} WHERE id = ?'),
});
`;

const rules = ({ type, plural, text, texts }: Names): string => `import type { App } from '../../../app.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { ${type} } from './types.ts';

/** How many ${texts} a user may have. */
const MAX_ITEMS = 1000;

/** Returns a user's own ${text}. Throws 404 for those of others, as for unknown ones. */
export function requireOwn(app: App, user: User, id: number): ${type} {
  const item = app.${plural}.byId(id, user.id);
  if (!item) throw notFound('No such ${text}');
  return item;
}

/** Throws if the user has as many ${texts} as allowed. */
export function requireRoom(app: App, user: User): void {
  if (app.${plural}.countOfUser(user.id)! >= MAX_ITEMS) throw badRequest('You have too many ${texts}.');
}
`;

const events = ({ type, plural, item, id, singular, path }: Names): string => `import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { ${type} } from './types.ts';

export const ${singular}Added = event('${item}', 'add', { ${item}: ${type} });
export const ${singular}Updated = event('${item}', 'update', { ${item}: ${type} });
export const ${singular}Removed = event('${item}', 'remove', { ${id}: Type.Integer() });

/** The part of /register: a user's own items. */
export const ${plural} = state('${item}', { ${path.slice(1)}: Type.Array(${type}) }, ({ app, user }) => ({
  ${path.slice(1)}: user ? app.${plural}.ofUser(user.id) : [],
}));
`;

const actions = ({
  type,
  plural,
  item,
  id,
  singular,
  text,
}: Names): string => `import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../../people/users/types.ts';
import { ${singular}Added, ${singular}Removed, ${singular}Updated } from './events.ts';
import { requireOwn, requireRoom } from './rules.ts';

/** Creates a ${text} and returns its id. */
export function create${type}(app: App, user: User, content: string): number {
  return app.db.write(() => {
    requireRoom(app, user);
    const { id } = app.${plural}.add(user.id, content, seconds(app.clock));
    app.events.publish(${singular}Added({ ${item}: requireOwn(app, user, id) }), [user.id]);
    return id;
  });
}

/** Changes a user's own ${text}. Throws 404 for those of others. A change that changes nothing publishes no event. */
export function edit${type}(app: App, user: User, id: number, content: string): void {
  app.db.write(() => {
    if (requireOwn(app, user, id).content === content) return;
    app.${plural}.change(content, id);
    app.events.publish(${singular}Updated({ ${item}: requireOwn(app, user, id) }), [user.id]);
  });
}

/** Deletes a user's own ${text}. Throws 404 for those of others. */
export function delete${type}(app: App, user: User, id: number): void {
  app.db.write(() => {
    requireOwn(app, user, id);
    app.${plural}.remove(id);
    app.events.publish(${singular}Removed({ ${id}: id }), [user.id]);
  });
}
`;

const endpoints = ({ type, plural, path, id, text, texts }: Names): string => `import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { ${type}, ${type}Content } from './types.ts';

export const get${type}List = endpoint({
  method: 'GET',
  path: '${path}',
  summary: 'Get your ${texts}',
  returns: { ${path.slice(1)}: Type.Array(${type}) },
  handle: ({ app, user }) => ({ ${path.slice(1)}: app.${plural}.ofUser(user.id) }),
});

export const create${type} = endpoint({
  method: 'POST',
  path: '${path}',
  summary: 'Create a ${text}',
  params: { content: ${type}Content },
  returns: { ${id}: Type.Integer() },
  handle: ({ app, user, params }) => ({ ${id}: actions.create${type}(app, user, params.content) }),
});

export const edit${type} = endpoint({
  method: 'PATCH',
  path: '${path}/{${id}}',
  summary: 'Change a ${text}',
  params: { ${id}: Type.Integer(), content: ${type}Content },
  handle: ({ app, user, params }) => actions.edit${type}(app, user, params.${id}, params.content),
});

export const delete${type} = endpoint({
  method: 'DELETE',
  path: '${path}/{${id}}',
  summary: 'Delete a ${text}',
  params: { ${id}: Type.Integer() },
  handle: ({ app, user, params }) => actions.delete${type}(app, user, params.${id}),
});
`;

const resource = ({ plural }: Names): string => `import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';

export const ${plural} = resource(endpoints, events);
`;

const test = ({ path, item, id, text, texts }: Names): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const listOf = async (user: TestUser) => (await user.get('${path}')).${path.slice(1)};

test('a user creates, changes and deletes a ${text}, and receives each event', async () => {
  const { mia, clock } = newTeam();
  const created = { id: 1, content: 'First', date_created: clock.now() / 1000 };
  await mia.assertReceives(() => mia.post('${path}', { content: 'First' }), {
    type: '${item}',
    op: 'add',
    ${item}: created,
  });
  assert.deepEqual((await mia.post('/register')).${path.slice(1)}, [created]);
  const changed = { ...created, content: 'Second' };
  const change = () => mia.patch('${path}/1', { content: 'Second' });
  await mia.assertReceives(change, { type: '${item}', op: 'update', ${item}: changed });
  assert.deepEqual(await listOf(mia), [changed]);
  await mia.assertReceives(() => mia.delete('${path}/1'), { type: '${item}', op: 'remove', ${id}: 1 });
  assert.deepEqual(await listOf(mia), []);
});

test('other users’ ${texts} get the same response as missing ones, and publish no event to others', async () => {
  const { mia, max } = newTeam();
  const queue = await max.registerQueue();
  const { ${id} } = await mia.post('${path}', { content: 'Secret' });
  for (const unknown of [${id}, 999])
    for (const method of ['PATCH', 'DELETE']) {
      const { status } = await assertRejected(
        max.request(method, \`${path}/\${unknown}\`, { content: 'Mine' }),
        'No such ${text}',
        'BAD_REQUEST',
      );
      assert.equal(status, 404);
    }
  assert.deepEqual(await listOf(max), []);
  assert.deepEqual(await queue.events(), []);
});

test('a ${text} has a content of at most 1,000 characters', async () => {
  const { mia } = newTeam();
  await assertRejected(mia.request('POST', '${path}', {}), "Missing 'content' argument", 'REQUEST_VARIABLE_MISSING');
  await assertRejected(mia.request('POST', '${path}', { content: 'x'.repeat(1001) }), /too long/, 'BAD_REQUEST');
  assert.deepEqual(await listOf(mia), []);
});
`;
