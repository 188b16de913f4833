import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { mailboxReading } from '../../../src/chat/integrations/mail-in/mailbox-jobs.ts';
import { proofInResults } from '../../../src/chat/integrations/mail-in/results-rules.ts';
import { MAIL_BOT } from '../../../src/chat/integrations/mail-in/types.ts';
import type { ReadMail } from '../../../src/kernel/mail/reading/types.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { MailboxServer } from '../../support/imap.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';
import { mail } from './mails.ts';

async function setUp(choices = {}, mailbox = new MailboxServer('klatch@example.com')) {
  const world = newTeam({ mailImapUrl: await mailbox.url, mailAuthServer: 'mx.example.com', ...choices });
  const { ada, mia, app, clock } = world;
  const stopping = new AbortController();
  const timer = setInterval(() => {
    clock.advance(1);
    void mailboxReading.run(app, stopping.signal);
  }, 20);
  after(() => {
    clearInterval(timer);
    stopping.abort();
    app.memory.documentReader.stop();
  });
  const { id } = await ada.post('/channels/create', {
    name: 'garden',
    subscribers: [ada.id, mia.id],
    send_new_subscription_messages: false,
  });
  const { email } = await mia.get(`/streams/${id}/email_address`);
  /** The contents of the messages in the channel, oldest first, without the first one. */
  const contents = async (): Promise<string[]> => {
    const narrow = [{ operator: 'channel', operand: 'garden' }];
    const query = { narrow, anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
    const { messages } = await mia.get('/messages', query);
    return messages.filter(({ subject }: Reply) => subject === 'Tomatoes').map(({ content }: Reply) => content);
  };
  return { ...world, mailbox, email: email as string, to: (email as string).replace('.show-sender', ''), contents };
}

const PROVEN = 'Authentication-Results: mx.example.com; dmarc=pass (p=none dis=none) header.from=example.com';
const isMarked = (mailbox: MailboxServer) => () => mailbox.mails.every(({ flags }) => flags.has('$KlatchRead'));

test('mails of a mailbox are posted, also those that arrive later, and get a flag', async () => {
  const { mailbox, to, contents, email } = await setUp();
  assert.match(email, /^klatch\+garden\.c[\w-]+\.show-sender@example\.com$/);
  mailbox.add(mail({ to, headers: [PROVEN], body: 'One' }));
  await waitUntil(isMarked(mailbox));
  mailbox.add(mail({ to: 'klatch@example.com', headers: [PROVEN, `Delivered-To: ${to}`], body: 'Two' }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual(await contents(), ['One', 'Two']);
});

test('each mail is posted once, although the connection ends and the UIDs change', async () => {
  const { mailbox, to, contents, app } = await setUp();
  const bodies = Array.from({ length: 30 }, (_, at) => `Number ${at}`);
  mailbox.closesBeforeStore = 2;
  for (const body of bodies.slice(0, 20)) mailbox.add(mail({ to, headers: [PROVEN], body }));
  await waitUntil(() => mailbox.mails.filter(({ flags }) => flags.size > 0).length >= 10);
  mailbox.disconnect();
  mailbox.renumber();
  for (const body of bodies.slice(20)) mailbox.add(mail({ to, headers: [PROVEN], body }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual((await contents()).sort(), bodies.sort());
  assert.equal(app.mailIn.counts().find(({ result }) => result === 'posted')!.count, bodies.length);
});

test('a mailbox that cannot be reached is tried again', async () => {
  const { mailbox, to, contents, app } = await setUp();
  await waitUntil(() => app.memory.mailbox.isReading && app.memory.mailbox.failures === 0);
  mailbox.disconnect();
  mailbox.add(mail({ to, headers: [PROVEN], body: 'One' }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual(await contents(), ['One']);
});

test('only the newest results of the configured server prove a sender', async () => {
  const { mailbox, to, contents } = await setUp();
  mailbox.add(
    mail({
      to,
      headers: ['Authentication-Results: elsewhere.example; dmarc=pass header.from=example.com'],
      body: 'One',
    }),
  );
  const failed = 'Authentication-Results: mx.example.com; dmarc=fail header.from=example.com';
  mailbox.add(mail({ to, headers: [failed, PROVEN], body: 'Two' }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual(
    await contents(),
    ['One', 'Two'].map((body) => `**Mia** \`mia@example.com\`\n\n${body}`),
  );
  assert.match(MAIL_BOT, /^mail-bot@/);
});

test('results are compared with the domain of the sender', () => {
  const proof = (results: string, address = 'mia@example.com') =>
    proofInResults({ from: { name: '', address }, authentication: [results] } as ReadMail, 'mx.example.com').isProven;
  assert.equal(proof('mx.example.com 1; spf=pass smtp.mailfrom=mia@example.com; dkim=fail header.d=example.com'), true);
  assert.equal(proof('mx.example.com; dkim=pass (2048-bit (RSA)) header.d=example.com header.s=x; dmarc=none'), true);
  assert.equal(proof('mx.example.com; dkim=pass header.d=evil.example'), false);
  assert.equal(proof('mx.example.com; dkim=pass header.d=example.com; dmarc=fail header.from=example.com'), false);
  assert.equal(proof('mx.example.com; dmarc=pass header.from=evil.example'), false);
  assert.equal(proof('mx.example.com; x=y (; dmarc=pass header.from=example.com)'), false);
  assert.equal(proof('mx.example.com.evil.example; dmarc=pass header.from=example.com'), false);
});

/** A server of access tokens that records the requests. Each of its tokens is valid for an hour. */
class TokenServer {
  readonly asked: Record<string, string>[] = [];
  /** Instead of a token. */
  failure: { status: number; body: string } | undefined;
  /** The refresh token that replaces the present one. */
  next: string | undefined;
  readonly url: Promise<string>;

  constructor() {
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      this.asked.push(Object.fromEntries(new URLSearchParams(text)));
      const token = { access_token: `access-${this.asked.length}`, expires_in: 3600, refresh_token: this.next };
      response.writeHead(this.failure?.status ?? 200, { 'Content-Type': 'application/json' });
      response.end(this.failure?.body ?? JSON.stringify(token));
    });
    this.url = new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/token`)),
    );
    after(() => server.close());
  }
}

/** `accepted`: the access token that the mail server accepts. */
async function setUpOauth(accepted = 'access-1') {
  const tokens = new TokenServer();
  const mailbox = new MailboxServer('klatch@example.com');
  mailbox.accessToken = accepted;
  const oauth = {
    mailImapOauth: await tokens.url,
    mailImapClientId: 'the client',
    mailImapClientSecret: 'the secret',
    mailImapRefreshToken: 'refresh-1',
  };
  return { tokens, ...(await setUp(oauth, mailbox)) };
}

test('a mailbox is read with an access token instead of a password', async () => {
  const { tokens, mailbox, to, contents, app } = await setUpOauth();
  mailbox.add(mail({ to, headers: [PROVEN], body: 'One' }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual(await contents(), ['One']);
  assert.deepEqual(tokens.asked, [
    { grant_type: 'refresh_token', client_id: 'the client', client_secret: 'the secret', refresh_token: 'refresh-1' },
  ]);
  assert.equal(((await runOperation(app, 'mail-status', {})) as Reply).mailbox.uses_oauth, true);
});

test('an access token is used for each connection until shortly before it ends', async () => {
  const { tokens, mailbox, to, clock } = await setUpOauth();
  /** Reads a mail with a new connection. */
  const reconnect = async () => {
    mailbox.disconnect();
    mailbox.add(mail({ to, headers: [PROVEN], body: 'Hello' }));
    await waitUntil(isMarked(mailbox));
  };
  await reconnect();
  await reconnect();
  assert.equal(tokens.asked.length, 1);
  mailbox.accessToken = 'access-2';
  tokens.next = 'refresh-2';
  clock.advance(3600 - 4 * 60);
  await reconnect();
  mailbox.accessToken = 'access-3';
  clock.advance(3600);
  await reconnect();
  assert.deepEqual(
    tokens.asked.map(({ refresh_token }) => refresh_token),
    ['refresh-1', 'refresh-1', 'refresh-2'],
  );
});

test('a refresh token that the operator replaces is used instead of an older one that was stored', async () => {
  const { tokens, mailbox, clock, app } = await setUpOauth();
  tokens.next = 'refresh-2';
  await waitUntil(() => mailbox.triedTokens.length > 0 && app.memory.mailbox.failures === 0);
  app.config.choices.mailImapRefreshToken = 'refresh-new';
  mailbox.accessToken = 'access-2';
  clock.advance(3600);
  mailbox.disconnect();
  await waitUntil(() => tokens.asked.length > 1);
  assert.equal(tokens.asked[1]!.refresh_token, 'refresh-new');
});

test('a mail server that rejects an access token gets another one', async () => {
  const { tokens, mailbox, app } = await setUpOauth('access-2');
  await waitUntil(() => mailbox.triedTokens.includes('access-2') && app.memory.mailbox.failures === 0);
  assert.equal(tokens.asked.length, 2);
});

test('a session that ends with its access token is continued with a new one', async () => {
  const { tokens, mailbox, to, contents, clock, app } = await setUpOauth();
  mailbox.add(mail({ to, headers: [PROVEN], body: 'One' }));
  await waitUntil(isMarked(mailbox));
  clock.advance(3600);
  mailbox.accessToken = 'access-2';
  mailbox.expireSessions();
  mailbox.add(mail({ to, headers: [PROVEN], body: 'Two' }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual(await contents(), ['One', 'Two']);
  assert.equal(tokens.asked.length, 2);
  assert.equal(app.memory.mailbox.failure, undefined);
});

test('a session that is ended before its access token expires gets another one', async () => {
  const { tokens, mailbox, to, contents } = await setUpOauth();
  mailbox.add(mail({ to, headers: [PROVEN], body: 'One' }));
  await waitUntil(isMarked(mailbox));
  mailbox.accessToken = 'access-2';
  mailbox.expireSessions();
  mailbox.add(mail({ to, headers: [PROVEN], body: 'Two' }));
  await waitUntil(isMarked(mailbox));
  assert.deepEqual(await contents(), ['One', 'Two']);
  assert.equal(tokens.asked.length, 2);
});

/** The failure that `klatch mail status` shows. */
async function shownFailure({ app }: Pick<Awaited<ReturnType<typeof setUp>>, 'app'>): Promise<string> {
  await waitUntil(() => app.memory.mailbox.failure !== undefined);
  return ((await runOperation(app, 'mail-status', {})) as Reply).mailbox.failure;
}

for (const rejection of ['[AUTHENTICATIONFAILED] Invalid credentials (Failure)', 'AUTHENTICATE failed.'])
  test(`the status says what to do if a mail server rejects access tokens with "${rejection}"`, async () => {
    const world = await setUpOauth('none that it gives');
    world.mailbox.rejection = rejection;
    const failure = await shownFailure(world);
    assert.match(
      failure,
      /^127\.0\.0\.1:\d+ rejects the access token \(“.+”\)\. Check .+ that the mailbox allows IMAP$/,
    );
  });

test('the status says that the mail server rejects the password', async () => {
  const mailbox = new MailboxServer('klatch@example.com');
  mailbox.rejectsPasswords = true;
  assert.match(await shownFailure(await setUp({}, mailbox)), /rejects the user or password of mail-imap-url: Invalid/);
});

test('the status says that the mail server does not open the folder', async () => {
  const mailbox = new MailboxServer('klatch@example.com');
  mailbox.closedFolder = 'User is authenticated but not connected.';
  assert.match(await shownFailure(await setUp({}, mailbox)), /does not open the folder INBOX: User is authenticated/);
});

test('the status says that the mail server refuses connections', async () => {
  const world = await setUp({ mailImapUrl: 'imap://klatch:pears@127.0.0.1:9' });
  assert.match(await shownFailure(world), /^127\.0\.0\.1:9 refuses connections \(ECONNREFUSED\)$/);
});

test('the status says in words why there is no access token', async () => {
  const failures: [status: number, body: string, reason: RegExp][] = [
    [400, '{"error":"invalid_grant"}', /the refresh token has expired or was revoked\. Create a new one/],
    [401, '{"error":"invalid_client"}', /the client ID or its secret is wrong/],
    [503, 'busy', /answered with status 503$/],
    [200, '{}', /answered with status 200$/],
    [200, 'null', /answered with status 200$/],
  ];
  const { tokens, mailbox, app, clock } = await setUpOauth();
  await waitUntil(() => mailbox.triedTokens.length > 0 && app.memory.mailbox.failures === 0);
  clock.advance(3600);
  for (const [status, body, reason] of failures) {
    tokens.failure = { status, body };
    clock.advance(300);
    mailbox.disconnect();
    await waitUntil(() => reason.test(app.memory.mailbox.failure ?? ''));
    const told = (await runOperation(app, 'mail-status', {})) as Reply;
    assert.match(told.mailbox.failure, reason);
    assert.doesNotMatch(told.mailbox.failure, /refresh-1|the secret/);
  }
});
