import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownCommand } from '../../kernel/assets.ts';
import { programName } from '../../kernel/own-command.ts';
import type { CommandOptions } from '../configuration.ts';
import { EXIT, Failure } from '../failure.ts';
import { say } from '../output.ts';
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
export async function tryCluster({ natsServer, port }: Options): Promise<void> {
  const version = natsVersion(natsServer);
  if (!version)
    throw new Failure(
      EXIT.notFound,
      `There is no nats-server 2.12 or newer (${natsServer}). Get it with: go install github.com/nats-io/nats-server/v2@latest`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'klatch-try-'));
  say('Starting three NATS servers and three nodes. This takes about ten seconds.');
  const nats = await NatsServers.start({ folder, program: natsServer });
  const nodes: ChildProcess[] = [];
  let isEnding = false;
  // A node that writes for the first time prints the link, also while the others stop.
  const showLink = (link: string) => void (isEnding || say(`Set up the organization: ${link}`));
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    for (const node of nodes) node.kill('SIGTERM');
    await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, 'exit')));
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    for (let at = 0; at < NODES; at++)
      nodes.push(await startNode({ folder, url: nats.url, port: port + at, number: at + 1, showLink }));
  } catch (error) {
    say((error as Error).message);
    return end();
  }
  say(explanation(folder, nats.url, nodes, port));
  await new Promise(() => {});
}

interface NodeOptions {
  folder: string;
  url: string;
  port: number;
  number: number;
  showLink: (link: string) => void;
}

/** Starts a node, and waits until it listens. */
async function startNode({ folder, url, port, number, showLink }: NodeOptions): Promise<ChildProcess> {
  const name = `node${number}`;
  const data = join(folder, name);
  mkdirSync(data);
  const args = ['serve', '--data', data, '--node', name, '--listen', `127.0.0.1:${port}`];
  const peers = ['--node-listen', `127.0.0.1:${port + PEER_PORTS}`, '--files', join(folder, 'files')];
  const node = spawn(process.execPath, [...ownCommand, ...args, ...peers, '--open-browser', 'off'], {
    env: { ...process.env, KLATCH_CLUSTER: url },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const log = createWriteStream(join(folder, `${name}.log`));
  const last: string[] = [];
  const listening = new Promise<void>((resolve, reject) => {
    for (const output of [node.stdout!, node.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        log.write(`${line}\n`);
        last.push(line);
        if (last.length > LAST_LINES) last.shift();
        const setUp = /Set up +(\S+)/.exec(line);
        if (setUp) showLink(setUp[1]!);
        if (line.startsWith('listening on')) resolve();
      });
    // When its output was read completely. The folder with the log is about to be deleted.
    node.once('close', (code) => reject(new Error([`${name} ended with code ${code}:`, ...last].join('\n'))));
  });
  await listening;
  say(`${name}  http://127.0.0.1:${port}  process ${node.pid}`);
  return node;
}

function explanation(folder: string, url: string, nodes: readonly ChildProcess[], port: number): string {
  const program = programName();
  return `
A cluster of three NATS servers and three nodes runs in ${folder}.

  Create an owner   ${program} user create --owner you@example.com --data ${folder}/node2
  Look at it        KLATCH_CLUSTER='${url}' ${program} cluster status
  Lose a machine    kill -9 ${nodes[0]!.pid}     (then go on at http://127.0.0.1:${port + 1})
  Logs              ${folder}/node1.log
  Stop              Ctrl+C deletes everything
`;
}
