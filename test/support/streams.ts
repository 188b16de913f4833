import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, TestUser } from './team.ts';

/** How a client waits for events. */
const FORMS = ['poll', 'stream'] as const;
export type Form = (typeof FORMS)[number];

/** Runs a test for polls and for streams. */
export function testForms(title: string, run: (form: Form) => Promise<void>): void {
  for (const form of FORMS) test(`${title} (${form})`, () => run(form));
}

/** Opens a stream, with the user's API key or with these cookies. */
export async function openStream(person: TestUser, query: Record<string, unknown>, Cookie?: string): Promise<Stream> {
  const Authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
  const defined = Object.entries({ ...query, stream: true }).filter(([, value]) => value !== undefined);
  const leaving = new AbortController();
  const search = new URLSearchParams(defined.map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${await person.team.url}${Cookie ? '/json' : '/api/v1'}/events?${search}`, {
    headers: Cookie ? { Cookie } : { Authorization },
    signal: leaving.signal,
  });
  return { response, parts: splitMessage(response), leave: () => leaving.abort() };
}

interface Stream {
  response: Response;
  /** The answers that came in parts so far. */
  parts: AsyncGenerator<Reply>;
  leave(): void;
}

async function* splitMessage(response: Response): AsyncGenerator<Reply> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (text + piece).split('\n\n');
    text = parts.pop()!;
    for (const part of parts) yield JSON.parse(/^data: (.*)$/s.exec(part)![1]!);
  }
  assert.equal(text, '');
}

/** Waits for events in one of the forms. Returns the first answer with events, or the error. */
export function waitForEvents(form: Form, person: TestUser, query: Record<string, unknown>): Promise<Reply> {
  return form === 'poll' ? person.request('GET', '/events', query) : firstEvents(person, query);
}

/** A stream that is rejected ends without a last part, and the next request gets the error. */
async function firstEvents(person: TestUser, query: Record<string, unknown>): Promise<Reply> {
  const { response, parts, leave } = await openStream(person, query);
  if (response.headers.get('content-type') === 'application/json')
    return { ...((await response.json()) as Reply), status: response.status };
  const received: Reply[] = [];
  for await (const part of parts) {
    received.push({ ...part, status: 200 });
    if (part.events.length > 0) break;
  }
  leave();
  const last = received.at(-1)!;
  const isRejected = received.length === 1 && last.events.length === 0;
  return isRejected ? person.request('GET', '/events', { ...query, dont_block: true }) : last;
}

/** The events that a queue has now, from the first part of a stream. */
export async function eventsByStream(person: TestUser, query: Record<string, unknown>): Promise<Reply> {
  const { response, parts, leave } = await openStream(person, query);
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const reply = isStream ? (await parts.next()).value : await response.json();
  leave();
  assert.equal(reply.result, 'success', reply.msg);
  return reply;
}
