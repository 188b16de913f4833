import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/port.ts';
import {
  createAccount,
  type Login,
  type RunningServer,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../support/process.ts';
import { waitUntil } from '../support/until.ts';

const FILE = 'event-queues.jsonl';

/** Starts a server on the same port each time. */
async function newServer(): Promise<{ data: string; ada: Login; start(): Promise<RunningServer>; url: string }> {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const port = await freePort();
  const args = ['serve', '--data', data, '--listen', `127.0.0.1:${port}`, '--rate-limits', 'off'];
  return { data, ada, start: () => startServer(args), url: `http://127.0.0.1:${port}` };
}

const say = async (url: string, ada: Login, content: string): Promise<boolean> => {
  const fields = { type: 'direct', to: [ada.user_id], content };
  return sendRequest(url, ada, 'POST', '/messages', fields).then(
    ({ status }) => status === 200,
    () => false,
  );
};

async function register(url: string, ada: Login, ...more: string[]): Promise<string> {
  const types = { event_types: ['message', ...more], fetch_event_types: [] };
  return (await sendRequest(url, ada, 'POST', '/register', types)).reply.queue_id;
}

/** Clients of one server, whose requests fail while it is down. */
class Listener {
  readonly heard: string[] = [];
  readonly ids: number[] = [];
  /** Set when the queue is lost. */
  code: string | undefined;
  isStopped = false;
  readonly ended: Promise<void>;

  constructor(url: string, ada: Login, queue_id: string) {
    this.ended = this.#listen(url, ada, queue_id);
  }

  async #listen(url: string, ada: Login, queue_id: string): Promise<void> {
    let last_event_id = -1;
    while (!this.isStopped && this.code === undefined) {
      const asked = await sendRequest(url, ada, 'GET', '/events', { queue_id, last_event_id }).catch(() => undefined);
      if (!asked) await wait(20);
      else if (asked.reply.result !== 'success') this.code = asked.reply.code;
      for (const { id, type, message } of asked?.reply.events ?? []) {
        last_event_id = id;
        this.ids.push(id);
        if (type === 'message') this.heard.push(message.content);
      }
    }
  }
}

test('after a kill, clients continue with their queues, and no event is lost or doubled', async () => {
  const { data, ada, start, url } = await newServer();
  let server = await start();
  const listeners: Listener[] = [];
  for (const more of [[], ['restart'], ['restart', 'presence']])
    listeners.push(new Listener(url, ada, await register(url, ada, ...more)));
  const expected: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 20; count++) {
      expected.push(`${round}.${count}`);
      assert.ok(await say(url, ada, `${round}.${count}`));
    }
    await wait(50);
    await server.stop('SIGKILL');
    assert.ok(existsSync(join(data, FILE)));
    server = await start();
  }
  expected.push('the end');
  await say(url, ada, 'the end');
  for (const one of listeners) {
    await waitUntil(() => one.heard.at(-1) === 'the end' || one.code);
    assert.equal(one.code, undefined);
    assert.deepEqual(one.heard, expected);
    assert.deepEqual(one.ids, [...one.ids.keys()], 'their IDs rise by one');
    one.isStopped = true;
  }
  assert.equal((await server.stop()).code, 0);
  await Promise.all(listeners.map(({ ended }) => ended));
  assert.equal(existsSync(join(data, FILE)), false, 'a planned restart saves queues in the database');
});

test('after a kill under load, a queue continues without a gap or is gone', async (t) => {
  const { ada, start, url } = await newServer();
  for (let round = 0; round < 4; round++) {
    let server = await start();
    const listener = new Listener(url, ada, await register(url, ada));
    const acknowledged: string[] = [];
    let isDone = false;
    const sending = Array.from({ length: 8 }, async (_, lane) => {
      for (let count = 0; !isDone; count++)
        if (await say(url, ada, `${lane}.${count}`)) acknowledged.push(`${lane}.${count}`);
        else return;
    });
    await waitUntil(() => acknowledged.length > 20);
    await wait(Math.random() * 100);
    isDone = true;
    await server.stop('SIGKILL');
    await Promise.all(sending);
    server = await start();
    await say(url, ada, 'the end');
    await waitUntil(() => listener.code ?? listener.heard.includes('the end'));
    t.diagnostic(`${acknowledged.length} acknowledged; the queue ${listener.code ? 'is gone' : 'continued'}`);
    if (listener.code) assert.equal(listener.code, 'BAD_EVENT_QUEUE_ID');
    else {
      assert.deepEqual(
        acknowledged.filter((content) => !listener.heard.includes(content)),
        [],
      );
      assert.equal(new Set(listener.heard).size, listener.heard.length);
      assert.deepEqual(listener.ids, [...listener.ids.keys()]);
    }
    listener.isStopped = true;
    await server.stop();
    await listener.ended;
  }
});

/** What happens to the files of a server that was killed. `earlier` has copies from before the last message. */
const CHANGES: Record<string, (data: string, earlier: string) => void> = {
  'the last line was not written completely': (data) =>
    truncateSync(join(data, FILE), readFileSync(join(data, FILE)).length - 5),
  'the machine was started again': (data) => edit(data, (text) => text.replace(/"boot":"[^"]+"/, '"boot":"another"')),
  'the file is older than the database': (data, earlier) => copyFileSync(join(earlier, FILE), join(data, FILE)),
  'the file is newer than the database'(data, earlier) {
    for (const name of ['klatch.db', 'klatch.db-wal']) copyFileSync(join(earlier, name), join(data, name));
  },
  'the file cannot be read'(data) {
    rmSync(join(data, FILE));
    symlinkSync('/', join(data, FILE));
  },
  'the file is damaged': (data) => edit(data, (text) => text.replace('"queue":', '"que')),
};

const edit = (data: string, change: (text: string) => string): void =>
  writeFileSync(join(data, FILE), change(readFileSync(join(data, FILE), 'utf8')));

test('queues are gone if the file of queues does not fit the database', async (t) => {
  const { data, ada, start, url } = await newServer();
  for (const [what, change] of Object.entries(CHANGES))
    await t.test(what, async () => {
      let server = await start();
      const queue_id = await register(url, ada);
      assert.ok(await say(url, ada, 'one'));
      const earlier = temporaryFolder();
      for (const name of ['klatch.db', 'klatch.db-wal', FILE]) copyFileSync(join(data, name), join(earlier, name));
      assert.ok(await say(url, ada, 'two'));
      await server.stop('SIGKILL');
      change(data, earlier);
      server = await start();
      const { reply } = await sendRequest(url, ada, 'GET', '/events', {
        queue_id,
        last_event_id: -1,
        dont_block: true,
      });
      assert.equal(reply.code, 'BAD_EVENT_QUEUE_ID');
      assert.equal((await server.stop()).code, 0);
    });
  await t.test('but a torn line after a whole one is ignored', async () => {
    let server = await start();
    const queue_id = await register(url, ada);
    assert.ok(await say(url, ada, 'one'));
    await server.stop('SIGKILL');
    edit(data, (text) => `${text}{"heartb`);
    server = await start();
    const { reply } = await sendRequest(url, ada, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
    assert.deepEqual(
      reply.events.map(({ type }: { type: string }) => type),
      ['message'],
    );
    assert.equal((await server.stop()).code, 0);
  });
});
