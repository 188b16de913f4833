import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { receiveMail } from '../../../src/chat/integrations/mail-in/receive-jobs.ts';
import { replyAddress } from '../../../src/chat/integrations/mail-in/rules.ts';
import { MAIL_BOT } from '../../../src/chat/integrations/mail-in/types.ts';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { DocumentReader } from '../../../src/kernel/reading/document-reader.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { translatePage } from '../../../src/pages/kit/translate.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';
import { mail, multipart, REPLIES } from './mails.ts';

async function setUp() {
  const world = newTeam({ mailListen: { host: '127.0.0.1', port: 0 } });
  const { ada, mia, max, app } = world;
  after(() => app.memory.documentReader.stop());
  const quietly = { send_new_subscription_messages: false };
  const { id } = await ada.post('/channels/create', {
    name: 'garden',
    subscribers: [ada, mia, max].map((who) => who.id),
    ...quietly,
  });
  const { email } = await mia.get(`/streams/${id}/email_address`);
  /** Receives a mail, as SMTP does. `proven`: whether it proves its sender. */
  const receive = async (raw: Buffer, { proven = true, to }: { proven?: boolean; to?: string } = {}) => {
    mkdirSync(app.files.incoming, { recursive: true });
    const path = join(app.files.incoming, randomBytes(8).toString('hex'));
    writeFileSync(path, raw);
    const recipients = to === undefined ? undefined : [to];
    const evidence = proven ? 'dmarc=pass' : 'dmarc=none';
    return receiveMail(app, { path, describe: () => ({ recipients, proof: { isProven: proven, evidence } }) });
  };
  const last = async (who: TestUser = mia): Promise<Reply> => {
    const { messages } = await who.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    return messages[0];
  };
  return { ...world, channel: id as number, email: email as string, receive, last };
}

test('a member’s mail to a channel is posted as the member, with the subject as topic', async () => {
  const { receive, last, mia, email } = await setUp();
  const [decision] = await receive(mail({ to: email.replace('.show-sender', ''), body: 'They are ripe.' }));
  assert.equal(decision!.result, 'posted', decision!.reason);
  const { sender_id, subject, content } = await last();
  assert.deepEqual([sender_id, subject, content], [mia.id, 'Tomatoes', 'They are ripe.']);
});

test('a mail that does not prove its sender is posted by the mail bot with the address', async () => {
  const { receive, last, email, app } = await setUp();
  await receive(mail({ to: email, body: 'Hello @**all** and @_**Max**' }), { proven: false });
  const { sender_email, content } = await last();
  assert.equal(sender_email, MAIL_BOT);
  assert.equal(content, '**Mia** `mia@example.com`\n\nHello &#64;**all** and &#64;_**Max**');
  assert.ok(app.users.systemBots().some((bot) => bot.email === MAIL_BOT));
});

test('a channel’s address survives renaming, and can be replaced by its administrators only', async () => {
  const { receive, mia, ada, max, channel, email } = await setUp();
  await ada.patch(`/streams/${channel}`, { new_name: 'orchard' });
  assert.equal((await receive(mail({ to: email, body: 'One' })))[0]!.result, 'posted');
  await assertRejected(max.request('POST', `/streams/${channel}/email_address/replace`), /Only administrators/);
  await ada.post(`/streams/${channel}/email_address/replace`);
  const [old] = await receive(mail({ to: email, body: 'Two' }));
  assert.deepEqual([old!.result, old!.reason], ['rejected', 'The address is not valid, or was replaced']);
  const { email: now } = await mia.get(`/streams/${channel}/email_address`);
  assert.notEqual(now, email);
  assert.equal((await receive(mail({ to: now, body: 'Three' })))[0]!.result, 'posted');
});

test('an address loses its effect when its creator may no longer post', async () => {
  const { receive, ada, mia, email, channel, app } = await setUp();
  await ada.patch(`/streams/${channel}`, {
    can_send_message_group: { new: app.groups.system('role:administrators') },
  });
  const [decision] = await receive(mail({ from: 'ada@example.com', to: email, body: 'One' }));
  assert.match(decision!.reason, /may no longer post/);
  assert.equal(
    (await mia.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).messages
      .at(-1)
      .content.includes('One'),
    false,
  );
});

