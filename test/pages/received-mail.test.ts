import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { mailListening } from '../../src/chat/integrations/mail-in/listener-jobs.ts';
import { mailboxReading } from '../../src/chat/integrations/mail-in/mailbox-jobs.ts';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../src/chat/people/users/actions.ts';
import { unreachable } from '../../src/kernel/http/failure-reason.ts';
import { translatePage } from '../../src/pages/kit/translate.ts';
import { CLIENT_LANGUAGES } from '../../src/shared/languages.ts';
import { mail } from '../integrations/mail-in/mails.ts';
import { MailboxServer } from '../support/imap.ts';
import { newTeam } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

/** A team, and a browser with Ada's session. */
async function setUp(choices: object) {
  const world = newTeam(choices);
  const { app, ada, team, clock } = world;
  const stopping = new AbortController();
  after(() => {
    stopping.abort();
    app.memory.documentReader.stop();
  });
  setPassword(app, app.users.byId(ada.id)!, await hashPassword('correct horse'));
  const visitor = new Visitor(await team.url);
  await visitor.fillIn('/login/', { username: ada.email, password: 'correct horse' });
  const readMailbox = () => {
    const timer = setInterval(() => {
      clock.advance(1);
      void mailboxReading.run(app, stopping.signal);
    }, 20);
    after(() => clearInterval(timer));
  };
  const openPage = async () => (await visitor.open('/mail')).text;
  const failing = async () => (await ada.get('/server/status')).failing;
  return { ...world, visitor, stopping, readMailbox, openPage, failing };
}

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

test('the mail page says when the mailbox was last read', async () => {
  const mailbox = new MailboxServer('klatch@example.com');
  const { app, openPage, failing, readMailbox } = await setUp({ mailImapUrl: await mailbox.url });
  assert.match(await openPage(), /hasn’t been read since the server started/);
  readMailbox();
  await waitUntil(() => app.memory.mailbox.lastSuccess !== undefined);
  assert.match(await openPage(), new RegExp(String.raw`read from the mailbox at 127\.0\.0\.1:\d+\..*at ${TIME}`));
  assert.deepEqual(await failing(), []);
});

test('the mail page says in words why the mailbox cannot be read, with the time of the last success', async () => {
  const mailbox = new MailboxServer('klatch@example.com');
  const { app, openPage, failing, readMailbox, ada } = await setUp({ mailImapUrl: await mailbox.url });
  readMailbox();
  await waitUntil(() => app.memory.mailbox.lastSuccess !== undefined);
  mailbox.rejectsPasswords = true;
  mailbox.disconnect();
  await waitUntil(() => /rejects/.test(app.memory.mailbox.failure ?? ''));
  const reason = /The mailbox can’t be read: 127\.0\.0\.1:\d+ rejects the user or password of mail-imap-url: Invalid/;
  assert.match(await openPage(), reason);
  assert.match(await openPage(), new RegExp(`It was last read at ${TIME}`));
  assert.deepEqual(await failing(), ['received_mail']);
  assert.match((await ada.get('/received_mails')).mailbox.failure, /rejects the user or password/);
});

test('a button checks the mailbox at once', async () => {
  const mailbox = new MailboxServer('klatch@example.com');
  mailbox.closedFolder = 'No such mailbox';
  const { visitor, openPage } = await setUp({ mailImapUrl: await mailbox.url });
  await visitor.fillIn('/mail', { act: 'check' });
  assert.match(await openPage(), /does not open the folder INBOX: No such mailbox/);
  mailbox.closedFolder = undefined;
  await visitor.fillIn('/mail', { act: 'check' });
  assert.match(await openPage(), new RegExp(`It was last read at ${TIME}`));
});

test('the mail page says that mails of the mailbox could not be received', async () => {
  const mailbox = new MailboxServer('klatch@example.com');
  const { app, openPage, failing, readMailbox } = await setUp({ mailImapUrl: await mailbox.url });
  app.memory.documentReader.read = () => Promise.reject(new Error('no space left on device'));
  mailbox.add(mail({ to: 'klatch@example.com', body: 'One' }));
  readMailbox();
  await waitUntil(() => app.memory.mailbox.stuck === 1);
  assert.match(await openPage(), /couldn’t be received, and are tried again.*no space left on device/);
  assert.deepEqual(await failing(), ['received_mail']);
});

test('the mail page says that another program uses the port for mail', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  after(() => other.close());
  const { port } = other.address() as { port: number };
  const { app, stopping, openPage, failing } = await setUp({ mailListen: { host: '127.0.0.1', port } });
  await mailListening.run(app, stopping.signal);
  assert.match(await openPage(), new RegExp(`can’t be received by SMTP: Another program uses port ${port}`));
  assert.deepEqual(await failing(), ['received_mail']);
});

test('the mail page says on which port mail is received', async () => {
  const { app, stopping, openPage } = await setUp({ mailListen: { host: '127.0.0.1', port: 0 } });
  await mailListening.run(app, stopping.signal);
  assert.match(await openPage(), /received by SMTP, on port \d+/);
});

const CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
const CERTIFICATE_CODES = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

test('each reason why a server cannot be reached is translated', () => {
  const errors = [...CODES, ...CERTIFICATE_CODES].map((code) => Object.assign(new Error(code), { code }));
  const reasons = [...errors, new DOMException('', 'TimeoutError')].map((each) =>
    unreachable('imap://x.example', each),
  );
  assert.ok(reasons.every((reason) => !reason.includes('failed:')));
  for (const language of CLIENT_LANGUAGES.filter((each) => each !== 'en'))
    for (const reason of [...reasons, `No access token: ${reasons[0]}`]) {
      const { text } = translatePage(language).translateError(reason);
      assert.notEqual(text, reason, language);
      assert.match(text, /x\.example/);
      assert.doesNotMatch(text, / refuses connections|No access token/);
    }
});
