import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import type { App } from '../../src/app.ts';
import { COST } from '../../src/chat/people/sign-in/password-checks.ts';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { endpoints, states } from '../../src/declarations.ts';
import { eventSchema } from '../../src/kernel/events/event.ts';
import { validationError } from '../../src/kernel/http/check.ts';
import { createServer } from '../../src/kernel/http/server.ts';
import { listTexts, sharedParts, TextPool, wholeReply, withParts } from '../../src/kernel/http/shared-text.ts';
import { pages } from '../../src/pages/contents.ts';
import { makeSite } from '../../src/pages/kit/site.ts';
import { createApp } from '../../src/server/create-app.ts';
import { type Choices, Config } from '../../src/settings/config.ts';
import type { Role } from '../../src/shared/roles.ts';
import { openInMemory } from './empty-database.ts';
import { TestCluster } from './followers.ts';
import { sendRequest } from './http-request.ts';
import { storageChoices } from './s3-server.ts';
import { eventsByStream, type Form } from './streams.ts';

/** Password hashes in tests need no strength. */
Object.assign(COST, { memoryCost: 1024, timeCost: 2 });

type Fields = Record<string, unknown>;
export type Reply = Record<string, any>;
export interface ReceivedEvent extends Reply {
  type: string;
}

/** The capabilities of a current client. */
export const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

/** The parts of the state that /register may return. */
const STATE = Object.fromEntries(
  states.flatMap(({ shape }) => Object.entries(shape)).map(([name, schema]) => [name, Type.Optional(schema)]),
);

/** A clock that stands still and that tests set. */
export class TestClock {
  ms = Date.UTC(2026, 10, 21, 12, 0, 0);
  now = (): number => this.ms;
  advance(seconds: number): void {
    this.ms += seconds * 1000;
  }
}

/** A user who uses the API over HTTP, as a client does. */
export class TestUser {
  readonly team: Team;
  readonly id: number;
  readonly email: string;
  readonly name: string;
  apiKey: string;

  constructor(
    team: Team,
    { id, email, full_name, api_key }: { id: number; email: string; full_name: string; api_key: string },
  ) {
    this.team = team;
    this.id = id;
    this.email = email;
    this.name = full_name;
    this.apiKey = api_key;
  }

  /** Sends a request. Returns the response for any status, with `status`. */
  async request(
    method: string,
    path: string,
    fields: Fields = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const auth = Buffer.from(`${this.email}:${this.apiKey}`).toString('base64');
    return this.team.request(method, path, fields, { Authorization: `Basic ${auth}`, ...headers });
  }

  get = (path: string, fields?: Fields): Promise<Reply> => this.#succeed('GET', path, fields);
  post = (path: string, fields?: Fields): Promise<Reply> => this.#succeed('POST', path, fields);
  patch = (path: string, fields?: Fields): Promise<Reply> => this.#succeed('PATCH', path, fields);
  delete = (path: string, fields?: Fields): Promise<Reply> => this.#succeed('DELETE', path, fields);

  /** Uploads files with a form. Returns the response for any status. */
  async upload(path: string, files: Record<string, Uint8Array | string>, fields: Fields = {}): Promise<Reply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    for (const [name, bytes] of Object.entries(files))
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer> | string]), name);
    const auth = Buffer.from(`${this.email}:${this.apiKey}`).toString('base64');
    const url = `${await this.team.url}/api/v1${path}`;
    const response = await fetch(url, { method: 'POST', headers: { Authorization: `Basic ${auth}` }, body: form });
    return { ...((await response.json()) as Reply), status: response.status };
  }

  /** Fetches something that is not JSON, as a browser does. */
  async fetch(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const auth = Buffer.from(`${this.email}:${this.apiKey}`).toString('base64');
    return fetch((await this.team.url) + path, {
      redirect: 'manual',
      headers: { Authorization: `Basic ${auth}`, ...headers },
    });
  }

  /** Registers an event queue of this user. */
  async registerQueue(options: Fields = {}): Promise<Queue> {
    const { queue_id } = await this.post('/register', {
      client_capabilities: CAPABILITIES,
      fetch_event_types: [],
      apply_markdown: true,
      ...options,
    });
    return new Queue(this, queue_id);
  }

  /**
   * Runs the action and asserts that this user receives exactly these events in this order (or none). Keys that are not
   * given are not compared.
   */
  async assertReceives(action: () => Promise<unknown> | unknown, ...expected: Reply[]): Promise<ReceivedEvent[]> {
    const queue = await this.registerQueue();
    await action();
    const heard = await queue.events();
    assertEvents(this.name, heard, expected);
    return heard;
  }

  /** Sends to a channel's topic. Returns the message's id. */
  async sendMessage(channel: string, topic: string, content: string): Promise<number> {
    return (await this.post('/messages', { type: 'channel', to: channel, topic, content })).id;
  }

  /** Sends a direct message. Returns its id. */
  async sendDirectMessage(people: TestUser[], content: string): Promise<number> {
    return (await this.post('/messages', { type: 'direct', to: people.map(({ id }) => id), content })).id;
  }

  async #succeed(method: string, path: string, fields?: Fields): Promise<Reply> {
    const reply = await this.request(method, path, fields);
    assert.equal(reply.status, 200, `${this.name}: ${method} ${path} answered ${reply.status} ${reply.msg}`);
    return reply;
  }
}

