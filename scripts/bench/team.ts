/** The users and channels that a benchmark needs, on both sides. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { askOnce, type Person, person, post } from './client.ts';
import type { Options } from './measure.ts';
import { seedPeople } from './seed.ts';
import { runKlatch, type Server, startKlatch, startStandIn, temporaryFolder } from './server.ts';

export interface Side {
  server: Server;
  people: Person[];
}

/** Creates a data folder of Klatch with `size` users. The first is the owner. */
export async function newTeam(
  size: number,
  folder = join(temporaryFolder(), 'data'),
): Promise<{ folder: string; people: Person[] }> {
  const owner = await runKlatch(
    'user',
    'create',
    '--owner',
    '--name',
    'Ada',
    '--json',
    '--data',
    folder,
    'ada@example.com',
  );
  return {
    folder,
    people: [person(owner.user_id, owner.email, owner.api_key), ...(size > 1 ? seedPeople(folder, size - 1) : [])],
  };
}

async function klatchSide(size: number): Promise<Side> {
  const { folder, people } = await newTeam(size);
  return { server: await startKlatch(folder), people };
}

async function standInSide(size: number): Promise<Side> {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const people = Array.from({ length: size }, (_, i) => person(i + 1, `user${i}@example.com`, 'x'.repeat(32)));
  return { server: await startStandIn(folder), people };
}

/** Starts the reference server and Klatch with `size` users each. */
export async function startSides(size: number, { itself }: Options): Promise<[standIn: Side, klatch: Side]> {
  return [await standInSide(size), await (itself ? standInSide(size) : klatchSide(size))];
}

export async function stopSides(sides: readonly Side[]): Promise<void> {
  for (const { server } of sides) await server.stop();
}

/** Creates a public channel with these members. The first member creates it. */
export async function createChannel({ server }: Side, name: string, members: readonly Person[]): Promise<void> {
  const form = { subscriptions: JSON.stringify([{ name }]), principals: JSON.stringify(members.map(({ id }) => id)) };
  await askOnce(server.port, post(members[0]!.auth, '/users/me/subscriptions', form));
}
