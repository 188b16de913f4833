import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as ask } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { AcmeCertificates } from '../../../src/kernel/tls/acme.ts';
import { AuthorityUnreachable } from '../../../src/kernel/tls/authority-error.ts';
import { pauseAfter } from '../../../src/server/listeners/certificates.ts';
import { selfSigned, startAuthority } from '../../support/acme.ts';
import { freePort } from '../../support/port.ts';
import { createAccount, runKlatch, startCommand, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends one HTTPS request to this machine under this name. */
function https(
  url: string,
  path: string,
  name: string,
  ca: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = ask(
      { host: '127.0.0.1', port, path, servername: name, ca, agent: false, headers: { Host: name, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      },
    );
    request.on('error', reject).end();
  });
}

/** The serial number of a server's certificate. */
function getSerial(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('with the operator’s certificate HTTPS works, cookies are for HTTPS, and commands reach the server', async () => {
  const data = temporaryFolder();
  const { cert, key } = selfSigned(temporaryFolder(), 'own', ['localhost', '127.0.0.1']);
  await createAccount(data, 'Ada', '--owner', '--password', 'engine no 1');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key]);
  assert.match(server.url, /^https:/);
  const ca = readFileSync(cert, 'utf8');
  const { status, headers, body } = await https(server.url, '/login/', 'localhost', ca, { Accept: 'text/html' });
  assert.equal(status, 200);
  assert.match(body, /Sign in/);
  assert.match(String(headers['set-cookie']), /^__Host-csrftoken=.*; Path=\/;.*; Secure/);
  const settings = await https(server.url, '/api/v1/server_settings', 'localhost', ca);
  assert.equal(JSON.parse(settings.body).realm_url, `https://localhost`);
  const listed = await runKlatch(['user', 'list', '--data', data, '--json']);
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stderr, new RegExp(`process ${server.pid}`));
  await server.stop();
});

test('with the operator’s certificate, --http-listen redirects to HTTPS, and browsers keep to HTTPS', async () => {
  const { cert, key } = selfSigned(temporaryFolder(), 'own', ['localhost', '127.0.0.1']);
  const httpPort = await freePort();
  const start = (...more: string[]) =>
    startServer([
      ...['--data', temporaryFolder(), '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key],
      ...['--http-listen', `127.0.0.1:${httpPort}`, ...more],
    ]);
  const redirect = async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${httpPort}/login/?a=b`, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const server = await start();
  assert.deepEqual(await redirect(), [308, `https://127.0.0.1:${new URL(server.url).port}/login/?a=b`]);
  const { headers } = await https(server.url, '/login/', 'localhost', readFileSync(cert, 'utf8'));
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  await server.stop();
  const named = await start('--public-url', 'https://chat.example.com/');
  assert.deepEqual(await redirect(), [308, 'https://chat.example.com/login/?a=b']);
  await named.stop();
});

test('SIGHUP loads a new certificate, and reports an invalid one without using it', async () => {
  const data = temporaryFolder();
  const place = temporaryFolder();
  const { cert, key } = selfSigned(place, 'used', ['localhost']);
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key]);
  const first = await getSerial(server.url);
  const other = selfSigned(place, 'other', ['localhost']);
  copyFileSync(other.cert, cert);
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => /keeping the old ones/.test(server.said.stderr));
  assert.match(server.said.stderr, /the key is not the certificate’s/);
  assert.equal(await getSerial(server.url), first);
  copyFileSync(other.key, key);
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => /reloaded the configuration/.test(server.said.stderr));
  assert.notEqual(await getSerial(server.url), first);
  await server.stop();
});

test('SIGHUP applies changed settings', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "warn"\n');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "info"\npublic-url = "https://chat.example"\n');
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => /reloaded the configuration/.test(server.said.stderr));
  const settings = (await (await fetch(`${server.url}/api/v1/server_settings`)).json()) as { realm_url: string };
  assert.equal(settings.realm_url, 'https://chat.example');
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "loud"\n');
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => /keeping the old ones/.test(server.said.stderr));
  await server.stop();
});