/** An event queue, read without waiting. */
export class Queue {
  readonly owner: TestUser;
  readonly id: string;
  readonly #form: Form;
  #last = -1;

  constructor(owner: TestUser, id: string, form: Form = 'poll') {
    this.owner = owner;
    this.id = id;
    this.#form = form;
  }

  /** The events since the last call. Asserts that their ids rise by one, and acknowledges them. */
  async events(): Promise<ReceivedEvent[]> {
    const query = { queue_id: this.id, last_event_id: this.#last };
    const { events } =
      this.#form === 'stream'
        ? await eventsByStream(this.owner, query)
        : await this.owner.get('/events', { ...query, dont_block: true });
    for (const { id } of events) {
      assert.equal(id, this.#last + 1, 'event ids rise by one');
      this.#last = id;
    }
    return events.map(({ id: _id, ...event }: ReceivedEvent) => event);
  }
}

export function assertEvents(who: string, heard: ReceivedEvent[], expected: Reply[]): void {
  const told = heard.map(({ type, op }) => (op ? `${type}/${op}` : type));
  const wanted = expected.map(({ type, op }) => (op ? `${type}/${op}` : type));
  assert.deepEqual(told, wanted, `${who} hears`);
  expected.forEach((event, at) => assertIncludes(heard[at], event, `${who} hears ${wanted[at]}`));
}

/** Asserts that every key of `expected`, at any depth, is in `actual`. */
export function assertIncludes(actual: any, expected: any, message: string): void {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected))
    assert.deepEqual(actual, expected, message);
  else for (const [key, value] of Object.entries(expected)) assertIncludes(actual?.[key], value, `${message}: ${key}`);
}

/** Asserts the code and message of an error. The message may be a pattern. */
export async function assertRejected(asking: Promise<Reply>, message: string | RegExp, code?: string): Promise<Reply> {
  const reply = await asking;
  assert.equal(reply.result, 'error', `refused, not ${JSON.stringify(reply).slice(0, 200)}`);
  if (typeof message === 'string') assert.equal(reply.msg, message);
  else assert.match(reply.msg, message);
  if (code) assert.equal(reply.code, code);
  return reply;
}

/**
 * A server with users, on a real in-memory database and real HTTP. Asserts that every response and event has its
 * declared shape.
 */
export class Team {
  readonly app: App;
  readonly clock = new TestClock();
  readonly #start: () => Promise<string>;
  #url: Promise<string> | undefined;
  readonly #server = { stop: (): void => {} };

