import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { selfSigned } from '../../support/acme.ts';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';
import { MailServer, parseMail } from '../../support/smtp.ts';
import { waitUntil } from '../../support/until.ts';

test('the operator sends a test mail; mail queued without a server is sent once there is one', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  assert.match(
    (await runKlatch(['mail', 'test', 'ada@example.com', '--data', data])).stderr,
    /No mail server is configured/,
  );
  await runKlatch(['invite', 'create', 'new@example.com', '--data', data]);
  const waiting = await runKlatch(['mail', '--data', data]);
  assert.match(waiting.stdout, /^To: new@example\.com\n[\s\S]*\/join\//);
  assert.equal(JSON.parse((await runKlatch(['mail', '--json', '--data', data])).stdout).length, 1);

  const mail = new MailServer();
  const env = { KLATCH_SMTP_URL: await mail.url, KLATCH_MAIL_FROM: 'Klatch <chat@example.com>' };
  const server = await startServer(['serve', '--listen', '127.0.0.1:0', '--data', data], { env });
  await waitUntil(() => mail.mailsTo('new@example.com').length === 1);
  assert.equal(mail.received[0]!.from, 'chat@example.com');
  const tried = await runKlatch(['mail', 'test', 'ada@example.com', '--data', data]);
  assert.equal(tried.code, 0, tried.stderr);
  assert.equal(mail.mailsTo('ada@example.com').length, 1);
  mail.errorResponses['RCPT TO'] = '550 5.1.1 no such mailbox';
  const refusedMail = await runKlatch(['mail', 'test', 'gone@example.com', '--data', data]);
  assert.equal(refusedMail.code, 7);
  assert.match(refusedMail.stderr, /no such mailbox/);

  // A mail that is being sent when the server stops is completed, and not sent twice.
  mail.errorResponses = {};
  mail.delay = 700;
  await runKlatch(['invite', 'create', 'last@example.com', '--data', data]);
  await waitUntil(() => mail.mailsTo('last@example.com').length === 1);
  assert.equal((await server.stop()).code, 0);
  assert.doesNotMatch(server.said.stderr, /join\//, 'the log tells no links');
  const after = await startServer(['serve', '--listen', '127.0.0.1:0', '--data', data], { env });
  await runKlatch(['invite', 'create', 'later@example.com', '--data', data]);
  await waitUntil(() => mail.mailsTo('later@example.com').length === 1);
  assert.equal(mail.mailsTo('last@example.com').length, 1);
  await after.stop();
});

test('a test mail without a running server ends at once, also by TLS with any certificate on this machine', async () => {
  const [data, place] = [temporaryFolder(), temporaryFolder()];
  await createAccount(data, 'Ada', '--owner');
  const mail = new MailServer();
  const { cert, key } = selfSigned(place, 'snakeoil', ['mail.example']);
  mail.certificate = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  const send = (options: string, url: string) =>
    runKlatch(['mail', 'test', 'ada@example.com', '--data', data], {
      env: { KLATCH_SMTP_URL: `${url}${options}`, KLATCH_PUBLIC_URL: 'https://chat.example.com' },
    });
  const url = await mail.url;
  const sent = await send('', url);
  assert.equal(sent.code, 0, sent.stderr);
  assert.deepEqual(mail.greetings, [
    { name: 'chat.example.com', isSecure: false },
    { name: 'chat.example.com', isSecure: true },
  ]);
  const strict = await send('?tls.rejectUnauthorized=true', url);
  assert.equal(strict.code, 7);
  assert.match(strict.stderr, /127\.0\.0\.1 has a certificate that cannot be verified.*tls\.ca=FILE/);
  assert.doesNotMatch(strict.stderr, /NODE_/);
});

test('only a mail server whose authority tls.ca names is trusted', async () => {
  const [data, place] = [temporaryFolder(), temporaryFolder()];
  await createAccount(data, 'Ada', '--owner');
  const mail = new MailServer();
  const own = selfSigned(place, 'own', ['localhost']);
  const other = selfSigned(place, 'other', ['localhost']);
  mail.certificate = { cert: readFileSync(own.cert, 'utf8'), key: readFileSync(own.key, 'utf8') };
  const url = (await mail.url).replace('127.0.0.1', 'localhost');
  const send = (authority: string) =>
    runKlatch(['mail', 'test', 'ada@example.com', '--data', data], {
      env: { KLATCH_SMTP_URL: `${url}?tls.rejectUnauthorized=true&tls.ca=${encodeURIComponent(authority)}` },
    });
  assert.equal((await send(own.cert)).code, 0);
  assert.match((await send(other.cert)).stderr, /cannot be verified/);
  assert.match((await send(join(place, 'missing'))).stderr, /tls\.ca of smtp-url: .*missing/);
  assert.equal(mail.received.length, 1);
});

test('extra-ca names authorities whose certificates are accepted, besides the public ones', async () => {
  const [data, place] = [temporaryFolder(), temporaryFolder()];
  await runKlatch(['user', 'create', '--owner', '--name', 'Ada', 'ada@example.com', '--data', data]);
  const mail = new MailServer();
  const own = selfSigned(place, 'own', ['localhost']);
  const other = selfSigned(place, 'other', ['localhost']);
  mail.certificate = { cert: readFileSync(own.cert, 'utf8'), key: readFileSync(own.key, 'utf8') };
  const url = (await mail.url).replace('127.0.0.1', 'localhost');
  const both = join(place, 'both.pem');
  writeFileSync(both, readFileSync(other.cert, 'utf8') + readFileSync(own.cert, 'utf8'));
  const send = (file: string) =>
    runKlatch(['mail', 'test', 'ada@example.com', '--data', data], {
      env: { KLATCH_SMTP_URL: `${url}?tls.rejectUnauthorized=true`, KLATCH_EXTRA_CA: file },
    });
  assert.equal((await send(both)).code, 0);
  assert.match((await send(other.cert)).stderr, /cannot be verified/);
  for (const wrong of [join(place, 'missing'), own.key]) {
    const { code, stderr } = await send(wrong);
    assert.equal(code, 2);
    assert.match(stderr, /extra-ca: .* cannot be used: /);
  }
  assert.equal(mail.received.length, 1);
});

test('a command that takes long runs once while it waits for the server', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const mail = new MailServer();
  mail.delay = 16_000;
  const server = await startServer(['--listen', '127.0.0.1:0', '--data', data, '--smtp-url', await mail.url]);
  const sent = await runKlatch(['mail', 'test', 'ada@example.com', '--data', data]);
  assert.equal(sent.code, 0, sent.stderr);
  assert.match(sent.stderr, /The server is still working on it/);
  assert.equal(mail.received.length, 1);
  await server.stop();
});

