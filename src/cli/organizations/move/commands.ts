import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownCommand } from '../../../kernel/assets.ts';
import { holdDatabase } from '../../../kernel/db/hold.ts';
import { holderOf } from '../../../kernel/db/lock.ts';
import { commandLine, quoted } from '../../../kernel/own-command.ts';
import { EXIT, Failure, reasonOf } from '../../../kernel/terminal/failure.ts';
import { printLine, say } from '../../../kernel/terminal/output.ts';
import { SCHEMA_VERSION } from '../../../schema/upgrades.ts';
import { type CommandOptions, databaseOf, hasDatabase } from '../../../server/configuration.ts';
import { lockDataFolder } from '../../../server/data-folder.ts';
import { requireName, requireOrganization, type StoredOrganization } from '../../../server/organizations/folder.ts';
import { openInServer, rescan } from '../../connection/organizations-server.ts';
import { changeSuspension, folderOf, organizationsOf } from '../commands.ts';
import { type Message, messagesFrom, PROTOCOL, send } from './messages.ts';
import { Receiver } from './receiver.ts';
import { type Connection, Sender, Unanswered } from './sender.ts';

/** Passes while the organization is in use, and what the last of them should not exceed, bytes. */
const MOST_PASSES = 8;
const LITTLE = 1024 * 1024;
/** How long a server may take to close the organization, and how often to look, ms. */
const TIMEOUT = 15_000;
const LOOK = 5;

interface MoveOptions extends CommandOptions {
  to: string;
  forward?: string;
  ssh: string;
  remoteProgram: string;
}

/** Moves an organization to another folder of organizations, on this machine or on another one. */
export async function move(name: string, options: MoveOptions): Promise<void> {
  const folder = folderOf(options);
  const dataDir = requireOrganization(folder, name);
  const stored = (await organizationsOf(options)).find((one) => one.name === name)!;
  requireMovable(stored);
  const connection = connect(name, options);
  const sender = new Sender(dataDir, connection);
  let silence: number;
  try {
    await sender.ask({ kind: 'begin', protocol: PROTOCOL, schema: SCHEMA_VERSION, host: stored.host! });
    const release = holdDatabase(databaseOf(dataDir));
    try {
      await copyInUse(sender);
      silence = await handOver(name, dataDir, sender, options);
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.failure, `The organization was not moved: ${reasonOf(error)}`);
  } finally {
    await sender.close();
  }
  const milliseconds = Math.round(silence);
  printLine(options, { name, to: options.to, silence_ms: milliseconds }, afterwards(name, milliseconds, options));
}

function requireMovable({ name, host, suspension, dataDir }: StoredOrganization): void {
  if (host === undefined) throw new Failure(EXIT.failure, `The settings of ${name} are invalid. Correct them first`);
  if (suspension) throw new Failure(EXIT.failure, `${name} is ${suspension}. Resume it first`);
  if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir} yet`);
}

function afterwards(name: string, milliseconds: number, { to, forward, organizations }: MoveOptions): string {
  const moved = `Moved ${name} to ${to}. Nobody was answered for ${(milliseconds / 1000).toFixed(1)} s.`;
  const now = forward
    ? `This server forwards its requests to ${forward}. Send its host there (DNS, or the proxy’s rule).`
    : 'Send its host there (DNS, or the proxy’s rule).';
  return `${moved}\n${now} Then delete it here:\n${commandLine(`organization remove ${name}`, { organizations: organizations! })}`;
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
async function handOver(name: string, dataDir: string, sender: Sender, options: MoveOptions): Promise<number> {
  const began = performance.now();
  await changeSuspension(name, options, 'moving');
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
    await changeSuspension(name, options, undefined);
    throw error;
  }
  const silence = performance.now() - began;
  await changeSuspension(name, options, 'moved', options.forward);
  return silence;
}

/** Locks the data folder as soon as the server has closed it. Returns what unlocks it. */
async function takeFromServer(dataDir: string): Promise<() => void> {
  for (const until = performance.now() + TIMEOUT; performance.now() < until; await wait(LOOK))
    if (!holderOf(dataDir)?.url) return lockDataFolder(dataDir);
  throw new Error('the server did not close it');
}

/** HOST:FOLDER, or USER@HOST:FOLDER. One letter before the colon is a drive of Windows. */
const REMOTE = /^((?:[\w.-]+@)?\w[\w.-]+):(.+)$/;

/** Starts `organization receive` there. */
function connect(name: string, { to, ssh, remoteProgram }: MoveOptions): Connection {
  const [, host, folder] = REMOTE.exec(to) ?? [];
  const command = ['organization', 'receive', name, '--organizations'];
  const [program, ...args] =
    host === undefined
      ? [process.execPath, ...ownCommand, ...command, resolve(to)]
      : [...ssh.split(/\s+/), host, ...[remoteProgram, ...command, folder!].map(quoted)];
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // The reason is that no answer comes.
  child.on('error', (error) => child.stdout.destroy(error));
  child.stdin.on('error', () => {});
  return { input: child.stdin, output: child.stdout };
}

/** `organization receive`: takes an organization that another machine moves here, from standard input. */
export async function receive(name: string, options: CommandOptions): Promise<void> {
  const folder = folderOf(options);
  requireName(name);
  const hosts = new Map((await organizationsOf(options)).map((one) => [one.host, one.name]));
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
}

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
        await send(process.stdout, { refused: reasonOf(error) });
      }
}