  constructor(choices: Partial<Choices> = {}) {
    const config = new Config({
      dataDir: mkdtempSync(join(tmpdir(), 'klatch-team-')),
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'http://klatch.example',
      rateLimits: false,
      logLevel: 'silent',
      development: false,
      ...(process.env.S3_SERVER && storageChoices(process.env.S3_SERVER, `team-${randomUUID()}`)),
      ...choices,
    });
    const options = { config, log: pino({ level: 'silent' }), clock: this.clock };
    if (process.env.FOLLOWER) {
      // Everybody uses a process that follows the one that writes.
      const cluster = new TestCluster(options, checkAnswers);
      cluster.acknowledgesLate = process.env.FOLLOWER === 'late';
      this.app = cluster.writer.app;
      this.#start = async () => (await cluster.addFollower('b')).url;
    } else {
      this.app = createApp({ ...options, database: ':memory:', connect: openInMemory });
      checkAnswers(this.app);
      this.app.site = makeSite(this.app, pages);
      this.#start = () => this.#listen();
    }
    // Not where the server starts: that can be inside one of several tests which share it.
    cleanUpAfter(this.#server, config.dataDir);
  }

  /** The server's URL. */
  get url(): Promise<string> {
    return (this.#url ??= this.#start());
  }

  #listen(): Promise<string> {
    const server = createServer(this.app, endpoints);
    this.#server.stop = () => {
      server.closeAllConnections();
      server.close();
    };
    return new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
  }

  /** A new account, created without any permission check. */
  addUser(name: string, role: Role, more: { bot_type?: number; bot_owner_id?: number } = {}): TestUser {
    const user = insertUser(this.app, { email: `${name.toLowerCase()}@example.com`, full_name: name, role, ...more });
    this.app.db.commit();
    return new TestUser(this, user);
  }

  /**
   * A request without an account unless a header contains one. Returns `status` and `headers` beside the response's
   * fields; its own `status` field is `own_status`.
   */
  async request(
    method: string,
    path: string,
    fields: Fields = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    // Without a key, requests use the paths of browsers.
    const prefix = /^\/(json|api|accounts|static|avatar|user_avatars|user_uploads|join)\//.test(path)
      ? ''
      : headers.Authorization
        ? '/api/v1'
        : '/json';
    const base = (await this.url) + prefix + path;
    const isRead = method === 'GET' || method === 'HEAD';
    const address = isRead && form.size ? `${base}?${form}` : base;
    const { response, text } = await sendRequest(address, method, headers, isRead ? undefined : form);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const reply: Reply = isJson && text ? JSON.parse(text) : {};
    const theirs = reply.status === undefined ? {} : { own_status: reply.status };
    return { ...reply, ...theirs, status: response.status, headers: response.headers };
  }
}

/**
 * Stops a server after the test, and deletes its folder. Node keeps the hook, and what its scope refers to, until all
 * tests of the process have ended: it must not refer to the app, or hundreds of them stay in memory.
 */
function cleanUpAfter(server: { stop(): void }, dataDir: string): void {
  after(async () => {
    server.stop();
    server.stop = () => {};
    // The image process may still write into it.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });
}

/** Makes a server compare all its answers and events with their declarations. */
function checkAnswers(app: App): void {
  app.checkReply = (endpoint, reply) => {
    const returns = endpoint.path === '/register' ? { ...STATE, ...endpoint.returns } : endpoint.returns;
    fail(validationError(Type.Object(returns), reply, `${endpoint.method} ${endpoint.path}`, true));
  };
  const { sharedStates } = app.memory;
  const readShared = sharedStates.read.bind(sharedStates);
  sharedStates.read = (...request) => {
    const parts = readShared(...request);
    const [, { types, read }, { as, late }] = request;
    const readText = (fields: typeof parts) => JSON.stringify(wholeReply(withParts({}, listTexts(fields))));
    if (!late && readText(parts) !== readText(sharedParts(read(as), new TextPool())))
      throw new Error(`The shared state of ${types} is out of date`);
    return parts;
  };
  app.events.check = (declaration, event) => {
    const name = `${declaration.type}/${declaration.op ?? ''}`;
    fail(validationError(eventSchema(declaration), { id: 0, ...event }, name, true));
  };
}

function fail(wrong: string | undefined): void {
  if (wrong) throw new Error(`Not as declared: ${wrong}`);
}

/**
 * The usual users: ada owns the organization, abe is an administrator, mona a moderator, mia and max are members, gus
 * is a guest.
 */
export function newTeam(choices?: Partial<Choices>) {
  const team = new Team(choices);
  return {
    team,
    app: team.app,
    clock: team.clock,
    ada: team.addUser('Ada', 100),
    abe: team.addUser('Abe', 200),
    mona: team.addUser('Mona', 300),
    mia: team.addUser('Mia', 400),
    max: team.addUser('Max', 400),
    gus: team.addUser('Gus', 600),
  };
}