test('a development server shows its mails to the developer', async () => {
  const server = await startServer(['dev', '--users', '6', '--messages', '5', '--listen', ':0']);
  const key = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'owner@example.com' }),
  });
  const { api_key } = (await key.json()) as { api_key: string };
  const headers = { Authorization: `Basic ${btoa(`owner@example.com:${api_key}`)}` };
  const body = new URLSearchParams({ invitee_emails: 'new@example.com', stream_ids: '[]' });
  await fetch(`${server.url}/api/v1/invites`, { method: 'POST', headers, body });
  let mails: { id: number; to: string; text: string }[] = [];
  await waitUntil(async () => {
    mails = ((await (await fetch(`${server.url}/api/v1/dev/mails`)).json()) as { mails: typeof mails }).mails;
    return mails.length > 0;
  });
  assert.equal(mails[0]!.to, 'new@example.com');
  assert.match(mails[0]!.text, /\/join\//);
  assert.match(await (await fetch(`${server.url}/dev/outbox`)).text(), /new@example\.com/);
  const shown = await fetch(`${server.url}/dev/outbox/${mails[0]!.id}`);
  assert.match(await shown.text(), /class="button"/);
  assert.match(shown.headers.get('content-security-policy')!, /default-src 'none'/);
  await server.stop();
});

test('other servers show their mails to nobody; a folder receives them', async () => {
  const data = temporaryFolder();
  const outbox = join(data, 'mails');
  await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['serve', '--listen', '127.0.0.1:0', '--data', data, '--outbox', outbox]);
  for (const path of ['/dev/outbox', '/api/v1/dev/mails', '/dev/outbox/1'])
    assert.equal((await fetch(server.url + path)).status, 404, path);
  await runKlatch(['invite', 'create', 'new@example.com', '--data', data]);
  await waitUntil(() => existsSync(outbox) && readdirSync(outbox).some((name) => name.endsWith('.eml')));
  const [name] = readdirSync(outbox);
  assert.match(parseMail(readFileSync(join(outbox, name!), 'latin1')).text, /\/join\//);
  await server.stop();
});

test('killed while sending, the server neither loses a mail nor sends it endlessly', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const mail = new MailServer();
  mail.delay = 60_000;
  const env = { KLATCH_SMTP_URL: await mail.url };
  const server = await startServer(['serve', '--listen', '127.0.0.1:0', '--data', data], { env });
  await runKlatch(['invite', 'create', 'new@example.com', '--data', data]);
  const begun = Date.now() / 1000;
  await waitUntil(() => mail.received.length === 1);
  await server.stop('SIGKILL');
  const [waiting] = JSON.parse((await runKlatch(['mail', '--json', '--data', data])).stdout);
  assert.deepEqual([waiting.recipient, waiting.attempts], ['new@example.com', 1]);
  assert.ok(waiting.due > begun + 30, 'the next attempt has its time');
  const again = await startServer(['serve', '--listen', '127.0.0.1:0', '--data', data], { env });
  mail.delay = 0;
  await runKlatch(['invite', 'create', 'later@example.com', '--data', data]);
  await waitUntil(() => mail.mailsTo('later@example.com').length === 1);
  assert.equal(mail.mailsTo('new@example.com').length, 1);
  await again.stop();
});