for (const [program, reply] of Object.entries(REPLIES))
  test(`a reply from ${program} to a notification is posted in its conversation without the quote`, async () => {
    const { receive, last, app, mia, max } = await setUp();
    const id = await max.sendDirectMessage([mia], 'Are the tomatoes ripe?');
    const to = replyAddress(app, app.users.byId(mia.id)!, id);
    const [decision] = await receive(mail({ to, subject: 'Re: Message from Max', ...reply }));
    assert.equal(decision!.result, 'posted', decision!.reason);
    const { sender_id, content, display_recipient } = await last(max);
    assert.deepEqual([sender_id, content], [mia.id, 'Yes, they are ripe.']);
    assert.deepEqual(display_recipient.map((who: Reply) => who.id).sort(), [mia.id, max.id].sort());
  });

test('forged, expired and foreign reply addresses are rejected', async () => {
  const { receive, app, mia, max, clock } = await setUp();
  const id = await max.sendMessage('garden', 'tomatoes', 'Are they ripe?');
  const to = replyAddress(app, app.users.byId(mia.id)!, id);
  const reason = async (address: string, from?: string) =>
    (await receive(mail({ ...(from && { from }), to: address, body: 'Yes' })))[0]!.reason;
  assert.equal(
    await reason(to.replace(/.@/, (end) => `${end[0] === '0' ? '1' : '0'}@`)),
    'The address is not valid, or was replaced',
  );
  assert.equal(await reason(to, 'max@example.com'), 'The reply address belongs to somebody else');
  clock.advance(31 * 86_400);
  assert.equal(await reason(to), 'The reply address has expired. Reply in the chat');
});

/** A mail that a stranger wrote with the address of Max, who received the reply address. */
const inTheNameOfMax = (to: string, content: string) => mail({ from: 'max@example.com', to, body: content });

test('a reply that does not prove its sender is rejected where the owner of its address may not post', async () => {
  const { receive, app, ada, mia, max, channel } = await setUp();
  const id = await mia.sendMessage('garden', 'tomatoes', 'News of the garden');
  const to = replyAddress(app, app.users.byId(max.id)!, id);
  await ada.patch(`/streams/${channel}`, { can_send_message_group: { new: app.groups.system('role:administrators') } });
  const [decision] = await receive(inTheNameOfMax(to, 'More news'), { proven: false });
  assert.deepEqual([decision!.result, decision!.reason], ['rejected', "Not authorized to send to channel 'garden'"]);
});

test('a mail that does not prove its sender mentions no group that the creator of its address may not', async () => {
  const { receive, app, ada, mia, email } = await setUp();
  const { group_id } = await ada.post('/user_groups/create', {
    name: 'crew',
    description: '',
    members: [ada.id],
    can_mention_group: app.groups.system('role:administrators'),
  });
  assert.ok(group_id);
  await receive(inTheNameOfMax(email, 'Come, @*crew*'), { proven: false });
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 });
  assert.doesNotMatch(JSON.stringify(messages), /user-group-mention/);
});

test('a reply follows a message that was moved, and is rejected when it was deleted', async () => {
  const { receive, last, app, ada, mia, max } = await setUp();
  const id = await max.sendMessage('garden', 'tomatoes', 'Are they ripe?');
  const to = replyAddress(app, app.users.byId(mia.id)!, id);
  await ada.patch(`/messages/${id}`, { topic: 'vegetables' });
  await receive(mail({ to, body: 'Yes' }));
  assert.deepEqual([(await last()).subject, (await last()).content], ['vegetables', 'Yes']);
  await ada.delete(`/messages/${id}`);
  assert.equal((await receive(mail({ to, body: 'Yes' })))[0]!.reason, 'The message that is answered no longer exists');
});

