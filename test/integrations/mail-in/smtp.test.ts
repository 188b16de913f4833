import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { createTransport } from 'nodemailer';
import { mailListening } from '../../../src/chat/integrations/mail-in/listener-jobs.ts';
import { MAIL_BOT } from '../../../src/chat/integrations/mail-in/types.ts';
import { deliveries, waitForDeliveries } from '../../../src/chat/notifications/mail/jobs.ts';
import { missedMessages } from '../../../src/chat/notifications/missed-messages/jobs.ts';
import { MailServer } from '../../support/smtp.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { mail } from './mails.ts';

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC_KEY = KEYS.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** DNS records by type and name. */
const RECORDS: Readonly<Record<string, string[][]>> = {
  'TXT sel._domainkey.example.com': [[`v=DKIM1; k=rsa; p=${PUBLIC_KEY}`]],
  'TXT _dmarc.example.com': [['v=DMARC1; p=reject']],
};

async function resolve(name: string, type: string): Promise<string[][]> {
  const found = RECORDS[`${type} ${name}`];
  if (!found) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
  return found;
}

async function setUp(choices = {}) {
  const world = newTeam({ mailListen: { host: '127.0.0.1', port: 0 }, ...choices });
  const { ada, mia, max, app } = world;
  const stopping = new AbortController();
  after(() => stopping.abort());
  app.memory.mailListening.resolver = resolve;
  await mailListening.run(app, stopping.signal);
  const { id } = await ada.post('/channels/create', {
    name: 'garden',
    subscribers: [ada, mia, max].map((who) => who.id),
    send_new_subscription_messages: false,
  });
  const { email } = await mia.get(`/streams/${id}/email_address`);
  const { port } = app.memory.mailListening;
  const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true } as object);
  after(() => client.close());
  /** Delivers a mail. Returns the answer of the server, or its error. */
  const deliver = (raw: Buffer, { to = email, from = 'mia@example.com' } = {}): Promise<string> =>
    client.sendMail({ envelope: { from, to }, raw }).then(
      ({ response }: Reply) => response as string,
      ({ response }: Reply) => response as string,
    );
  const last = async (): Promise<Reply> => {
    const { messages } = await mia.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    return messages[0];
  };
  return { ...world, email: email as string, deliver, last, stopping };
}

async function signed(raw: Buffer): Promise<Buffer> {
  const privateKey = KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const { signatures } = await dkimSign(raw, {
    signatureData: [{ signingDomain: 'example.com', selector: 'sel', privateKey }],
  } as never);
  return Buffer.concat([Buffer.from(signatures), raw]);
}

test('a mail with a valid DKIM signature is posted as the member, and a changed one by the mail bot', async () => {
  const { email, deliver, last, mia } = await setUp();
  const raw = await signed(mail({ to: email, body: 'They are ripe.' }));
  assert.match(await deliver(raw), /^250 /);
  assert.equal((await last()).sender_id, mia.id);
  const changed = Buffer.from(
    raw.toString().replace('are ripe', 'are rotten').replace('Message-ID: <', 'Message-ID: <x'),
  );
  assert.match(await deliver(changed), /^250 /);
  assert.deepEqual([(await last()).sender_email, /rotten/.test((await last()).content)], [MAIL_BOT, true]);
});

test('a signature of another domain, or beside a second sender, proves nothing', async () => {
  const { email, deliver, last } = await setUp();
  const twoSenders = mail({ from: 'mia@example.com, max@example.com', to: email, body: 'One' });
  const twoFields = mail({ to: email, headers: ['From: max@example.com'], body: 'Two' });
  const foreign = mail({ from: 'mia@example.org', to: email, body: 'Three' });
  for (const raw of [twoSenders, twoFields, foreign]) {
    assert.match(await deliver(await signed(raw)), /^250 /);
    assert.equal((await last()).sender_email, MAIL_BOT);
  }
});

test('a mail to an address that this server did not create is rejected before its content', async () => {
  const { email, deliver, app } = await setUp();
  const to = email.replace(/[0-9a-f](?=\.show-sender)/, (digit) => (digit === '0' ? '1' : '0'));
  assert.match(await deliver(mail({ to, body: 'x' }), { to }), /^550 5\.1\.1/);
  assert.deepEqual(app.mailIn.recent(10), []);
});

test('a mail with an empty return path is dropped', async () => {
  const { email, deliver, app } = await setUp();
  assert.match(await deliver(mail({ to: email, body: 'x' }), { from: '' }), /^250 /);
  assert.equal(app.mailIn.recent(1)[0]!.result, 'dropped');
});

test('mails beyond the limit of a sender are postponed', async () => {
  const { email, deliver, app } = await setUp({ rateLimits: true });
  for (let at = 0; at < 60; at++) app.limits.take('mail_by_sender', 'mia@example.com');
  assert.match(await deliver(mail({ to: email, body: 'x' })), /^451 4\.7\.1/);
});

test('the reply address of a notification leads a signed answer into the conversation', async () => {
  const { app, mia, max, deliver, last, clock } = await setUp();
  const mailbox = new MailServer();
  app.config.choices.smtpUrl = await mailbox.url;
  after(() => waitForDeliveries(app, 0));
  await missedMessages.run(app);
  await max.sendDirectMessage([mia], 'Are they ripe?');
  await missedMessages.run(app);
  clock.advance(125);
  await missedMessages.run(app);
  await deliveries.run(app);
  const [sent] = mailbox.mailsTo('mia@example.com');
  assert.match(sent!.text, /Reply to this e-mail to write in the conversation/);
  const to = sent!.headers.get('reply-to')!;
  assert.match(await deliver(await signed(mail({ to, body: 'Yes, they are.' })), { to }), /^250 /);
  assert.deepEqual([(await last()).content, (await last()).sender_id], ['Yes, they are.', mia.id]);
});

test('the listener is closed when the server stops', async () => {
  const { deliver, email, stopping } = await setUp();
  stopping.abort();
  assert.equal(await deliver(mail({ to: email, body: 'x' })), undefined);
});
