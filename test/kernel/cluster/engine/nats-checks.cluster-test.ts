import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type NatsServersOptions, safeConfiguration } from '../../../../src/cli/cluster/nats-servers.ts';
import { EngineMisconfigured } from '../../../../src/kernel/cluster/engine/engine.ts';
import type { NatsOptions } from '../../../../src/kernel/cluster/engine/nats/connection.ts';
import { selfSigned } from '../../../support/acme.ts';
import { NatsCluster } from '../../../support/nats-cluster.ts';
import { bytes, isUnavailable } from './contract.ts';

/** The error of opening an engine on servers like these. */
async function findError(t: TestContext, servers: Partial<NatsServersOptions>, options?: Partial<NatsOptions>) {
  const cluster = await NatsCluster.start(servers);
  t.after(() => cluster.end());
  return cluster.open('a', undefined, options).then(
    () => assert.fail('The engine accepts the servers.'),
    (error: unknown) => error,
  );
}

/** The usual configuration, with a change. */
const changed =
  (what: RegExp, to: string) =>
  (...[routes, password]: Parameters<typeof safeConfiguration>): string => {
    const text = safeConfiguration(routes, password);
    assert.match(text, what);
    return text.replace(what, to);
  };

async function requireMisconfigured(error: unknown, message: RegExp): Promise<void> {
  assert(error instanceof EngineMisconfigured, `${error}`);
  assert.match(error.message, message);
}

test('servers that confirm messages before they are on disk are rejected', async (t) => {
  const error = await findError(t, { configuration: changed(/always/, '2m') });
  await requireMisconfigured(error, /nats-\d .*"sync_interval: always"/);
});

test('fewer than three servers are rejected', async (t) => {
  await requireMisconfigured(await findError(t, { servers: 2 }), /has 2 servers, but Klatch needs 3/);
});

test('servers whose settings cannot be read are rejected', async (t) => {
  await requireMisconfigured(
    await findError(t, { configuration: changed(/imports.*/, '') }),
    /cannot read the settings .* Export/,
  );
});

test('a wrong password and unreachable servers cause different errors', async (t) => {
  const cluster = await NatsCluster.start();
  t.after(() => cluster.end());
  const wrong = await cluster
    .open('a', undefined, { url: cluster.nats.url.replace(/klatch:\w+/, 'klatch:wrong') })
    .catch((error) => error);
  await requireMisconfigured(wrong, /reject the user and password/);
  await cluster.nats.stop();
  await assert.rejects(cluster.open('a', undefined, { timeLimit: 1_000 }), isUnavailable);
});

test('servers without JetStream are rejected', async (t) => {
  const without = changed(/^jetstream.*/, '');
  const error = await findError(t, {
    configuration: (...given) => without(...given).replace('jetstream: enabled', ''),
  });
  await requireMisconfigured(error, /without JetStream/);
});

test('the documented configuration makes a cluster, with and without TLS', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-certificate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  // For an address, the client compares with the name localhost.
  const { cert, key } = selfSigned(folder, 'nats', ['localhost', '127.0.0.1']);
  const text = readFileSync(new URL('../../../../docs/nats-server.conf', import.meta.url), 'utf8');
  const documented = (routes: readonly number[], password: string): string =>
    routes
      .reduce((all, port, at) => all.replace(`chat${at + 1}.example.com:6222`, `127.0.0.1:${port}`), text)
      .replaceAll(/CHANGE-ME-\d/g, password);
  const plain = await NatsCluster.start({ configuration: documented });
  t.after(() => plain.end());
  const a = await plain.open('a');
  assert.equal(await a.log.append(bytes('one'), 0), 1);
  const tls = await NatsCluster.start({
    configuration: (...given) =>
      documented(...given)
        .replaceAll('# tls {', 'tls {')
        .replaceAll(/\/etc\/nats\/(cert|ca)\.pem/g, cert)
        .replaceAll('/etc/nats/key.pem', key),
  });
  t.after(() => tls.end());
  const url = tls.nats.url.replace('nats:', 'tls:');
  const b = await tls.open('b', undefined, { url: `${url}?ca=${cert}` });
  assert.equal(await b.log.append(bytes('one'), 0), 1);
  const unknown = await tls.open('c', undefined, { url }).catch((error) => error);
  await requireMisconfigured(unknown, /certificate .* "ca" in the URL/);
  const missing = await tls.open('c', undefined, { url: `${url}?ca=${folder}/none` }).catch((error) => error);
  await requireMisconfigured(missing, /file that the URL names does not exist/);
  const without = await plain
    .open('c', undefined, { url: plain.nats.url.replace('nats:', 'tls:') })
    .catch((error) => error);
  await requireMisconfigured(without, /do not use TLS/);
});

test('one server that is down does not prevent a start, and two do', async (t) => {
  const cluster = await NatsCluster.start();
  t.after(() => cluster.end());
  const first = await cluster.open('a');
  await cluster.nats.servers[2]!.kill();
  const warnings: string[] = [];
  const second = await cluster.open('b', first, { warn: (message) => warnings.push(message) });
  assert.match(warnings.join(), /do not answer, and were not checked: nats-3/);
  const servers = await second.servers();
  assert.deepEqual(
    servers.map(({ name, isReachable, isDurable }) => [name, isReachable, isDurable]),
    [
      ['nats-1', true, true],
      ['nats-2', true, true],
      ['nats-3', false, false],
    ],
  );
  await cluster.nats.servers[1]!.kill();
  await assert.rejects(cluster.open('c', first, { timeLimit: 2_000 }), isUnavailable);
});