test('a second delivery of a mail posts nothing', async () => {
  const { receive, email } = await setUp();
  const raw = mail({ to: email, body: 'Once' });
  const results = [await receive(raw), await receive(raw)].map(([decision]) => decision!.result);
  assert.deepEqual(results, ['posted', 'dropped']);
});

test('answers in a mail thread are posted in the topic of the first mail, wherever it was moved', async () => {
  const { receive, last, ada, email } = await setUp();
  await receive(mail({ to: email, id: 'first@mail.example.com', body: 'One' }));
  await ada.patch(`/messages/${(await last()).id}`, { topic: 'vegetables' });
  await receive(
    mail({ to: email, subject: 'Re: Cucumbers', headers: ['References: <first@mail.example.com>'], body: 'Two' }),
  );
  assert.equal((await last()).subject, 'vegetables');
});

test('mails of programs are dropped and counted', async () => {
  const { receive, email, app } = await setUp();
  const kinds = [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'List-Id: <garden.example.com>',
    'Return-Path: <>',
    'X-Autoreply: yes',
  ];
  for (const header of kinds) {
    const [decision] = await receive(mail({ to: email, headers: [header], body: 'I am away' }));
    assert.equal(decision!.result, 'dropped', header);
  }
  const status = (await runOperation(app, 'mail-status', {})) as Reply;
  assert.deepEqual(status.counts, [{ result: 'dropped', count: kinds.length }]);
});

test('the permission decides whose mails are posted', async () => {
  const { receive, ada, email, app } = await setUp();
  const allow = (name: 'role:members' | 'role:internet' | 'role:moderators') =>
    ada.patch('/realm', { can_send_mail_group: { new: app.groups.system(name) } });
  const result = async (from: string, proven: boolean) =>
    (await receive(mail({ from, to: email, body: 'Hello' }), { proven }))[0]!.result;
  assert.equal(await result('stranger@example.org', true), 'posted');
  await allow('role:members');
  assert.equal(await result('stranger@example.org', true), 'rejected');
  assert.equal(await result('mia@example.com', false), 'rejected');
  assert.equal(await result('mia@example.com', true), 'posted');
  await allow('role:moderators');
  assert.equal(await result('mia@example.com', true), 'rejected');
  assert.equal(await result('mona@example.com', true), 'posted');
});

test('lists, links, tables and inline images of HTML are kept', async () => {
  const { receive, last, email } = await setUp();
  const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
  const html =
    '<ul><li>one</li><li><a href="https://example.com/">two</a></li></ul><img src="cid:pic1"><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td></tr><tr><td>x|y</td><td>2</td></tr></table><script>alert(1)</script>';
  const body = multipart(
    'r',
    `Content-Type: text/html; charset=utf-8\n\n${html}`,
    `Content-Type: image/png; name="pear.png"\nContent-ID: <pic1>\nContent-Disposition: inline; filename="pear.png"\nContent-Transfer-Encoding: base64\n\n${png}`,
    'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR',
    'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment\n\nxxx',
  );
  const [decision] = await receive(
    mail({ to: email.replace('.show-sender', ''), type: 'multipart/related; boundary="r"', body }),
  );
  assert.equal(decision!.result, 'posted', decision!.reason);
  const { content } = await last();
  assert.match(
    content,
    /^- {1,3}one\n- {1,3}\[two\]\(https:\/\/example\.com\/\)\n\n\[pear\.png\]\(\/user_uploads\/[^)]+\)/,
  );
  assert.match(content, /\| a \| b \|\n\| --- \| --- \|\n\| 1 \| {2}\|\n\| x\\\|y \| 2 \|/);
  assert.match(content, /\[invite\.ics\]\(\/user_uploads\/[^)]+\)\n\[winmail\.dat\]\(\/user_uploads\//);
  assert.doesNotMatch(content, /alert/);
});

