/**
 * A child process that registers queues and holds a poll on each, so that the memory of their sockets does not count as
 * the benchmark's.
 */
import type { Person } from './client.ts';
import { openPolls, type Poll } from './polls.ts';

export interface HoldRequest {
  port: number;
  people: Person[];
}

async function hold(poll: Poll): Promise<void> {
  for (;;) await poll.next(); // receives heartbeats and polls again, as every client does
}

process.on('message', async ({ port, people }: HoldRequest) => {
  for (const poll of await openPolls(port, people)) hold(poll).catch(fail);
  process.send!('holding');
});

function fail(error: Error): void {
  if (!process.connected) return; // the server is stopping, so this process ends too
  console.error(error);
  process.exit(1);
}
