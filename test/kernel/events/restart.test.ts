import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { App } from '../../../src/app.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { replaceKey } from '../../../src/chat/people/users/key-actions.ts';
import { changeRole, deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import type { User } from '../../../src/chat/people/users/types.ts';
import { keepQueues, resumeQueues, takeQueues } from '../../../src/chat/register/actions.ts';
import { clientKind } from '../../../src/kernel/events/client.ts';
import { event } from '../../../src/kernel/events/event.ts';
import { EventQueues } from '../../../src/kernel/events/queues.ts';
import { CAPABILITIES, newTeam } from '../../support/team.ts';

const noted = event('alert_words', undefined, { alert_words: Type.Array(Type.String()) });

test('queues continue without a gap after a planned restart, and receive a restart event', async () => {
  const { app, mia, max } = newTeam();
  const say = (word: string) => app.db.write(() => app.events.publish(noted({ alert_words: [word] }), [mia.id]));
  const listening = { fetch_event_types: [], client_capabilities: CAPABILITIES, narrow: [['is', 'dm']] };
  const { queue_id } = await mia.post('/register', listening);
  await max.post('/register', { fetch_event_types: [], event_types: ['message'] });
  const poll = (last_event_id: number) => mia.request('GET', '/events', { queue_id, last_event_id, dont_block: true });
  say('one');
  say('two');
  assert.equal((await poll(-1)).events.length, 2);
  assert.equal((await poll(0)).events.length, 1);

  keepQueues(app);
  for (const queue of [...app.queues.all]) app.queues.remove(queue);
  resumeQueues(app);

  assert.equal(app.queues.count, 2);
  assert.equal(
    app.queues.ofUser(mia.id)[0]!.kind,
    clientKind({ ...CAPABILITIES, apply_markdown: false, client_gravatar: true }),
  );
  assert.deepEqual(app.queues.ofUser(mia.id)[0]!.narrow, [['is', 'dm']]);
  say('three');
  const { events } = await poll(0);
  assert.deepEqual(
    events.map(({ id, type }: { id: number; type: string }) => [id, type]),
    [
      [1, 'alert_words'],
      [2, 'restart'],
      [3, 'alert_words'],
    ],
  );
  assert.equal(events[1].zulip_feature_level, 421);
  assert.equal('service_feature_level' in events[1], false);
  assert.ok(Number.isInteger(events[1].server_generation));
  assert.equal((await poll(0)).events.length, 3);
  assert.equal(
    (await mia.request('GET', '/events', { queue_id, last_event_id: -1 })).code,
    'BAD_REQUEST',
    'what was acknowledged stays so',
  );
  assert.equal(app.savedQueues.all().length, 0, 'a crash later loses queues rather than repeats them');
  assert.equal(app.queues.ofUser(max.id)[0]!.events.length, 0, 'who asked for messages only hears nothing of it');
});

test('a queue that nobody polls after a restart is deleted after two minutes', async () => {
  const { app, clock, mia, max } = newTeam();
  const [used, left] = [await mia.registerQueue(), await max.registerQueue()];
  keepQueues(app);
  for (const queue of [...app.queues.all]) app.queues.remove(queue);
  resumeQueues(app);
  await used.events();
  clock.advance(119);
  app.queues.sweep();
  assert.equal(app.queues.count, 2);
  clock.advance(1);
  app.queues.sweep();
  assert.deepEqual([...app.queues.listListeners()], [mia.id]);
  clock.advance(470);
  app.queues.sweep();
  assert.deepEqual([...app.queues.listListeners()], [mia.id], 'the other lives as long as ever');
  assert.notEqual(left.id, used.id);
});

/** Performs changes while the server is stopped, as a command does or as a later server does. */
function whileStopped(app: App, work: () => void, byCommand: boolean): void {
  keepQueues(app);
  for (const queue of [...app.queues.all]) app.queues.remove(queue);
  if (byCommand) takeQueues(app);
  work();
  app.db.commit();
  if (byCommand) keepQueues(app);
  for (const queue of [...app.queues.all]) app.queues.remove(queue);
  resumeQueues(app);
}

const CHANGES: Record<string, (app: App, user: User) => void> = {
  'was demoted to guest': (app, user) => changeRole(app, undefined, user, 600),
  'was deactivated': (app, user) => deactivateUser(app, undefined, user),
  'got another password': (app, user) => setPassword(app, user, 'hash'),
  'got another API key': (app, user) => void replaceKey(app, user),
};
for (const [what, change] of Object.entries(CHANGES))
  test(`a saved queue is not continued for an account that ${what} while the server was stopped`, async () => {
    const { app, mia, max } = newTeam();
    app.db.write(() => app.users.setPassword('former hash', mia.id));
    await mia.registerQueue({ all_public_streams: true });
    await max.registerQueue();
    whileStopped(app, () => change(app, app.users.byId(mia.id)!), false);
    assert.deepEqual([...app.queues.listListeners()], [max.id]);
    assert.equal(app.queues.publicListeners.size, 0);
  });

test('a command on a stopped server publishes its events to the saved queues', async () => {
  const { app, mia, max, ada } = newTeam();
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'public' }] });
  const queue = await mia.registerQueue({ all_public_streams: true });
  await max.registerQueue();
  const change = () => {
    changeRole(app, undefined, app.users.byId(mia.id)!, 600);
    deactivateUser(app, undefined, app.users.byId(max.id)!);
  };
  whileStopped(app, change, true);
  await ada.sendMessage('public', 'x', 'not for guests');
  const types = (await queue.events()).map(({ type, person }: any) => [type, person?.role]);
  assert.ok(types.some(([type, role]) => type === 'realm_user' && role === 600));
  assert.ok(!types.some(([type]) => type === 'message'));
  assert.deepEqual([...app.queues.listListeners()], [mia.id]);
});

test('a stopping server answers all pending polls with no events', () => {
  const queues = new EventQueues({ now: () => 0 });
  const queue = queues.create({
    userId: 1,
    kind: clientKind({}),
    eventTypes: null,
    narrow: [],
    receivesPublic: false,
    isBrowser: false,
    lifespan: 600,
  });
  const answers: string[] = [];
  const poll = {
    session: undefined,
    send: undefined,
    answer: (body: string) => void answers.push(body),
    refuse: assert.fail,
  };
  queues.listen(queue, poll, { lastEventId: undefined, dontBlock: false, isStream: false });
  queues.release();
  assert.deepEqual(answers, ['{"result":"success","msg":"","events":[]}']);
});