test('an address can ask for quotes, signatures and HTML', async () => {
  const { receive, last, email } = await setUp();
  const text = 'Yes.\n\n-- \nMia\nGardener\n';
  const plain = email.replace('.show-sender', '');
  const posted = async (options: string) => {
    await receive(mail({ to: plain.replace('@', `${options}@`), body: text }));
    return (await last()).content;
  };
  assert.equal(await posted(''), 'Yes.');
  assert.match(await posted('+include-footer'), /^Yes\.\n\n-- ?\nMia\nGardener$/);
  assert.equal(await posted('+show-sender'), '**Mia** `mia@example.com`\n\nYes.');
});

test('mails in old and broken character sets are readable', async () => {
  const { receive, last, email } = await setUp();
  const raw = Buffer.concat([
    mail({ to: email.replace('.show-sender', ''), type: 'text/plain; charset=iso-8859-1', body: 'Gr' }),
    Buffer.from([0xfc, 0xdf, 0x65]),
  ]);
  await receive(raw);
  assert.equal((await last()).content, 'Grüße');
});

test('a mail without a valid Content-Type is text', async () => {
  const { receive, last, email } = await setUp();
  const fields = ['', 'Content-Type:\r\n', 'Content-Type: text\r\n', 'Content-Type: plain; charset=utf-8\r\n'];
  for (const [at, field] of fields.entries()) {
    const head = `From: mia@example.com\r\nTo: ${email.replace('.show-sender', '')}\r\nMessage-ID: <${at}@plain>\r\n`;
    await receive(Buffer.from(`${head}Subject: Scripts\r\n${field}\r\nGrüße, ${at}\r\n`));
    const { content } = await last();
    assert.equal(content, `Grüße, ${at}`);
  }
});

test('a text that names no character set is readable in the old ones', async () => {
  const { receive, last, email } = await setUp();
  for (const type of ['text/plain', 'text/plain; charset=us-ascii', 'text/plain; format=flowed']) {
    const raw = mail({ to: email.replace('.show-sender', ''), type, body: `${type}: Gr` });
    await receive(Buffer.concat([raw, Buffer.from([0xfc, 0xdf, 0x65])]));
    const { content } = await last();
    assert.equal(content, `${type}: Grüße`);
  }
});

test('a mail whose files have no room is rejected', async () => {
  const { receive, email, app } = await setUp();
  const body = multipart('r', 'Content-Type: text/plain\n\nHello', 'Content-Type: application/pdf; name=a.pdf\n\nxxxx');
  const raw = mail({ to: email, type: 'multipart/mixed; boundary=r', body });
  app.config.choices.uploadQuotaMib = 0;
  assert.match((await receive(raw))[0]!.reason, /upload quota/);
});

test('a mail that is read while the server stops is not rejected, so that it can be read later', async () => {
  const reader = new DocumentReader();
  const reading = reader.read('mail', { path: 'nowhere.eml', folder: 'nowhere', prefersHtml: false });
  reader.stop();
  await assert.rejects(reading, /The server is stopping/);
});

test('bombs are rejected without decoding', async () => {
  const { receive, email } = await setUp();
  const reason = async (raw: Buffer) => {
    const [decision] = await receive(raw);
    assert.equal(decision!.result, 'rejected');
    return decision!.reason;
  };
  const many = multipart('m', ...Array.from({ length: 300 }, () => 'Content-Type: text/plain\n\nx'));
  assert.match(
    await reason(mail({ to: email, type: 'multipart/mixed; boundary=m', body: many })),
    /more than 200 parts/,
  );
  const headers = Array.from({ length: 20_000 }, (_, at) => `X-${at}: ${'x'.repeat(50)}`);
  assert.match(await reason(mail({ to: email, headers, body: 'x' })), /KiB of headers/);
  let nested = 'Content-Type: text/plain\n\nx';
  for (let at = 0; at < 40; at++)
    nested = `Content-Type: multipart/mixed; boundary=n${at}\n\n--n${at}\n${nested}\n--n${at}--`;
  assert.match(
    await reason(mail({ to: email, type: 'multipart/mixed; boundary=o', body: `--o\n${nested}\n--o--` })),
    /more than 20 levels/,
  );
  assert.match(
    await reason(Buffer.concat([mail({ to: email, body: '' }), Buffer.alloc(26 * 2 ** 20, 'x')])),
    /larger than 25 MiB/,
  );
});

