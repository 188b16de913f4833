import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailboxReading } from '../../../src/chat/integrations/mail-in/mailbox-jobs.ts';
import { proofInResults } from '../../../src/chat/integrations/mail-in/results-rules.ts';
import { MAIL_BOT } from '../../../src/chat/integrations/mail-in/types.ts';
import type { ReadMail } from '../../../src/kernel/mail/reading/types.ts';
import { MailboxServer } from '../../support/imap.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';
import { mail } from './mails.ts';

async function setUp() {
  const mailbox = new MailboxServer('klatch@example.com');
  const world = newTeam({ mailImapUrl: await mailbox.url, mailAuthServer: 'mx.example.com' });
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
