import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Finding } from '../../../src/cli/doctor/finding.ts';
import { runPublicChecks } from '../../../src/cli/doctor/public-checks.ts';
import { selfSigned } from '../../support/acme.ts';
import { DnsServer } from '../../support/dns-server.ts';
import { freePort } from '../../support/port.ts';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';

const HOST = 'chat.example.com';
const data = temporaryFolder();
const folder = temporaryFolder();
before(async () => void (await createAccount(data, 'Ada', '--owner')));

/** Everything that mail needs. */
const MAIL = {
  'example.com MX': ['10 mail.example.com'],
  'example.com TXT': ['v=spf1 mx -all'],
  's1._domainkey.example.com TXT': ['v=DKIM1; p=abc'],
  '_dmarc.example.com TXT': ['v=DMARC1; p=reject'],
};
const ZONE = { [`${HOST} A`]: ['127.0.0.1'], ...MAIL };

async function listen(server: { listen: any; address(): any; close(): unknown }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

const answerHealth: RequestListener = (_, response) => response.end('{"status": "ok", "version": "0.1.0"}');

/** A site with a certificate. Returns its port. */
const openSite = ({ cert, key }: { cert: string; key: string }, answer = answerHealth): Promise<number> =>
  listen(createServer({ cert: readFileSync(cert), key: readFileSync(key) }, answer));

/** What is said about a site, as `state name: text`. */
async function check(
  port: number,
  { zone = ZONE, httpPort = port, ...settings }: { zone?: object; httpPort?: number; [name: string]: unknown } = {},
): Promise<string[]> {
  const dns = await DnsServer.start(zone as typeof ZONE);
  const options = { data, publicUrl: `https://${HOST}:${port}`, resolver: dns.address, ...settings };
  const found: Finding[] = [];
  for await (const one of runPublicChecks(options as never, httpPort)) found.push(one);
  return found.map(({ state, name, text }) => `${state} ${name}: ${text}`);
}

const about = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.split(': ')[0]!.endsWith(` ${name}`));

test('a sound server has no problems from outside', async () => {
  const own = selfSigned(folder, 'sound', [HOST]);
  const httpPort = await freePort();
  const server = await startServer(
    ['serve', '--data', data, '--listen', '127.0.0.1:0', '--http-listen', `127.0.0.1:${httpPort}`],
    { env: { KLATCH_TLS_CERT: own.cert, KLATCH_TLS_KEY: own.key, KLATCH_PUBLIC_URL: `https://${HOST}` } },
  );
  const port = Number(new URL(server.url).port);
  const smtp = { smtpUrl: 'smtp://mail.example.com', mailFrom: 'Klatch <chat@example.com>' };
  const lines = await check(port, { httpPort, extraCa: own.cert, ...smtp });
  assert.deepEqual(
    lines.map((line) => line.split(': ')[0]),
    [
      'warning dns',
      'well port',
      ...['well certificate', 'well certificate', 'well certificate'],
      'well server',
      'well clock',
      'well stream',
      'well redirect',
      ...['well mail', 'well spf', 'fact dkim', 'well dmarc'],
      'warning backups',
    ],
    lines.join('\n'),
  );
  assert.match(lines[0]!, /127\.0\.0\.1, which others cannot reach: it is private/);

  const dns = await DnsServer.start(ZONE);
  const env = { KLATCH_PUBLIC_URL: `https://${HOST}:${port}`, KLATCH_EXTRA_CA: own.cert };
  const ran = await runKlatch(['doctor', '--public', '--resolver', dns.address, '--data', data], { env });
  assert.match(ran.stdout, /✓ port .*\n✓ certificate /);
  assert.equal((await runKlatch(['doctor', '--public', '--resolver', 'dns', '--data', data], { env })).code, 2);
  await server.stop();
  const alone = await runKlatch(['doctor', '--public', '--data', data, '--json']);
  assert.equal(alone.code, 1);
  assert.match(JSON.parse(alone.stdout)[0].text, /set public-url or domains/);
});

