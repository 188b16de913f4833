import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { authority, selfSigned } from '../support/acme.ts';
import { freePort } from '../support/port.ts';
import { createAccount, folder, klatch, startServer } from '../support/process.ts';
import { until } from '../support/until.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** One request over HTTPS to this machine, as if it had this name. */
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

/** The serial number of the certificate a server shows. */
function serialOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('with a certificate of one’s own: HTTPS, cookies for HTTPS alone, and commands reach the server as before', async () => {
  const data = folder();
  const { cert, key } = selfSigned(folder(), 'own', ['localhost', '127.0.0.1']);
  await createAccount(data, 'Ada', '--owner', '--password', 'engine no 1');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key]);
  assert.match(server.url, /^https:/);
  const ca = readFileSync(cert, 'utf8');
  const { status, headers, body } = await https(server.url, '/login/', 'localhost', ca, { Accept: 'text/html' });
  assert.equal(status, 200);
  assert.match(body, /Sign in/);
  assert.match(String(headers['set-cookie']), /csrftoken=.*; Secure/);
  const settings = await https(server.url, '/api/v1/server_settings', 'localhost', ca);
  assert.equal(JSON.parse(settings.body).realm_url, `https://localhost`);
  const listed = await klatch(['user', 'list', '--data', data, '--json']);
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stderr, new RegExp(`process ${server.pid}`));
  await server.stop();
});

test('SIGHUP takes a new certificate into use; one that is wrong is not, and is told of', async () => {
  const data = folder();
  const place = folder();
  const { cert, key } = selfSigned(place, 'used', ['localhost']);
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key]);
  const first = await serialOf(server.url);
  const other = selfSigned(place, 'other', ['localhost']);
  copyFileSync(other.cert, cert);
  process.kill(server.pid, 'SIGHUP');
  await until(() => /nothing is changed/.test(server.said.stderr));
  assert.match(server.said.stderr, /the key is not the certificate’s/);
  assert.equal(await serialOf(server.url), first);
  copyFileSync(other.key, key);
  process.kill(server.pid, 'SIGHUP');
  await until(() => /are read again/.test(server.said.stderr));
  assert.notEqual(await serialOf(server.url), first);
  await server.stop();
});

test('SIGHUP takes changed settings over', async () => {
  const data = folder();
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "warn"\n');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "info"\npublic-url = "https://chat.example"\n');
  process.kill(server.pid, 'SIGHUP');
  await until(() => /are read again/.test(server.said.stderr));
  const settings = (await (await fetch(`${server.url}/api/v1/server_settings`)).json()) as { realm_url: string };
  assert.equal(settings.realm_url, 'https://chat.example');
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "loud"\n');
  process.kill(server.pid, 'SIGHUP');
  await until(() => /nothing is changed/.test(server.said.stderr));
  await server.stop();
});

test('certificates that cannot be used are refused at the start, in a line', async () => {
  const place = folder();
  const one = selfSigned(place, 'one', ['localhost']);
  const other = selfSigned(place, 'other', ['localhost']);
  const refusals: [string[], number, RegExp][] = [
    [['--tls-cert', one.cert], 2, /belong together/],
    [['--tls-cert', one.cert, '--tls-key', other.key], 1, /the key is not the certificate’s/],
    [['--tls-cert', one.key, '--tls-key', one.key], 1, /not a certificate and its key/],
    [['--tls-cert', join(place, 'none.pem'), '--tls-key', one.key], 1, /none\.pem cannot be read/],
    [['not..a.name'], 2, /must be a name such as chat\.example\.com/],
  ];
  await Promise.all(
    refusals.map(async ([args, code, line]) => {
      const ended = await klatch(['serve', '--data', folder(), '--listen', '127.0.0.1:0', ...args]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, line);
    }),
  );
});

test('serve chat.example.com: a certificate from the authority, HTTP is sent to HTTPS, the next start uses what there is', async () => {
  const data = folder();
  const httpPort = await freePort();
  const acme = await authority(() => `http://127.0.0.1:${httpPort}`);
  const args = [
    ...['serve', 'chat.example.com', 'talk.example.com', '--data', data, '--listen', '127.0.0.1:0'],
    ...['--http-listen', `127.0.0.1:${httpPort}`, '--acme-directory', acme.directory],
  ];
  const server = await startServer(args);
  assert.equal(acme.given, 1);
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
  assert.equal(acme.given, 1, 'what there is is good');
  assert.equal(acme.accounts.size, 1);
});

test('a certificate that lacks a name is replaced while people are served; without any, people are told to wait', async () => {
  const data = folder();
  const httpPort = await freePort();
  const acme = await authority(() => `http://127.0.0.1:${httpPort}`);
  const args = (name: string) => [
    ...['serve', name, '--data', data, '--listen', '127.0.0.1:0'],
    ...['--http-listen', `127.0.0.1:${httpPort}`, '--acme-directory', acme.directory],
  ];
  await (await startServer(args('chat.example.com'))).stop();
  const server = await startServer(args('chat.example.com,more.example.com'));
  const first = await serialOf(server.url);
  await until(() => acme.given === 2);
  await until(async () => (await serialOf(server.url)) !== first);
  await server.stop();

  acme.blind = true;
  void klatch(args('new.example.com'));
  // Those who come meanwhile are told to wait.
  await until(async () => (await fetch(`http://127.0.0.1:${httpPort}/`).catch(() => undefined))?.status === 503);
  assert.equal(acme.given, 2);
});
