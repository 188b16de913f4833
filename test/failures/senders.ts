import assert from 'node:assert/strict';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Login, type RunningServer, startServer } from '../support/process.ts';

/** The acknowledged messages, by id. */
export type Acknowledged = Map<number, string>;

export const serveOptions = (data: string, wrapper?: readonly string[]): Promise<RunningServer> =>
  startServer(
    ['serve', '--data', data, '--listen', '127.0.0.1:0', '--rate-limits', 'off', '--log-level', 'warn'],
    wrapper && { wrapper },
  );

/** Sends one message. Returns its id, the status of an error, or 0 without a response. */
export async function send(
  url: string,
  { user_id, email, api_key }: Login,
  content: string,
): Promise<{ id?: number; status: number }> {
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  const body = new URLSearchParams({ type: 'direct', to: `[${user_id}]`, content });
  try {
    const response = await fetch(`${url}/api/v1/messages`, { method: 'POST', headers: { authorization }, body });
    const { id } = (await response.json()) as { id?: number };
    return { status: response.status, ...(id !== undefined && { id }) };
  } catch {
    return { status: 0 };
  }
}

/** Sends in parallel until `until` returns true, and records what is acknowledged. Returns the statuses of errors. */
export async function keepSending(
  url: string,
  sender: Login,
  kept: Acknowledged,
  until: () => boolean,
  length = 200,
): Promise<number[]> {
  const refusals: number[] = [];
  const one = async (lane: number) => {
    for (let count = 0; !until(); count++) {
      const content = `${lane}.${count} ${'pear '.repeat(length / 5)}`.trim();
      const { id, status } = await send(url, sender, content);
      if (id !== undefined) kept.set(id, content);
      else refusals.push(status);
      if (status === 0) return;
    }
  };
  await Promise.all([1, 2, 3, 4].map(one));
  return refusals;
}

/** Asserts that the database in `folder` is intact and contains every acknowledged message. */
export function assertIntact(folder: string, kept: Acknowledged): void {
  const db = new Sqlite(join(folder, 'klatch.db'));
  try {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(db.pragma('foreign_key_check'), []);
    const content = db.prepare('SELECT content FROM message WHERE id = ?').pluck();
    for (const [id, text] of kept) assert.equal(content.get(id), text, `message ${id}`);
  } finally {
    db.close();
  }
}
