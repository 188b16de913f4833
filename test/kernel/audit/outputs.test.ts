import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { AuditOutputs } from '../../../src/kernel/audit/outputs.ts';
import { syslogMessage } from '../../../src/kernel/audit/syslog-output.ts';
import type { Log } from '../../../src/kernel/log.ts';
import { syslogAddress } from '../../../src/kernel/settings/kinds.ts';
import { temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const RECORD = { id: 1, timestamp: 1_795_000_000, kind: 'role_change', actor_id: 8, details: 'moderator' };
const TEXT = JSON.stringify(RECORD);

/** A log that keeps its messages. */
function listeningLog() {
  const said: string[] = [];
  const keep = (_: object, text: string) => said.push(text);
  return { said, log: { error: keep, warn: keep } as unknown as Log };
}
const outputs = (choices: { auditFile?: string; auditSyslog?: string }, { log } = listeningLog()) =>
  new AuditOutputs(
    {
      auditFile: choices.auditFile,
      auditSyslog: choices.auditSyslog === undefined ? undefined : syslogAddress.read(choices.auditSyslog),
    },
    log,
  );

test('entries are appended to a file, and to a new one after a rotation', async () => {
  const auditFile = join(temporaryFolder(), 'audit.jsonl');
  const output = outputs({ auditFile });
  output.write(RECORD);
  await output.close();
  renameSync(auditFile, `${auditFile}.1`);
  output.reopen();
  output.write({ ...RECORD, id: 2 });
  await output.close();
  assert.equal(readFileSync(`${auditFile}.1`, 'utf8'), `${TEXT}\n`);
  assert.equal(JSON.parse(readFileSync(auditFile, 'utf8')).id, 2);
});

test('a file that cannot be written is logged at the start, and written when it can be', async () => {
  const folder = join(temporaryFolder(), 'logs');
  const listening = listeningLog();
  const output = outputs({ auditFile: join(folder, 'audit.jsonl') }, listening);
  output.open();
  await waitUntil(() => listening.said.length > 0);
  assert.match(listening.said[0]!, /the audit file cannot be written/);
  output.write(RECORD);
  mkdirSync(folder);
  output.reopen();
  output.write(RECORD);
  await output.close();
  assert.equal(readFileSync(join(folder, 'audit.jsonl'), 'utf8'), `${TEXT}\n`);
});

test('a syslog message has the form of RFC 5424', () => {
  const begin = '<109>1 2026-11-18T11:06:40.000Z chat.example klatch 7 role_change - ';
  assert.equal(syslogMessage(RECORD, 'chat.example', 7), begin + TEXT);
  assert.match(syslogMessage({ ...RECORD, kind: 'sign_in_failure' }, ' ', 7), /^<108>1 \S+ - klatch 7 sign_in_failure/);
});

test('syslog receives entries by UDP', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  const output = outputs({ auditSyslog: `127.0.0.1:${server.address().port}` });
  const arrived = once(server, 'message');
  output.write(RECORD);
  const [message] = await arrived;
  assert.ok(String(message).endsWith(TEXT));
  await output.close();
  server.close();
});

for (const kind of ['tcp', 'unix'] as const)
  test(`syslog receives entries by ${kind}, each after its length`, async () => {
    let received = '';
    const server = createServer((socket) => socket.on('data', (data) => (received += data)));
    const path = join(temporaryFolder(), 'log.sock');
    server.listen(kind === 'unix' ? path : { port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const place = server.address();
    const output = outputs({
      auditSyslog: typeof place === 'object' ? `tcp:127.0.0.1:${place!.port}` : `unix:${path}`,
    });
    output.write(RECORD);
    output.write(RECORD);
    await output.close();
    await waitUntil(() => received.endsWith(TEXT) && received.length > 2 * TEXT.length);
    const [, length, first] = /^(\d+) (<.*?\})\d+ </.exec(received)!;
    assert.equal(Number(length), first!.length);
    server.close();
  });

test('a syslog server that cannot be reached is logged once', async () => {
  const listening = listeningLog();
  const output = outputs({ auditSyslog: `unix:${join(temporaryFolder(), 'none.sock')}` }, listening);
  for (let n = 0; n < 3; n++) output.write(RECORD);
  await waitUntil(() => listening.said.length > 0);
  output.write(RECORD);
  await output.close();
  assert.equal(listening.said.length, 1);
});

test('addresses of syslog servers that cannot be used are rejected', () => {
  for (const text of ['', ':514', 'host', 'tls:host:6514', 'unix:relative'])
    assert.throws(() => syslogAddress.read(text), /must be/);
});