test('unusable certificates are rejected at the start, with one line', async () => {
  const place = temporaryFolder();
  const one = selfSigned(place, 'one', ['localhost']);
  const other = selfSigned(place, 'other', ['localhost']);
  const refusals: [string[], number, RegExp][] = [
    [['--tls-cert', one.cert], 2, /--tls-cert and --tls-key must be used together/],
    [['--tls-cert', one.cert, '--tls-key', other.key], 1, /the key is not the certificate’s/],
    [['--tls-cert', one.key, '--tls-key', one.key], 1, /not a PEM certificate with its key/],
    [['--tls-cert', join(place, 'none.pem'), '--tls-key', one.key], 2, /none\.pem cannot be read/],
    [['not..a.name'], 2, /must be a name such as chat\.example\.com/],
  ];
  await Promise.all(
    refusals.map(async ([args, code, line]) => {
      const ended = await runKlatch(['serve', '--data', temporaryFolder(), '--listen', '127.0.0.1:0', ...args]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, line);
    }),
  );
});

test('serve chat.example.com gets a certificate, redirects HTTP to HTTPS, and reuses the certificate', async () => {
  const data = temporaryFolder();
  const httpPort = await freePort();
  const acme = await startAuthority(() => `http://127.0.0.1:${httpPort}`);
  const args = [
    ...['serve', 'chat.example.com', 'talk.example.com', '--data', data, '--listen', '127.0.0.1:0'],
    ...['--http-listen', `127.0.0.1:${httpPort}`, '--acme-directory', acme.directory],
  ];
  const server = await startServer(args);
  assert.equal(acme.issued, 1);
  for (const name of ['chat.example.com', 'talk.example.com']) {
    const { status, headers } = await https(server.url, '/login/', name, acme.root, { Accept: 'text/html' });
    assert.equal(status, 303, 'to the set-up');
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  }
  const { port } = new URL(server.url);
  const sent = await fetch(`http://127.0.0.1:${httpPort}/api/v1/messages?a=b`, { redirect: 'manual', method: 'POST' });
  assert.equal(sent.status, 308);
  assert.equal(sent.headers.get('location'), `https://chat.example.com:${port}/api/v1/messages?a=b`);
  assert.equal((await fetch(`http://127.0.0.1:${httpPort}/.well-known/acme-challenge/guessed`)).status, 404);
  assert.equal(
    (await fetch(`http://127.0.0.1:${httpPort}//evil.example/`, { redirect: 'manual' })).headers.get('location'),
    `https://chat.example.com:${port}//evil.example/`,
  );
  for (const name of ['account.key', 'chat.example.com.key', 'chat.example.com.pem'])
    assert.equal(statSync(join(data, 'certs', name)).mode & 0o777, 0o600, name);
  assert.match(server.said.stderr, /Open +https:\/\/chat\.example\.com/);
  await server.stop();
  await (await startServer(args)).stop();
  assert.equal(acme.issued, 1, 'what there is is good');
  assert.equal(acme.accounts.size, 1);
});

test('a certificate that lacks a name is replaced without an interruption', async () => {
  const data = temporaryFolder();
  const httpPort = await freePort();
  const acme = await startAuthority(() => `http://127.0.0.1:${httpPort}`);
  const args = (name: string) => [
    ...['serve', name, '--data', data, '--listen', '127.0.0.1:0'],
    ...['--http-listen', `127.0.0.1:${httpPort}`, '--acme-directory', acme.directory],
  ];
  await (await startServer(args('chat.example.com'))).stop();
  const server = await startServer(args('chat.example.com,more.example.com'));
  const first = await getSerial(server.url);
  await waitUntil(() => acme.issued === 2);
  await waitUntil(async () => (await getSerial(server.url)) !== first);
  await server.stop();
});