test('settings that only the running server has are checked', async () => {
  const folder = temporaryFolder();
  await createAccount(folder, 'Ada', '--owner');
  const { stop } = await startServer(['serve', '--data', folder, '--listen', '127.0.0.1:0'], {
    env: {
      KLATCH_PUBLIC_URL: `https://${HOST}:1`,
      KLATCH_SMTP_URL: 'smtp://klatch:pears@127.0.0.1:1',
      KLATCH_MAIL_FROM: 'chat@example.com',
    },
  });
  const lines = await check(1, { data: folder, publicUrl: undefined });
  assert.match(about(lines, 'dns').join(), /^warning dns: chat\.example\.com has the address 127\.0\.0\.1/);
  assert.match(about(lines, 'mail').join(), /example\.com receives mail at mail\.example\.com/);
  const { stdout } = await runKlatch(['doctor', '--data', folder]);
  assert.match(stdout, / mail +sent by the running server/);
  assert.doesNotMatch(stdout, /pears/);
  await stop();
});

test('a name without an address, and a DNS server that does not answer, are different problems', async () => {
  const port = await freePort();
  assert.deepEqual(about(await check(port, { zone: MAIL }), 'dns'), [
    `problem dns: ${HOST} has no address: create an A or AAAA record with the address of this server`,
  ]);
  const [line] = about(await check(port, { resolver: `127.0.0.1:${await freePort()}` }), 'dns');
  assert.match(line!, /^problem dns: The DNS server did not say/);
  const address = await check(port, { publicUrl: `https://127.0.0.1:${port}` });
  assert.match(about(address, 'dns')[0]!, /^fact dns: 127\.0\.0\.1 is an address/);
});

test('a port that is closed, or that speaks no TLS, is named with what to do', async () => {
  const closed = await freePort();
  assert.deepEqual(about(await check(closed), 'port'), [
    `problem port: port ${closed} of 127.0.0.1: nothing listens there. Start the server, or forward the port to it`,
  ]);
  const silent = await listen(
    createSocketServer((socket) => socket.on('error', () => {}).end('220 mail.example.com ESMTP\r\n')),
  );
  assert.match(about(await check(silent), 'certificate')[0]!, /^problem .* does not speak TLS/);
});

test('each reason why outsiders do not accept a certificate has its own advice', async (t) => {
  const found = async (pair: { cert: string; key: string }) => about(await check(await openSite(pair)), 'certificate');
  const [, name, chain] = await found(selfSigned(folder, 'other', ['other.example.com']));
  assert.match(name!, /^problem .*for other\.example\.com, and not for chat\.example\.com/);
  assert.match(chain!, /^problem .*self-signed/);
  assert.match((await found(selfSigned(folder, 'short', [HOST], 5)))[0]!, /^warning .*valid for [45] more days/);
  const now = Date.now();
  const today = t.mock.method(Date, 'now', () => now + 100 * 86_400_000);
  assert.match((await found(selfSigned(folder, 'expired', [HOST], 90)))[0]!, /^problem .*it expired on/);
  today.mock.restore();
  assert.match((await found(withoutIssuer()))[2]!, /^problem .*serve the full chain, such as fullchain\.pem/);
});

/** A certificate of an authority that is not sent with it. */
function withoutIssuer(): { cert: string; key: string } {
  const authority = selfSigned(folder, 'authority', ['authority.example']);
  const [cert, key] = [join(folder, 'leaf.pem'), join(folder, 'leaf.key')];
  const names = join(folder, 'leaf.ext');
  writeFileSync(names, `subjectAltName=DNS:${HOST}\n`);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const request = join(folder, 'leaf.csr');
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, '-subj', `/CN=${HOST}`);
  const issuer = ['-CA', authority.cert, '-CAkey', authority.key, '-CAcreateserial'];
  openssl('x509', '-req', '-in', request, ...issuer, '-out', cert, '-days', '90', '-extfile', names);
  return { cert, key };
}

