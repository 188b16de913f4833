import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { ownCommand } from '../../../kernel/assets.ts';
import { holdDatabase } from '../../../kernel/db/hold.ts';
import { findHolder } from '../../../kernel/db/lock.ts';
import { commandLine, quoteWord } from '../../../kernel/own-command.ts';
import { EXIT, Failure, getReason } from '../../../kernel/terminal/failure.ts';
import { say } from '../../../kernel/terminal/output.ts';
import { SCHEMA_VERSION } from '../../../schema/upgrades.ts';
import { type CommandOptions, databasePath, hasDatabase } from '../../../server/configuration.ts';
import { lockDataFolder } from '../../../server/data-folder.ts';
import { requireName, requireOrganization, type StoredOrganization } from '../../../server/organizations/folder.ts';
import { openInServer, rescan } from '../../connection/organizations-server.ts';
import { selfPrintingWork, work } from '../../declaration/command.ts';
import type { MoveInput } from '../commands.ts';
import { changeSuspension, readOrganizations, requireFolder } from '../many.ts';
import { type Message, messagesFrom, PROTOCOL, send } from './messages.ts';
import { Receiver } from './receiver.ts';
import { type Connection, Sender, Unanswered } from './sender.ts';

/** Passes while the organization is in use, and what the last of them should not exceed, bytes. */
const MOST_PASSES = 8;
const LITTLE = 1024 * 1024;
/** How long a server may take to close the organization, and how often to look, ms. */
const TIMEOUT = 15_000;
const LOOK = 5;

/** Moves an organization to another folder of organizations, on this machine or on another one. */
export const moveOrganization = work({
  /** `silence_ms`: for how long nobody was answered. */
  result: Type.Object({ name: Type.String(), to: Type.String(), silence_ms: Type.Integer() }),
  async run(options: MoveInput) {
    const { name, to } = options;
    const dataDir = requireOrganization(requireFolder(options), name);
    const stored = (await readOrganizations(options)).find((one) => one.name === name)!;
    requireMovable(stored);
    const sender = new Sender(dataDir, connect(options));
    try {
      await sender.ask({ kind: 'begin', protocol: PROTOCOL, schema: SCHEMA_VERSION, host: stored.host! });
      const release = holdDatabase(databasePath(dataDir));
      try {
        await copyInUse(sender);
        return { name, to, silence_ms: Math.round(await handOver(dataDir, sender, options)) };
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure(EXIT.failure, `The organization was not moved: ${getReason(error)}`);
    } finally {
      await sender.close();
    }
  },
  print({ name, to, silence_ms }, { forward, organizations }) {
    say(`Moved ${name} to ${to}. Nobody was answered for ${(silence_ms / 1000).toFixed(1)} s.`);
    const forwarding = forward ? `This server forwards its requests to ${forward}. ` : '';
    const remove = commandLine(`organization remove ${name}`, { organizations: organizations! });
    say(`${forwarding}Send its host there (DNS, or the proxy’s rule). Then delete it here:\n${remove}`);
  },
});

function requireMovable({ name, host, suspension, dataDir }: StoredOrganization): void {
  if (host === undefined) throw new Failure(EXIT.failure, `The settings of ${name} are invalid. Correct them first`);
  if (suspension) throw new Failure(EXIT.failure, `${name} is ${suspension}. Resume it first`);
  if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir} yet`);
}

/** Copies everything but the last changes, while the organization is in use. */
async function copyInUse(sender: Sender): Promise<void> {
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const bytes = await sender.pass();
    say(`Copied ${(bytes / 1e6).toFixed(1)} MB`);
    if (bytes <= LITTLE) return;
  }
}

/** Closes the organization here, copies the rest, and opens it there. Returns for how long nobody was answered, ms. */
async function handOver(dataDir: string, sender: Sender, options: MoveInput): Promise<number> {
  const { name } = options;
  const began = performance.now();
  await changeSuspension(name, options, { suspension: 'moving' });
  try {
    const unlock = await takeFromServer(dataDir);
    try {
      await sender.pass();
      await sender.ask({ kind: 'finish' });
    } finally {
      unlock();
    }
  } catch (error) {
    if (error instanceof Unanswered && error.kind === 'finish')
      throw new Failure(
        EXIT.failure,
        `The connection ended in the last step. If the other machine lists ${name} (organization list), it has moved there. Otherwise resume it here`,
      );
    await changeSuspension(name, options, { suspension: undefined });
    throw error;
  }
  const silence = performance.now() - began;
  await changeSuspension(name, options, { suspension: 'moved', forwardTo: options.forward });
  return silence;
}

/** Locks the data folder as soon as the server has closed it. Returns what unlocks it. */
async function takeFromServer(dataDir: string): Promise<() => void> {
  for (const until = performance.now() + TIMEOUT; performance.now() < until; await wait(LOOK))
    if (!findHolder(dataDir)?.url) return lockDataFolder(dataDir);
  throw new Error('the server did not close it');
}

/** HOST:FOLDER, or USER@HOST:FOLDER. One letter before the colon is a drive of Windows. */
const REMOTE = /^((?:[\w.-]+@)?\w[\w.-]+):(.+)$/;

/** Starts `organization receive` there. */
function connect({ name, to, ssh, remoteProgram }: MoveInput): Connection {
  const [, host, folder] = REMOTE.exec(to) ?? [];
  const command = ['organization', 'receive', name, '--organizations'];
  const [program, ...args] =
    host === undefined
      ? [process.execPath, ...ownCommand, ...command, resolve(to)]
      : [...ssh.split(/\s+/), host, ...[remoteProgram, ...command, folder!].map(quoteWord)];
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // The reason is that no answer comes.
  child.on('error', (error) => child.stdout.destroy(error));
  child.stdin.on('error', () => {});
  return { input: child.stdin, output: child.stdout };
}

/** `organization receive`: takes an organization that another machine moves here, from standard input. */
export const receiveOrganization = selfPrintingWork(
  async ({ name, ...options }: CommandOptions & { name: string }): Promise<void> => {
    const folder = requireFolder(options);
    requireName(name);
    const hosts = new Map((await readOrganizations(options)).map((one) => [one.host, one.name]));
    const receiver = new Receiver({
      folder,
      name,
      ownerOf: (host) => hosts.get(host),
      rescan: () => rescan(folder),
      async serve() {
        await rescan(folder);
        await openInServer({ ...options, organization: name });
      },
    });
    try {
      await answer(receiver);
    } finally {
      await receiver.close();
    }
  },
);

const ANSWERED: readonly Message['kind'][] = ['begin', 'sync', 'finish'];

async function answer(receiver: Receiver): Promise<void> {
  let hasFailed = false;
  // The other side reads the error when it waits for the next answer.
  for await (const { message, body } of messagesFrom<Message>(process.stdin))
    if (!hasFailed)
      try {
        await receiver.take(message, body);
        if (ANSWERED.includes(message.kind)) await send(process.stdout, { done: message.kind });
      } catch (error) {
        hasFailed = true;
        await send(process.stdout, { refused: getReason(error) });
      }
}