test('a reload gets a certificate for a name that was added to the settings', async () => {
  const data = temporaryFolder();
  const httpPort = await freePort();
  const acme = await startAuthority(() => `http://127.0.0.1:${httpPort}`);
  const configure = (domains: string) => writeFileSync(join(data, 'klatch.toml'), `domains = "${domains}"\n`);
  configure('chat.example.com');
  const server = await startServer([
    ...['serve', '--data', data, '--listen', '127.0.0.1:0'],
    ...['--http-listen', `127.0.0.1:${httpPort}`, '--acme-directory', acme.directory],
  ]);
  const first = await getSerial(server.url);
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => server.said.stderr.includes('reloaded the configuration'));
  assert.equal(acme.issued, 1, 'nothing is due');
  configure('chat.example.com,more.example.com');
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(async () => (await getSerial(server.url)) !== first);
  const { status } = await https(server.url, '/health', 'more.example.com', acme.root);
  assert.equal(status, 200);
  await server.stop();
});

test('a server whose certificate authority is down starts, says why, and has HTTPS once it works', async () => {
  const data = temporaryFolder();
  const [httpPort, acmePort] = [await freePort(), await freePort()];
  const server = startCommand([
    ...[
      'serve',
      'chat.example.com',
      '--data',
      data,
      '--listen',
      '127.0.0.1:0',
      '--http-listen',
      `127.0.0.1:${httpPort}`,
    ],
    ...['--acme-directory', `http://127.0.0.1:${acmePort}/directory`],
  ]);
  await waitUntil(() => server.said.stderr.includes('the certificate authority cannot be reached'));
  const { stderr } = server.said;
  const order = [
    'Set up',
    'Requesting a certificate for chat.example.com from 127.0.0.1',
    'refuses connections (ECONNREFUSED)',
  ];
  const places = order.map((text) => stderr.indexOf(text));
  assert.ok(
    places.every((at, index) => at > (places[index - 1] ?? -1)),
    stderr,
  );
  assert.match(stderr, /"retry_in_seconds":\d/);

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${httpPort}${path}`, { headers });
  const api = await ask('/api/v1/server_settings');
  assert.equal(api.status, 503);
  assert.equal(((await api.json()) as { code: string }).code, 'CERTIFICATE_PENDING');
  for (const [language, title] of [
    ['en', /Setting up HTTPS/],
    ['de', /HTTPS wird eingerichtet/],
    ['fr', /Mise en place de HTTPS/],
  ] as const) {
    const page = await ask('/', { Accept: 'text/html', 'Accept-Language': language });
    assert.equal(page.status, 503);
    assert.match(await page.text(), title);
  }
  // Commands reach the server meanwhile.
  assert.equal((await runKlatch(['healthcheck', '--data', data])).code, 0);

  const acme = await startAuthority(() => `http://127.0.0.1:${httpPort}`, acmePort);
  acme.failsChallenges = true;
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => server.said.stderr.includes('Nobody answered at port 80'));
  acme.failsChallenges = false;
  acme.hangs = true;
  process.kill(server.pid, 'SIGHUP');
  assert.equal((await ask('/')).status, 503);
  acme.hangs = false;
  await waitUntil(
    () => /^listening on https:/m.test(server.said.stdout),
    () => server.said.stderr,
  );
  const [, url] = /^listening on (\S+)$/m.exec(server.said.stdout)!;
  assert.equal((await https(url!, '/health', 'chat.example.com', acme.root)).status, 200);
  assert.equal((await fetch(`http://127.0.0.1:${httpPort}/x`, { redirect: 'manual' })).status, 308);
  await server.stop();
});

test('a second order with the same account succeeds at a strict authority', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const acme = await startAuthority(() => `http://127.0.0.1:${port}`);
  let current: AcmeCertificates | undefined;
  const plain = createServer((request, response) => response.end(current?.challenge(request.url!.split('/').at(-1)!)));
  await new Promise<void>((resolve) => plain.listen(port, '127.0.0.1', resolve));
  for (const [domain, contact] of [
    ['chat.example.com'],
    ['chat.example.com'],
    ['talk.example.com', 'ada@example.com'],
  ] as const) {
    current = new AcmeCertificates(() => ({
      ...{ folder, domains: [domain], directory: acme.directory, contact },
      log: pino({ level: 'silent' }),
    }));
    await current.obtain();
  }
  plain.close();
  assert.equal(acme.issued, 3);
  assert.equal(acme.accounts.size, 1);
  assert.deepEqual(acme.contacts, ['mailto:ada@example.com']);
});

