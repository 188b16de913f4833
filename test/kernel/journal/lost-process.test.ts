import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { SeededRandom } from '../../../src/cli/dev/seeded-random.ts';
import { type MemoryJournal, useMemoryJournal } from '../../support/memory-journal.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 4);
const SEED = Number(process.env.SEED ?? 1);
/** The number of acknowledged turns after which the process is lost, at most. */
const MOST_TURNS = 40;

/** What clients have seen: the newest version of each message, and of the organization's name. */
interface Seen {
  messages: Map<number, number>;
  name: number;
}

test(`what any client has seen survives the loss of the process at any point, seed ${SEED}`, async (t) => {
  for (let round = 0; round < ROUNDS; round++) {
    const random = new SeededRandom(SEED + round);
    const folder = mkdtempSync(join(tmpdir(), 'klatch-lost-'));
    const { app, ada, mia, max } = newTeam();
    await ada.post('/channels/create', { name: 'lunch', subscribers: [ada.id, mia.id, max.id] });
    const queues = await Promise.all(
      [mia, max].map((person) => person.registerQueue({ event_types: ['message', 'realm'] })),
    );
    const journal = useMemoryJournal(app.db);
    journal.onAppend = (position) => app.db.script(`VACUUM INTO '${join(folder, `${position}.db`)}'`);
    const seen: Seen = { messages: new Map(), name: 0 };
    const isOver = () => journal.confirmed >= limit;
    const limit = 10 + random.below(MOST_TURNS - 10);
    const clients = [
      ...[ada, mia, max].map((person) => write(person, seen, random, isOver)),
      ...[mia, max].map((person) => read(person, seen, random, isOver)),
      ...queues.map(async (queue) => {
        while (!isOver()) for (const event of await queue.events()) note(seen, event);
      }),
    ];
    await acknowledge(journal, random, isOver);
    journal.lose();
    // Some requests are never answered.
    await Promise.race([Promise.allSettled(clients), wait(500)]);
    inspect(join(folder, `${journal.confirmed}.db`), seen);
    t.diagnostic(`${journal.confirmed} turns, ${journal.waiting.length} lost, ${seen.messages.size} messages seen`);
    app.db.onLost = () => {};
    rmSync(folder, { recursive: true });
  }
});

/** Acknowledges turns late and in any order. */
async function acknowledge(journal: MemoryJournal, random: SeededRandom, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(random.below(15));
    const { waiting } = journal;
    if (waiting.length > 0) journal.acknowledge(random.pick(waiting));
  }
}

async function write(person: TestUser, seen: Seen, random: SeededRandom, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const known = [...seen.messages.keys()];
    if (random.chance(0.1)) {
      await person.request('PATCH', '/realm', { name: `Kitchen ${seen.name + 1}` });
    } else if (known.length > 0 && random.chance(0.3)) {
      const id = random.pick(known);
      await person.request('PATCH', `/messages/${id}`, { content: `version ${seen.messages.get(id)! + 1}` });
    } else {
      const { id } = await person.post('/messages', {
        type: 'channel',
        to: 'lunch',
        topic: 'today',
        content: 'version 1',
      });
      noteMessage(seen, id, 1);
    }
  }
}

async function read(person: TestUser, seen: Seen, random: SeededRandom, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (random.chance(0.3)) {
      const { realm_name } = await person.post('/register', { fetch_event_types: ['realm'] });
      noteName(seen, realm_name);
      continue;
    }
    const fields = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
    const { messages } = await person.get('/messages', fields);
    for (const message of messages) note(seen, { type: 'message', message });
  }
}

function note(seen: Seen, event: Reply): void {
  if (event.type === 'message') noteMessage(seen, event.message.id, versionIn(event.message.content));
  else if (event.property === 'name') noteName(seen, event.value);
}

const versionIn = (text: string): number => Number(/(?:version|Kitchen) (\d+)/.exec(text)?.[1] ?? 0);

function noteMessage(seen: Seen, id: number, version: number): void {
  seen.messages.set(id, Math.max(version, seen.messages.get(id) ?? 0));
}

function noteName(seen: Seen, name: string): void {
  seen.name = Math.max(seen.name, versionIn(name));
}

/** The database as of the last acknowledged turn has everything that was seen. */
function inspect(path: string, seen: Seen): void {
  const db = new Sqlite(path, { readonly: true });
  try {
    const content = db.prepare('SELECT content FROM message WHERE id = ?').pluck();
    for (const [id, version] of seen.messages) {
      const stored = content.get(id) as string | undefined;
      assert.ok(stored !== undefined, `message ${id} was seen and is gone`);
      assert.ok(versionIn(stored) >= version, `version ${version} of message ${id} was seen; it is "${stored}"`);
    }
    const name = db.prepare(`SELECT value FROM realm_setting WHERE name = 'name'`).pluck().get();
    assert.ok(versionIn(String(name)) >= seen.name, `the name Kitchen ${seen.name} was seen`);
  } finally {
    db.close();
  }
}
