/** What the server has stored at the end of a soak run. */
import { createHash } from 'node:crypto';
import { Client, type Network } from './client.ts';
import { readNumbers } from './ledger.ts';
import type { Surroundings } from './person.ts';

/** The numbers of all stored messages, and how many files are lost or changed. */
export async function readHistory(
  network: Network,
  around: Surroundings,
): Promise<{ numbers: number[]; files: number }> {
  const seen = new Map<number, string>();
  let files = 0;
  for (const [at, account] of around.people.entries()) {
    const client = new Client(network, account, false);
    await client.signIn();
    const narrow = at === 0 ? [] : [{ operator: 'is', operand: 'dm' }];
    for (const { id, content } of await readAll(client, narrow)) seen.set(id, content);
    if (at > 0) continue;
    for (const { path, hash } of around.ledger.stored) {
      const content = await client.download(path).catch(() => Buffer.alloc(0));
      if (createHash('sha256').update(content).digest('hex') !== hash) files += 1;
    }
  }
  return { numbers: readNumbers([...seen.values()]), files };
}

async function readAll(client: Client, narrow: object[]): Promise<{ id: number; content: string }[]> {
  const all: { id: number; content: string }[] = [];
  for (let anchor: string | number = 'oldest', isLast = false; !isLast; ) {
    const query: Record<string, string | number> = { anchor, num_before: 0, num_after: 1000, include_anchor: 'false' };
    const reply = await client.get('/messages', {
      ...query,
      narrow: JSON.stringify(narrow),
      apply_markdown: 'false',
    });
    all.push(...reply.messages);
    isLast = reply.found_newest || reply.messages.length === 0;
    anchor = reply.messages.at(-1)?.id ?? anchor;
  }
  return all;
}