test('something else at the address, a sick server and a wrong clock are found', async () => {
  const own = selfSigned(folder, 'else', [HOST]);
  const site = async (status: number, body: string, date = new Date()) => {
    const port = await openSite(own, (_, response) =>
      response.writeHead(status, { Date: date.toUTCString() }).end(body),
    );
    return check(port);
  };
  const welcome = await site(200, '<h1>Welcome to nginx!</h1>');
  assert.match(about(welcome, 'server')[0]!, /^problem .*answered by something else \(200\)/);
  assert.match(about(await site(502, 'Bad Gateway'), 'server')[0]!, /^problem .*something else \(502\)/);
  const sick = await site(503, '{"status": "the disk is full", "version": "0.1.0"}');
  assert.match(about(sick, 'server')[0]!, /^problem .*Klatch 0\.1\.0, which is not healthy \(503\)/);
  const late = await site(200, '{"status": "ok", "version": "0.1.0"}', new Date(Date.now() - 3_600_000));
  assert.match(about(late, 'clock')[0]!, /^problem .*differs by 3\d{3} seconds .*Turn on time synchronization/);
});

test('a proxy that collects the parts of an answer is found', async () => {
  const own = selfSigned(folder, 'stream', [HOST]);
  const stream = async (pause: number, type = 'text/event-stream') => {
    const port = await openSite(own, async (_, response) => {
      response.writeHead(200, { 'content-type': type }).write('data: {}\n\n');
      await wait(pause);
      response.end('data: {}\n\n');
    });
    return about(await check(port), 'stream')[0]!;
  };
  assert.match(await stream(1500), /^well /);
  assert.match(await stream(0), /^warning .*proxy_buffering off/);
  assert.match(await stream(0, 'application/json'), /^fact /, 'an older server');
});

test('HTTP must redirect to HTTPS of the same host', async () => {
  const port = await openSite(selfSigned(folder, 'redirect', [HOST]));
  const redirect = async (status: number, location?: string) => {
    const server = createPlainServer((_, response) =>
      response.writeHead(status, { ...(location && { location }) }).end(),
    );
    const [line] = about(await check(port, { httpPort: await listen(server) }), 'redirect');
    return line!.split(' ')[0];
  };
  assert.equal(await redirect(308, `https://${HOST}/`), 'well');
  assert.equal(await redirect(301, `https://${HOST}:${port}/`), 'well');
  assert.equal(await redirect(200), 'problem');
  assert.equal(await redirect(301, `http://${HOST}/login`), 'problem');
  assert.equal(await redirect(301, 'https://other.example.com/'), 'problem');
  const [closed] = about(await check(port, { httpPort: await freePort() }), 'redirect');
  assert.match(closed!, /^warning .*does not answer \(ECONNREFUSED\).*Open the port/);
});

test('records that make mail count as spam are named with what to create', async () => {
  const port = await freePort();
  const found = async (changes: object, settings: object = {}) => {
    const zone = Object.fromEntries(Object.entries({ ...ZONE, ...changes }).filter(([, value]) => value !== undefined));
    return check(port, { zone, smtpUrl: 'smtp://mail.example.com', mailFrom: 'chat@example.com', ...settings });
  };
  const spf = async (...records: string[]) => about(await found({ 'example.com TXT': records }), 'spf')[0]!;
  assert.match(await spf('google-site-verification=1'), /^warning .*no SPF record/);
  assert.match(await spf('v=spf1 mx -all', 'v=spf1 a -all'), /^problem .*2 SPF records/);
  assert.match(await spf('v=spf1 +all'), /^problem .*lets everybody send/);
  assert.match(await spf('v=spf1 all'), /^problem .*lets everybody send/);
  assert.match(await spf('v=spf1 mx ~all'), /^well /);
  const nothing = await found({ 's1._domainkey.example.com TXT': undefined, '_dmarc.example.com TXT': undefined });
  assert.match(about(nothing, 'dkim')[0]!, /^warning .*no DKIM key/);
  assert.match(about(nothing, 'dmarc')[0]!, /^warning .*create a TXT record _dmarc\.example\.com/);
  assert.match(about(await found({ 'example.com MX': undefined }), 'mail')[0]!, /^warning .*no MX record/);
  const sub = await found({}, { mailFrom: 'Klatch <noreply@chat.example.com>' });
  assert.match(about(sub, 'dmarc')[0]!, /^well /, 'that of the domain above counts');
  const receiving = { mailListen: '127.0.0.1:2525', mailInAddress: 'in+*@in.example.com' };
  assert.match(about(await found({}, receiving), 'mail')[0]!, /^problem .*in\.example\.com has no MX record/);
  assert.deepEqual(about(await check(port), 'mail'), ['fact mail: is not sent: smtp-url is not set']);
});