test('a certificate is requested with an external account key, a contact and a program that sets DNS records', async () => {
  const data = temporaryFolder();
  const place = temporaryFolder();
  const [hook, records] = [join(place, 'hook.sh'), join(place, 'records')];
  writeFileSync(hook, `#!/bin/sh\necho "$1 $2 $3" >> ${records}\n`, { mode: 0o755 });
  const lines = () => readFileSync(records, 'utf8').trim().split('\n');
  const acme = await startAuthority(() => '');
  acme.externalKey = { id: 'key-1', key: Buffer.from('a secret of the authority').toString('base64url') };
  acme.records = (name) =>
    lines().flatMap((line) => (line.startsWith(`set ${name} `) ? [line.split(' ').at(-1)!] : []));
  const server = await startServer([
    ...['serve', 'chat.example.com', '--data', data, '--listen', '127.0.0.1:0'],
    ...['--http-listen', `127.0.0.1:${await freePort()}`, '--acme-directory', acme.directory],
    ...['--acme-contact', 'ada@example.com', '--acme-key-id', 'key-1', '--acme-key', acme.externalKey.key],
    ...['--acme-dns-hook', hook],
  ]);
  await server.stop();
  assert.equal(acme.issued, 1);
  assert.deepEqual(acme.contacts, ['mailto:ada@example.com']);
  const [set, removed] = lines();
  assert.match(set!, /^set _acme-challenge\.chat\.example\.com [\w-]{43}$/);
  assert.equal(removed, set!.replace('set', 'remove'));
});

test('the reason of a program that sets no DNS record is logged', async () => {
  const place = temporaryFolder();
  const [failing, missing] = [join(place, 'hook.sh'), join(place, 'none.sh')];
  writeFileSync(failing, '#!/bin/sh\necho "The zone is locked" >&2\nexit 3\n', { mode: 0o755 });
  const acme = await startAuthority(() => '');
  acme.records = () => [];
  for (const [dnsHook, reason] of [
    [failing, /hook\.sh set _acme-challenge\.chat\.example\.com failed: The zone is locked/],
    [missing, /none\.sh set .* failed: it cannot be started \(ENOENT\)/],
  ] as const) {
    const certificates = new AcmeCertificates(() => ({
      ...{ folder: temporaryFolder(), domains: ['chat.example.com'], directory: acme.directory, dnsHook },
      log: pino({ level: 'silent' }),
    }));
    await assert.rejects(certificates.obtain(), reason);
  }
});

test('a request to a certificate authority that does not respond times out with the reason', async () => {
  const acme = await startAuthority(() => '');
  acme.hangs = true;
  const certificates = new AcmeCertificates(() => ({
    ...{ folder: temporaryFolder(), domains: ['chat.example.com'], directory: acme.directory, timeLimit: 50 },
    log: pino({ level: 'silent' }),
  }));
  await assert.rejects(certificates.obtain(), /did not answer within 0\.05 seconds/);
  acme.hangs = false;
  await assert.rejects(
    new AcmeCertificates(() => ({
      ...{
        folder: temporaryFolder(),
        domains: ['chat.example.com'],
        directory: 'http://authority.invalid/',
        timeLimit: 20_000,
      },
      log: pino({ level: 'silent' }),
    })).obtain(),
    (error) => error instanceof AuthorityUnreachable && /authority\.invalid/.test(error.message),
  );
});

test('delays between certificate requests grow to a maximum, and differ between servers', () => {
  const refused = new Error('refused');
  const minutes = [0, 1, 2, 3, 9].map((failures) => pauseAfter(failures, refused, 0.5) / 60_000);
  assert.deepEqual(minutes, [1, 4, 16, 60, 60]);
  const seconds = [0, 1, 2, 20].map((failures) => pauseAfter(failures, new AuthorityUnreachable(''), 0.5) / 1000);
  assert.deepEqual(seconds, [5, 10, 20, 600]);
  assert.deepEqual(
    [0, 1].map((random) => pauseAfter(0, refused, random)),
    [45_000, 75_000],
  );
});
