import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { searchRow } from '../../src/chat/messages/messages/search-index-repository.ts';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { createApp } from '../../src/server/create-app.ts';
import { Config } from '../../src/settings/config.ts';
import { type RunningServer, startServer, temporaryFolder } from '../support/process.ts';

/** ROUNDS=100 runs for hours. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SENDERS = 40;

interface Sender {
  id: number;
  authorization: string;
}
interface Sent {
  sender: Sender;
  local_id: string;
  content: string;
  /** undefined: there was no response. */
  id: number | undefined;
}

test('after a kill at any moment, no acknowledged message is lost or duplicated', async (t) => {
  const dataDir = temporaryFolder();
  const { senders, channel } = await createSenders(dataDir);
  const sent: Sent[] = [];
  const heard = new Map<number, string>();
  let server = await serve(dataDir);
  for (let round = 1; round <= ROUNDS; round++) {
    const before = sent.length;
    const listening = listen(server, senders[0]!, heard);
    const sending = senders.map((sender) => keepSending(server, sender, channel, round, sent));
    await firstAnswer(sent, before);
    await wait(Math.random() * 300);
    await server.stop('SIGKILL');
    await Promise.all([listening, ...sending]);

    server = await serve(dataDir);
    const known = new Set(sent.map(({ id }) => id));
    const newest = Math.max(...[...known, ...heard.keys()].filter((id) => id !== undefined));
    const lost = sent.slice(before).filter(({ id }) => id === undefined);
    t.diagnostic(`round ${round}: ${sent.length - before} sent, ${lost.length} without an answer`);
    await Promise.all(
      lost.map(async (one) => {
        const ids = await Promise.all([send(server, one, channel), send(server, one, channel)]);
        assert.equal(ids[0], ids[1], 'sent again twice at once, it is one message');
        assert.ok(!known.has(ids[0]!), 'and none that was acknowledged before');
        one.id = ids[0];
      }),
    );
    const again = sent[Math.floor(Math.random() * sent.length)]!;
    assert.equal(
      await send(server, again, channel),
      again.id,
      'what was acknowledged is the same message when sent again',
    );
    const last = {
      sender: senders[1]!,
      local_id: `${round}.last`,
      content: `the last of round ${round}`,
      id: undefined,
    };
    const lastId = await send(server, last, channel);
    assert.ok(lastId! > newest, 'ids go on above all that anybody was told');
    sent.push({ ...last, id: lastId });
    await search(server, senders[0]!);
    assertIntact(join(dataDir, 'klatch.db'), sent, heard);
  }
  assert.equal((await server.stop()).code, 0);
  assertIntact(join(dataDir, 'klatch.db'), sent, heard);
});

const serve = (dataDir: string): Promise<RunningServer> =>
  startServer(['serve', '--data', dataDir, '--listen', '127.0.0.1:0', '--rate-limits', 'off', '--log-level', 'warn']);