test('administrators see the last fifty mails with their results, and nobody else does', async () => {
  const { team, app, receive, ada, mia, email } = await setUp();
  for (let at = 0; at < 52; at++) await receive(mail({ to: email, subject: `Mail ${at}`, body: 'x' }));
  const { mails } = await ada.get('/received_mails');
  assert.equal(mails.length, 50);
  assert.deepEqual([mails[0].subject, mails[0].result, mails[0].sender], ['Mail 51', 'posted', 'mia@example.com']);
  await assertRejected(mia.request('GET', '/received_mails'), /administrator/);
  setPassword(app, app.users.byId(ada.id)!, await hashPassword('correct horse'));
  const visitor = new Visitor(await team.url);
  await visitor.fillIn('/login/', { username: ada.email, password: 'correct horse' });
  assert.match((await visitor.open('/mail')).text, /Received e-mail\s*mia@example\.com Mail 51\s*Posted/);
});

test('a simulation says what would be done, and changes nothing', async () => {
  const { app, email, mia } = await setUp();
  mkdirSync(app.files.incoming, { recursive: true });
  const file = randomBytes(16).toString('hex');
  writeFileSync(
    join(app.files.incoming, file),
    mail({ to: email.replace('.show-sender', ''), body: 'They are ripe.' }),
  );
  const before = (await mia.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })).messages.length;
  assert.deepEqual(await runOperation(app, 'mail-simulate', { file, proven: true }), [
    {
      result: 'posted',
      reason: 'the command proves the sender',
      address: email.replace('.show-sender', ''),
      author: 'mia@example.com',
      place: '#garden > Tomatoes',
      content: 'They are ripe.',
    },
  ]);
  assert.equal(
    (await mia.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })).messages.length,
    before,
  );
});

test('the page says in the reader’s language why a mail was not posted', async () => {
  const { team, app, receive, ada, email } = await setUp();
  const hello = mail({ to: email, body: 'Hello' });
  await receive(hello, { proven: false });
  await receive(hello, { proven: false });
  await receive(mail({ to: 'nobody@example.org', body: 'Hello' }));
  await receive(mail({ to: email, headers: ['Precedence: bulk'], body: 'Hello' }));
  await receive(mail({ to: email, type: 'multipart/mixed', body: 'Hello' }));
  setPassword(app, app.users.byId(ada.id)!, await hashPassword('correct horse'));
  await ada.patch('/settings', { default_language: 'de' });
  const visitor = new Visitor(await team.url);
  await visitor.fillIn('/login/', { username: ada.email, password: 'correct horse' });
  const { text } = await visitor.open('/mail');
  for (const reason of [
    'von einem Bot veröffentlicht; Grund: die E-Mail beweist ihren Absender nicht (dmarc=none)',
    'Sie wurde schon früher zugestellt und veröffentlicht',
    'Kein Empfänger ist eine Adresse dieses Servers',
    'Ein Programm hat sie gesendet: Precedence',
    'Die E-Mail hat Teile mit ungewöhnlichen Grenzen',
  ])
    assert.ok(text.includes(reason), reason);
});

test('every reason has translations', () => {
  const source = ['chat/integrations/mail-in/decision-rules.ts', 'kernel/mail/reading/mail-parts.ts']
    .map((file) => readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8'))
    .join();
  const reasons = [...source.matchAll(/new (?:Rejected|Dropped|Unreadable)\(\s*(['`])(.*?)\1/gs)].map(
    ([, , text]) => text!,
  );
  assert.ok(reasons.length > 12);
  for (const reason of reasons) {
    const said = reason.replace(/\$\{[^}]*\}/g, '7');
    assert.notEqual(translatePage('fr').translateError(said).text, said, said);
  }
});
