/**
 * The minimum cost of a message: bare node:http and better-sqlite3 with full durability, one INSERT, and waiting polls
 * answered after the commit, each event serialized once. It has no accounts, rules, rendering or search. It implements
 * just enough of the API for the same load generator: `node stand-in.ts FOLDER`.
 *
 * `node stand-in.ts FOLDER rows` stores messages as Klatch does (see rows.ts): the least that Klatch's sends can cost.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const [, , folder, rows] = process.argv;
const store = rows ? (await import('./rows.ts')).openRows(folder!) : plainRows(join(folder!, 'stand-in.sqlite'));

/** One table without an index. */
function plainRows(file: string): ReturnType<typeof import('./rows.ts').openRows> {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('wal_autocheckpoint = 10000');
  db.exec(
    'CREATE TABLE IF NOT EXISTS message (id INTEGER PRIMARY KEY, channel TEXT, topic TEXT, content TEXT, sent_at INTEGER) STRICT',
  );
  const begin = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  const insert = db.prepare('INSERT INTO message (channel, topic, content, sent_at) VALUES (?, ?, ?, ?)');
  return {
    add(channel, topic, content, timestamp) {
      if (!db.inTransaction) begin.run();
      const id = Number(insert.run(channel, topic, content, timestamp).lastInsertRowid);
      return { id, html: `<p>${content}</p>` };
    },
    commit: () => void commit.run(),
    close: () => db.close(),
  };
}

/**
 * Each queue has its own list of pending events, and its reply is joined from that list. Any server for clients of
 * different kinds must do this. One shared reply would be faster, but is only possible if all clients are alike. The
 * strings are shared, and ids rise alike in all queues, because all receive all events.
 */
interface Queue {
  pending: string[];
  /** The id of the first pending event. */
  first: number;
  waiting: ServerResponse | null;
}
const queues = new Map<string, Queue>();
let queuesMade = 0;
let nextEvent = 0;

/** Replies that the turn's COMMIT will release. */
let settling: { response: ServerResponse; body: string }[] = [];
let happened: string[] = [];

function settle(): void {
  store.commit();
  const settled = settling;
  const events = happened;
  settling = [];
  happened = [];
  nextEvent += events.length;
  for (const { response, body } of settled) answer(response, body);
  for (const queue of queues.values()) {
    for (const event of events) queue.pending.push(event);
    if (queue.waiting) tell(queue, queue.waiting);
  }
}

function tell(queue: Queue, response: ServerResponse): void {
  queue.waiting = null;
  answer(response, `{"result":"success","msg":"","events":[${queue.pending.join(',')}]}`);
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function send(response: ServerResponse, form: URLSearchParams): void {
  if (settling.length === 0) setImmediate(settle);
  const [channel, topic, content] = [form.get('to')!, form.get('topic')!, form.get('content')!];
  const timestamp = Math.floor(Date.now() / 1000);
  const { id, html } = store.add(channel, topic, content, timestamp);
  const event = {
    type: 'message',
    message: shown(id, channel, topic, html, timestamp),
    flags: [],
    id: nextEvent + happened.length,
  };
  happened.push(JSON.stringify(event));
  settling.push({ response, body: `{"result":"success","msg":"","id":${id}}` });
}

/** As many fields and bytes as a message in Zulip's API. */
function shown(id: number, channel: string, topic: string, html: string, timestamp: number): object {
  return {
    id,
    sender_id: 10,
    content: html,
    recipient_id: 20,
    timestamp,
    client: 'KlatchBench',
    subject: topic,
    topic_links: [],
    is_me_message: false,
    reactions: [],
    submessages: [],
    sender_full_name: 'Ada Lovelace',
    sender_email: 'user10@bench.example',
    sender_realm_str: '',
    display_recipient: channel,
    type: 'stream',
    stream_id: 30,
    avatar_url: null,
    content_type: 'text/html',
  };
}

function poll(response: ServerResponse, query: URLSearchParams): void {
  const queue = queues.get(query.get('queue_id')!)!;
  const gone = Math.max(0, Number(query.get('last_event_id')) + 1 - queue.first);
  queue.pending.splice(0, gone);
  queue.first += gone;
  if (queue.pending.length > 0) {
    tell(queue, response);
    return;
  }
  queue.waiting = response;
  response.once('close', () => {
    if (queue.waiting === response) queue.waiting = null;
  });
}

function register(response: ServerResponse): void {
  const id = `${++queuesMade}`;
  queues.set(id, { pending: [], first: nextEvent, waiting: null });
  answer(response, `{"result":"success","msg":"","queue_id":"${id}","last_event_id":${nextEvent - 1}}`);
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const [path, search] = request.url!.split('?');
  const route = `${request.method} ${path!.slice('/api/v1'.length)}`;
  if (route === 'GET /events') {
    poll(response, new URLSearchParams(search));
    return;
  }
  if (route === 'DELETE /events') queues.delete(new URLSearchParams(search).get('queue_id')!);
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (route === 'POST /messages') send(response, new URLSearchParams(body));
    else if (route === 'POST /register') register(response);
    else answer(response, '{"result":"success","msg":""}');
  });
}

const server = createServer({ keepAliveTimeout: 60_000 }, handle);
server.listen(0, '127.0.0.1', 4096, () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    store.close();
    process.exit(0);
  });
});