/** A new database with the senders, all in one channel. */
async function createSenders(dataDir: string) {
  const choices = {
    dataDir,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    rateLimits: false,
    logLevel: 'silent',
    development: false,
  };
  const app = createApp({
    config: new Config(choices),
    log: pino({ level: 'silent' }),
    database: join(dataDir, 'klatch.db'),
  });
  const senders = Array.from({ length: SENDERS }, (_, at): Sender => {
    const { id, email, api_key } = insertUser(app, {
      email: `sender${at}@example.com`,
      full_name: `Sender ${at}`,
      role: at === 0 ? 100 : 400,
    });
    return { id, authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` };
  });
  app.db.close();
  const server = await serve(dataDir);
  const channel = 'busy';
  const made = await post(server, senders[0]!, '/channels/create', {
    name: channel,
    subscribers: JSON.stringify(senders.map(({ id }) => id)),
  });
  assert.equal(made?.result, 'success', made?.msg);
  assert.equal((await server.stop()).code, 0);
  return { senders, channel };
}

/** Sends one message after another until the server is gone. Records each message before sending, and its response. */
async function keepSending(
  server: RunningServer,
  sender: Sender,
  channel: string,
  round: number,
  sent: Sent[],
): Promise<void> {
  for (let count = 1; ; count++) {
    const content = `apples pears round${round} sender${sender.id} count${count} **running** 漢字`;
    const one: Sent = { sender, local_id: `${round}.${count}`, content, id: undefined };
    sent.push(one);
    one.id = await send(server, one, channel).catch(() => undefined);
    if (one.id === undefined) return;
  }
}

/** The search index is updated by a search at the latest. */
async function search(server: RunningServer, { authorization }: Sender): Promise<void> {
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: '1',
    num_after: '0',
    narrow: '[["search","apples"]]',
  });
  const response = await fetch(`${server.url}/api/v1/messages?${query}`, { headers: { authorization } });
  assert.equal(((await response.json()) as any).messages.length, 1);
}

/** Returns the acknowledged id. Every fourth message is a direct one. */
async function send(
  server: RunningServer,
  { sender, local_id, content }: Sent,
  channel: string,
): Promise<number | undefined> {
  const direct = local_id.endsWith('4');
  const where: Record<string, string> = direct
    ? { type: 'direct', to: `[${sender.id}]` }
    : { type: 'channel', to: channel, topic: `topic ${local_id.length}` };
  const reply = await post(server, sender, '/messages', {
    ...where,
    content,
    queue_id: `queue-of-${sender.id}`,
    local_id,
  });
  assert.equal(reply.result, 'success', reply.msg);
  return reply.id;
}

async function post(server: RunningServer, { authorization }: Sender, path: string, fields: Record<string, string>) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as { result: string; msg: string; id: number; queue_id: string };
}

/** Receives message events until the server is gone. */
async function listen(server: RunningServer, listener: Sender, heard: Map<number, string>): Promise<void> {
  try {
    const { queue_id } = await post(server, listener, '/register', { event_types: '["message"]' });
    for (let last = -1; ; ) {
      const url = `${server.url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last}`;
      const { events } = (await (
        await fetch(url, { headers: { authorization: listener.authorization } })
      ).json()) as any;
      for (const { id, message } of events) {
        last = id;
        heard.set(message.id, message.content);
      }
    }
  } catch {
    return;
  }
}

async function firstAnswer(sent: readonly Sent[], from: number): Promise<void> {
  while (!sent.slice(from).some(({ id }) => id !== undefined)) await wait(5);
}

/** Asserts that the database is intact and contains exactly the acknowledged messages. */
function assertIntact(path: string, sent: readonly Sent[], heard: ReadonlyMap<number, string>): void {
  const db = new Sqlite(path, { readonly: true });
  try {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(db.pragma('foreign_key_check'), []);
    const rows = db
      .prepare('SELECT * FROM message WHERE sender_id IN (SELECT id FROM user WHERE NOT is_system) ORDER BY id')
      .all() as any[];
    const byId = new Map(rows.map((row) => [row.id as number, row]));
    assert.equal(byId.size, rows.length, 'ids are unique');
    for (const { sender, id, content } of sent) {
      assert.equal(byId.get(id!)?.content, content, `message ${id}`);
      assert.equal(byId.get(id!).sender_id, sender.id);
    }
    assert.equal(rows.length, sent.length, 'and there is nothing else');
    assert.equal(new Set(rows.map(({ content }) => content)).size, rows.length, 'each once');
    for (const [id, content] of heard) assert.equal(byId.get(id)?.content, content, `what was heard is there: ${id}`);
    const latest = new Map<number, number>();
    for (const { sender, id, local_id } of sent) {
      // A message sent again after a restart comes after it in order.
      if (!local_id.endsWith('last') && id! < (latest.get(sender.id) ?? 0))
        assert.fail(`ids of ${sender.id} do not rise`);
      latest.set(sender.id, id!);
    }
    assert.deepEqual(indexedWords(db), indexedWords(rebuildIndex(db)), 'the search index is that of the messages');
  } finally {
    db.close();
  }
}

/** Every word of the search index with its message and position. */
function indexedWords(db: Sqlite.Database): string[] {
  db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab(main, message_search, instance)');
  return db
    .prepare(
      `SELECT doc || ' ' || col || ' ' || "offset" || ' ' || term FROM temp.word ORDER BY doc, col, "offset", term`,
    )
    .pluck()
    .all() as string[];
}

/** A search index rebuilt from the messages in `db`. */
function rebuildIndex(db: Sqlite.Database): Sqlite.Database {
  const fresh = new Sqlite(':memory:');
  const schema = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'message_search'`).pluck().get() as string;
  fresh.exec(schema);
  const add = fresh.prepare('INSERT INTO message_search (rowid, marks, subject, content) VALUES (?, ?, ?, ?)');
  fresh.transaction(() => {
    for (const message of db
      .prepare('SELECT id, recipient_id, sender_id, topic_id, facts, subject, content FROM message')
      .all() as any[]) {
      const { marks, subject, content } = searchRow(message);
      add.run(message.id, marks, subject, content);
    }
  })();
  return fresh;
}
