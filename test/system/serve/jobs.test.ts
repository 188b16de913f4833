import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { job } from '../../../src/chat/declare.ts';
import { retention } from '../../../src/chat/messages/messages/jobs.ts';
import { expiry } from '../../../src/chat/people/invitations/jobs.ts';
import { startJobs } from '../../../src/kernel/jobs.ts';
import { newTeam } from '../../support/team.ts';

test('infrequent jobs also run soon after a start, so that a server restarted daily runs them', async () => {
  const { app } = newTeam();
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const done: string[] = [];
  const named = (name: string, every: number) => job({ name, every, run: () => void done.push(name) });
  const stop = startJobs(app, [named('often', 20), named('daily', 86_400)]);
  mock.timers.tick(59_000);
  assert.deepEqual(done, ['often', 'often']);
  mock.timers.tick(2000);
  assert.deepEqual(done.sort(), ['daily', 'often', 'often', 'often']);
  mock.timers.tick(86_400_000);
  assert.equal(done.filter((name) => name === 'daily').length, 2);
  await stop();
  done.length = 0;
  mock.timers.tick(200_000_000);
  assert.deepEqual(done, []);
  mock.timers.reset();
});

test('a job that throws is logged and runs again; stopping waits for a running job to end', async () => {
  const { app } = newTeam();
  mock.timers.enable({ apis: ['setInterval'] });
  const told: unknown[] = [];
  app.log.error = ((fields: unknown) => told.push(fields)) as never;
  let left = false;
  const failing = job({
    name: 'failing',
    every: 1,
    run() {
      throw new Error('no');
    },
  });
  const long = job({
    name: 'long',
    every: 1,
    async run(_, stopping) {
      while (!stopping!.aborted) await turn();
      left = true;
    },
  });
  const stop = startJobs(app, [failing, long]);
  mock.timers.tick(1000);
  await turn();
  mock.timers.tick(1000);
  await turn();
  assert.equal(told.length, 2);
  await stop();
  assert.ok(left);
  mock.timers.reset();
});

test('a clock set back undoes nothing and repeats nothing', async () => {
  const { app, clock, ada, mia } = newTeam();
  const id = (
    await ada.post('/channels/create', { name: 'brief', subscribers: [ada.id, mia.id], message_retention_days: 2 })
  ).id;
  await mia.sendMessage('brief', 'tea', 'first');
  await ada.post('/invites/multiuse', { invite_expires_in_minutes: 60 });
  const work = async () => {
    await retention.run(app);
    await expiry.run(app);
    app.db.commit();
    const messages = [...app.messages.listBetween(app.channels.byId(id)!.recipient_id, 0, Number.MAX_SAFE_INTEGER)];
    return [messages.length, app.invitations.all(0).length];
  };
  const [before] = await work();
  assert.ok(before! > 0);
  clock.advance(3 * 86_400);
  assert.deepEqual(await work(), [0, 0]);
  const queue = await mia.registerQueue();
  clock.advance(-10 * 86_400);
  assert.deepEqual(await work(), [0, 0]);
  await mia.sendMessage('brief', 'tea', 'said while the clock was wrong');
  assert.deepEqual(await work(), [1, 0]);
  clock.advance(10 * 86_400);
  assert.deepEqual(await work(), [0, 0], 'it is as old as it says');
  const heard = (await queue.events()).filter(({ type }) => type.endsWith('message'));
  assert.deepEqual(
    heard.map(({ type }) => type),
    ['message', 'delete_message'],
  );
});
