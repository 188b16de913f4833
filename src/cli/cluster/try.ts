import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownCommand } from '../../kernel/assets.ts';
import { programName } from '../../kernel/own-command.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { SingleRun } from '../../kernel/time-slices.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { selfPrintingWork } from '../declaration/command.ts';
import { NatsServers, natsVersion } from './nats-servers.ts';

const NODES = 3;
/** The ports of the nodes for each other begin this far behind those for clients. */
const PEER_PORTS = 100;
/** How much of the log of a node that does not start is shown. */
const LAST_LINES = 5;

interface Options extends CommandOptions {
  natsServer: string;
  port: number;
}

/** Runs a cluster on this machine until Ctrl+C: three NATS servers and three nodes in a temporary folder. */
export const tryCluster = selfPrintingWork(async ({ natsServer, port }: Options): Promise<void> => {
  const version = natsVersion(natsServer);
  if (!version)
    throw new Failure(
      EXIT.notFound,
      `There is no nats-server 2.12 or newer (${natsServer}). Get it with: go install github.com/nats-io/nats-server/v2@latest`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'klatch-try-'));
  say('Starting three NATS servers and three nodes. This takes about ten seconds.');
  const nats = await NatsServers.start({ folder, program: natsServer });
  const nodes = new Map<number, ChildProcess>();
  let isEnding = false;
  const tell = (text: string) => void (isEnding || say(text));
  const end = async (code: number) => {
    if (isEnding) return;
    isEnding = true;
    for (const node of nodes.values()) node.kill('SIGTERM');
    await Promise.all([...nodes.values()].map((node) => once(node, 'exit')));
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0)).on('SIGTERM', () => void end(0));
  const start = async (number: number) => {
    const name = `node${number}`;
    const at = port + number - 1;
    const node = spawnNode({ folder, url: nats.url, port: at, name });
    nodes.set(number, node);
    node.once('exit', () => nodes.delete(number));
    await untilListening(node, { folder, name, tell });
    tell(`${name}  http://127.0.0.1:${at}  process ${node.pid}`);
    node.once('exit', () => tell(`${name} ended. Press Enter to start it again.`));
  };
  const numbers = Array.from({ length: NODES }, (_, at) => at + 1);
  const startMissing = async () => {
    for (const number of numbers) if (!nodes.has(number) && !isEnding) await start(number);
  };
  try {
    await startMissing();
  } catch (error) {
    say((error as Error).message);
    say(`The nodes use the ports ${portRange(port)} and ${portRange(port + PEER_PORTS)}. Choose others with --port.`);
    return end(EXIT.failure);
  }
  say(explanation(folder, nats.url, nodes.get(1)!, port));
  const run = new SingleRun();
  const restart = () => run.run(startMissing).catch((error: Error) => tell(error.message));
  createInterface({ input: process.stdin }).on('line', () => void restart());
  await new Promise(() => {});
});

const portRange = (first: number): string => `${first} to ${first + NODES - 1}`;

interface NodeOptions {
  folder: string;
  url: string;
  port: number;
  name: string;
}

/** A process group of its own: Ctrl+C reaches only this process, which ends all others. */
function spawnNode({ folder, url, port, name }: NodeOptions): ChildProcess {
  const data = join(folder, name);
  mkdirSync(data, { recursive: true });
  const args = ['serve', '--data', data, '--node', name, '--listen', `127.0.0.1:${port}`];
  const peers = ['--node-listen', `127.0.0.1:${port + PEER_PORTS}`, '--files', join(folder, 'files')];
  return spawn(process.execPath, [...ownCommand, ...args, ...peers, '--open-browser', 'off'], {
    env: { ...process.env, KLATCH_CLUSTER: url },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

interface NodeOutput {
  folder: string;
  name: string;
  /** Tells the user, unless everything is ending: a node that writes for the first time prints a link then, too. */
  tell: (text: string) => void;
}

/** Logs the output of a node, and waits until it listens. Rejects with the last lines if it ends before. */
function untilListening(node: ChildProcess, { folder, name, tell }: NodeOutput): Promise<void> {
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  const last: string[] = [];
  return new Promise<void>((resolve, reject) => {
    for (const output of [node.stdout!, node.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        log.write(`${line}\n`);
        last.push(line);
        if (last.length > LAST_LINES) last.shift();
        const setUp = /Set up +(\S+)/.exec(line);
        if (setUp) tell(`Set up the organization: ${setUp[1]}`);
        if (line.startsWith('listening on')) resolve();
      });
    // When its output was read completely. The folder with the log is about to be deleted.
    node.once('close', (code) => {
      log.end();
      reject(new Error([`${name} ended with code ${code}:`, ...last].join('\n')));
    });
  });
}

function explanation(folder: string, url: string, node1: ChildProcess, port: number): string {
  const program = programName();
  return `
A cluster of three NATS servers and three nodes runs in ${folder}.

  Create an owner   ${program} user create --owner you@example.com --data ${folder}/node2
  Look at it        KLATCH_CLUSTER='${url}' ${program} cluster status
  Lose a machine    kill -9 ${node1.pid}     (then go on at http://127.0.0.1:${port + 1})
  Logs              ${folder}/node1.log, node2.log and node3.log
  Stop              Ctrl+C deletes everything
`;
}
