import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expiring, exporting } from '../../../src/chat/organization/exports/jobs.ts';
import { continueErasures } from '../../../src/chat/people/erasure/batches.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { filesOfZip } from '../../support/zip.ts';

interface Download {
  status: number;
  /** The texts of all files. */
  text: string;
  files: Record<string, string>;
}

async function setUp(choices?: { fullExports: boolean }) {
  const team = newTeam(choices);
  const { app, ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  await max.post('/channels/create', {
    name: 'vault',
    subscribers: [max.id],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  await mia.sendMessage('hall', 'talk', 'a word for all');
  await max.sendMessage('vault', 'talk', 'a word for few');
  await mia.sendDirectMessage([max], 'a word for two');
  const run = () => exporting.run(app) as Promise<void>;
  const text = async (person: TestUser, id: number): Promise<Download> => {
    const auth = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
    const response = await fetch(`${await team.team.url}/realm_exports/${id}`, { headers: { Authorization: auth } });
    if (response.status !== 200) return { status: response.status, text: await response.text(), files: {} };
    const files = await filesOfZip(Buffer.from(await response.arrayBuffer()));
    return { status: 200, text: Object.values(files).join('\n'), files };
  };
  return { ...team, run, text };
}

test('a public export contains public data and nothing private', async () => {
  const { ada, abe, mia, run, text } = await setUp();
  await ada.post('/user_groups/create', { name: 'gardeners', description: 'They garden', members: [mia.id] });
  const queues = await Promise.all([abe, mia].map((person) => person.registerQueue()));
  const { id } = await ada.post('/export/realm');
  const [pending] = (await abe.get('/export/realm')).exports;
  assert.deepEqual(
    [pending.id, pending.pending, pending.export_url, pending.export_type, pending.acting_user_id],
    [id, true, null, 1, ada.id],
  );
  await run();
  const [done] = (await abe.get('/export/realm')).exports;
  assert.deepEqual([done.pending, done.export_url], [false, `http://klatch.example/realm_exports/${id}`]);
  assert.deepEqual(
    (await queues[0]!.events()).map(({ type }) => type),
    ['realm_export', 'realm_export'],
  );
  assert.deepEqual(await queues[1]!.events(), []);
  const { files, text: all } = await text(abe, id);
  const realm = JSON.parse(files['realm.json']!);
  assert.deepEqual(
    realm.zerver_stream.map(({ name }: Reply) => name),
    ['hall'],
  );
  assert.ok(all.includes('a word for all'));
  assert.ok(!all.includes('a word for few'));
  assert.ok(!all.includes('a word for two'));
  assert.ok(!all.includes(mia.apiKey));
  assert.ok(realm.zerver_userprofile.some((user: Reply) => user.id === mia.id));
  assert.ok(realm.zerver_namedusergroup.some(({ name }: Reply) => name === 'gardeners'));
});

test('an export has only the addresses that its administrator can see', async () => {
  const { ada, mia, max, run, text } = await setUp();
  await mia.patch('/settings', { email_address_visibility: 4 });
  const { id } = await ada.post('/export/realm');
  await run();
  const { text: all } = await text(ada, id);
  assert.ok(all.includes(max.email));
  assert.ok(!all.includes(mia.email));
});

test('an export is an archive in the form of Zulip, or of JSON lines with the files', async () => {
  const { ada, mia, run, text } = await setUp();
  const { url } = await mia.upload('/user_uploads', { 'plan.txt': 'the plan' });
  await mia.sendMessage('hall', 'talk', `[plan](${url})`);
  const first = await ada.post('/export/realm');
  const second = await ada.post('/export/realm', { format: 'json' });
  await assertRejected(ada.request('POST', '/export/realm', { format: 'xml' }), /format/);
  await run();
  const { exports } = await ada.get('/export/realm');
  assert.deepEqual(
    exports.map(({ format }: Reply) => format),
    ['zulip', 'json'],
  );
  const zulip = (await text(ada, first.id)).files;
  assert.ok(zulip['realm.json'] && zulip['messages-000001.json'] && zulip['attachment.json']);
  const json = (await text(ada, second.id)).files;
  const lines = json['export.jsonl']!.trim().split('\n');
  assert.ok(lines.some((line) => JSON.parse(line).type === 'message'));
  for (const files of [zulip, json])
    assert.ok(Object.entries(files).some(([name, content]) => name.endsWith('plan.txt') && content === 'the plan'));
});

test('the file of an export is deleted after two weeks', async () => {
  const { app, ada, clock, run, text } = await setUp();
  const { id } = await ada.post('/export/realm');
  await run();
  const [made] = (await ada.get('/export/realm')).exports;
  assert.equal(made.expires, made.export_time + 14 * 86_400);
  clock.advance(14 * 86_400 + 1);
  await expiring.run(app);
  assert.equal((await text(ada, id)).status, 404);
  const [gone] = (await ada.get('/export/realm')).exports;
  assert.deepEqual([gone.export_url, gone.expires, gone.deleted_timestamp !== null], [null, null, true]);
});

test('an export with consent contains what consenting users can read', async () => {
  const { ada, mia, max, run, text } = await setUp();
  await max.assertReceives(() =>
    ada.assertReceives(() => mia.patch('/settings', { allow_private_data_export: true }), {
      type: 'realm_export_consent',
      user_id: mia.id,
      consented: true,
    }),
  );
  const { export_consents } = await ada.get('/export/realm/consents');
  assert.deepEqual(
    export_consents.filter(({ consented }: Reply) => consented),
    [{ user_id: mia.id, consented: true }],
  );
  const { id } = await ada.post('/export/realm', { export_type: 2 });
  await run();
  const ofMia = (await text(ada, id)).text;
  assert.ok(ofMia.includes('a word for two'));
  assert.ok(!ofMia.includes('a word for few') && !ofMia.includes('"vault"'));
  await max.patch('/settings', { allow_private_data_export: true });
  const next = (await ada.post('/export/realm', { export_type: 2 })).id;
  await run();
  assert.ok((await text(ada, next)).text.includes('a word for few'));
  await assertRejected(ada.request('POST', '/export/realm', { export_type: 3 }), /without consent is not allowed/);
});

test('a full export without consent is for owners only, and only if the operator allows it', async () => {
  const { ada, abe, mona, run, text } = await setUp({ fullExports: true });
  for (const person of [abe, mona])
    await assertRejected(
      person.request('POST', '/export/realm', { export_type: 3 }),
      /^Must be an organization/,
      'UNAUTHORIZED_PRINCIPAL',
    );
  const { id } = await ada.post('/export/realm', { export_type: 3 });
  await run();
  const whole = (await text(ada, id)).text;
  for (const words of ['a word for all', 'a word for few', 'a word for two', '"vault"'])
    assert.ok(whole.includes(words), words);
  assert.equal((await abe.get('/export/realm')).exports[0].export_type, 3);
  const outside = await text(abe, id);
  assert.deepEqual([outside.status, JSON.parse(outside.text).code], [400, 'UNAUTHORIZED_PRINCIPAL']);
});

test('only administrators see exports, and deleting one deletes its file', async () => {
  const { ada, mona, run, text } = await setUp();
  const { id } = await ada.post('/export/realm');
  await assertRejected(ada.request('DELETE', `/export/realm/${id}`), 'Export still in progress');
  await run();
  for (const [method, path] of [
    ['GET', '/export/realm'],
    ['POST', '/export/realm'],
    ['DELETE', `/export/realm/${id}`],
    ['GET', '/export/realm/consents'],
  ])
    await assertRejected(
      mona.request(method!, path!),
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    );
  const outside = await text(mona, id);
  assert.deepEqual([outside.status, JSON.parse(outside.text).code], [400, 'UNAUTHORIZED_PRINCIPAL']);
  assert.equal((await text(ada, id)).status, 200);
  await ada.delete(`/export/realm/${id}`);
  assert.equal((await text(ada, id)).status, 404);
  await assertRejected(ada.request('DELETE', `/export/realm/${id}`), 'Export already deleted');
  await assertRejected(ada.request('DELETE', '/export/realm/99'), 'Invalid data export ID');
  for (let count = 1; count < 5; count++) await ada.post('/export/realm');
  await assertRejected(ada.request('POST', '/export/realm'), 'Exceeded rate limit.');
});

test('other requests are answered while an export is made, and show its progress', async () => {
  const { ada, mia, max, run, text } = await setUp();
  for (let count = 0; count < 600; count++) await mia.sendDirectMessage([max], 'not for others');
  await mia.sendMessage('hall', 'talk', 'the last word');
  const { id } = await ada.post('/export/realm');
  const running = run();
  const seen: number[] = [];
  for (let isPending = true; isPending; ) {
    const [one] = (await ada.get('/export/realm')).exports;
    isPending = one.pending;
    if (one.progress !== null) seen.push(one.progress);
  }
  await running;
  assert.ok(seen.length > 0, 'a reply arrived while the export was made');
  assert.deepEqual(seen, seen.toSorted());
  const { text: all } = await text(ada, id);
  assert.ok(all.includes('the last word') && !all.includes('not for others'));
});

test('export_type is an integer in requests, responses and events, and newer names are accepted', async () => {
  const { ada } = await setUp();
  const queue = await ada.registerQueue();
  await ada.post('/export/realm', { export_type: 2 });
  await ada.post('/export/realm', { export_type: 'public' });
  const types = (exports: Reply[]) => exports.map(({ export_type }) => export_type);
  assert.deepEqual(types((await ada.get('/export/realm')).exports), [2, 1]);
  assert.deepEqual(
    (await queue.events()).map(({ exports }) => types(exports)),
    [[2], [2, 1]],
  );
  for (const export_type of [0, 4, 'everything', true])
    await assertRejected(ada.request('POST', '/export/realm', { export_type }), /export_type/);
});

test('an export during which somebody is erased starts again, and does not name them', async () => {
  const { app, ada, max, run, text } = await setUp();
  const { id } = await ada.post('/export/realm', { format: 'json' });
  const making = run();
  // By then, the export has the names of all users.
  while (app.memory.exportProgress.progress === 0) await turn();
  await ada.post(`/users/${max.id}/erase`, { messages: 'keep' });
  await continueErasures(app);
  await making;
  await run();
  // If it was complete before the erasure, it is deleted.
  const { status, text: all } = await text(ada, id);
  assert.ok(status === 404 || (status === 200 && all.includes('Mia')), `${status} ${all}`);
  assert.ok(!all.includes('Max'));
});
