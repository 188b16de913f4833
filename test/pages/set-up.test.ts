import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedDefaultChannels } from '../../src/chat/organization/setup/actions.ts';
import { SetUpCode } from '../../src/chat/organization/setup/memory.ts';
import { hashText } from '../../src/chat/people/sign-in/rules.ts';
import { openTab } from '../support/browser.ts';
import { newTeam, Team } from '../support/team.ts';
import { Visitor } from '../support/visitor.ts';

const OWNER = {
  organization: 'The Reading Circle',
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'engine no 1',
};

/** A server at its first start. */
async function newServer(choices?: { rateLimits?: boolean }) {
  const team = new Team(choices);
  seedDefaultChannels(team.app);
  team.app.memory.setup.code = new SetUpCode(team.clock);
  return { team, app: team.app, clock: team.clock, code: team.app.memory.setup.code.text, url: await team.url };
}

test('the owner signs up with the setup code, is signed in, and sees the next steps', async () => {
  const { team, app, code, url } = await newServer();
  const ada = new Visitor(url);
  const form = await ada.open('/');
  assert.match(form.title, /Set up your server/, 'the start page leads there');
  assert.deepEqual(Object.keys(form.fields), [
    'csrfmiddlewaretoken',
    'code',
    'organization',
    'full_name',
    'email',
    'password',
  ]);
  const next = await ada.fillIn('/setup', { ...OWNER, code });
  assert.equal(next.status, 200);
  assert.match(next.title, /The Reading Circle is ready/);
  const owner = app.users.byEmail('ada@example.com')!;
  assert.equal(owner.role, 100);
  assert.ok(next.text.includes(owner.api_key));
  const [, link] = /(http:\/\/klatch\.example\/join\/[\w-]+\/)/.exec(next.text)!;
  assert.ok(next.html.match(/<svg/g)!.length >= 2, 'the address and the link as QR codes');
  assert.equal((await team.request('GET', '/server_settings')).realm_name, 'The Reading Circle');
  const max = new URL(link!).pathname.split('/')[2]!;
  assert.ok(app.invitations.byKeyHash(hashText(max), team.clock.now() / 1000));
  const me = await team.request(
    'GET',
    '/users/me',
    {},
    { Authorization: `Basic ${btoa(`ada@example.com:${owner.api_key}`)}` },
  );
  assert.equal(me.is_owner, true);
  assert.match(next.text, /KLATCH_SMTP_URL/);
  app.config.choices.outbox = 'nowhere';
  assert.doesNotMatch(
    (await ada.open('/setup')).text,
    /KLATCH_SMTP_URL/,
    'where mail goes out nobody is told to see to it',
  );
});

test('the new owner finds default channels and a welcome message', async () => {
  const { team, app, code, url } = await newServer();
  await new Visitor(url).fillIn('/setup', { ...OWNER, code });
  const { api_key } = app.users.byEmail('ada@example.com')!;
  const key = { Authorization: `Basic ${btoa(`ada@example.com:${api_key}`)}` };
  const { subscriptions } = await team.request('GET', '/users/me/subscriptions', {}, key);
  assert.deepEqual(subscriptions.map(({ name }: { name: string }) => name).sort(), [
    'announcements',
    'general',
    'sandbox',
  ]);
  const narrow = { narrow: [{ operator: 'is', operand: 'dm' }], anchor: 'newest', num_before: 5, num_after: 0 };
  const { messages } = await team.request('GET', '/messages', narrow, key);
  assert.equal(messages.length, 1);
  assert.match(messages[0].content, /welcome to your new organization/);
  const max = team.addUser('Max', 400);
  assert.equal(
    (await max.request('POST', '/messages', { type: 'channel', to: 'announcements', topic: 'me', content: 'hi' }))
      .result,
    'error',
  );
});

test('somebody who joins by the link of the setup is announced in #general and to the owner', async () => {
  const { team, app, code, url } = await newServer();
  const next = await new Visitor(url).fillIn('/setup', { ...OWNER, code });
  const [, link] = /http:\/\/klatch\.example(\/join\/[\w-]+\/)/.exec(next.text)!;
  await new Visitor(url).fillIn(link!, { full_name: 'Max', email: 'max@example.com', password: 'potatoes!' });
  const readMessages = async (email: string, narrow: object[]) => {
    const key = { Authorization: `Basic ${btoa(`${email}:${app.users.byEmail(email)!.api_key}`)}` };
    const fields = { narrow, anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false };
    return (await team.request('GET', '/messages', fields, key)).messages as { content: string; flags: string[] }[];
  };
  const signups = [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: 'signups' },
  ];
  const announced = (await readMessages('max@example.com', signups)).at(-1)!;
  assert.match(announced.content, /Max.*joined this organization\.$/);
  assert.ok(announced.flags.includes('read'), 'the notice is read for the user that it is about');
  const direct = await readMessages(OWNER.email, [{ operator: 'is', operand: 'dm' }]);
  assert.match(direct.at(-1)!.content, /Max.*accepted your invitation/);
});

test('nobody becomes owner without the code, with a wrong or expired one, or a second time', async () => {
  const { app, clock, code, url } = await newServer();
  const eve = new Visitor(url);
  const without = await eve.fillIn('/setup', OWNER);
  assert.equal(without.status, 400);
  assert.deepEqual(without.fieldErrors, { code: 'Fill in this field.' });
  assert.equal(without.fields.organization, OWNER.organization, 'what was filled in stays');
  assert.equal(without.fields.password, '', 'but not the password');
  const guessed = await eve.fillIn('/setup', { ...OWNER, code: 'AAAA-BBBB-CCCC' });
  assert.match(guessed.fieldErrors.code!, /Wrong code/);
  clock.advance(3600);
  assert.match((await eve.fillIn('/setup', { ...OWNER, code })).fieldErrors.code!, /no longer valid/);
  assert.equal(app.users.activeOwners(), 0);

  app.memory.setup.code = new SetUpCode(clock);
  const fresh = app.memory.setup.code.text;
  assert.notEqual(fresh, code, 'another start, another code');
  // The code as somebody types it from another screen.
  await new Visitor(url).fillIn('/setup', {
    ...OWNER,
    code: fresh.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'),
  });
  assert.equal(app.users.activeOwners(), 1);
  const again = await eve.request('POST', '/setup', {
    ...OWNER,
    email: 'eve@example.com',
    code: fresh,
    csrfmiddlewaretoken: eve.cookies.get('csrftoken')!.value,
  });
  const answer = await again.text();
  assert.match(answer, /Already set up/);
  assert.equal(app.users.byEmail('eve@example.com'), undefined);
});

test('two people use the code at once: only one becomes the owner', async () => {
  const { app, code, url } = await newServer();
  const asked = ['one', 'two'].map((name) =>
    new Visitor(url).fillIn('/setup', { ...OWNER, email: `${name}@example.com`, code }),
  );
  const titles = (await Promise.all(asked)).map(({ title }) => title.split(' · ')[0]).sort();
  assert.deepEqual(titles, ['Already set up', 'The Reading Circle is ready']);
  assert.equal(app.users.activeOwners(), 1);
});

test('attempts with a wrong code are rate-limited', async () => {
  const { code, url } = await newServer({ rateLimits: true });
  const eve = new Visitor(url);
  for (let guess = 0; guess < 5; guess++) await eve.fillIn('/setup', { ...OWNER, code: `AAAA-BBBB-CCC${guess}` });
  const sixth = await eve.fillIn('/setup', { ...OWNER, code });
  assert.equal(sixth.status, 429);
  assert.match(sixth.text, /too often. Please wait 30 minutes/);
});

test('form errors are shown at their fields, and no account is created', async () => {
  const { app, code, url } = await newServer();
  const wrong = { ...OWNER, code, organization: 'x'.repeat(41), full_name: 'A', email: 'nobody', password: 'short' };
  const first = await new Visitor(url).fillIn('/setup', wrong);
  assert.deepEqual(Object.keys(first.fieldErrors).sort(), ['organization', 'password']);
  const then = await new Visitor(url).fillIn('/setup', { ...wrong, organization: '<b>&"', password: 'long enough' });
  assert.deepEqual(then.fieldErrors, { full_name: 'Name too short!' });
  assert.equal(then.fields.organization, '<b>&"', 'shown as it was written');
  assert.ok(!then.html.includes('<b>&'));
  const mail = await new Visitor(url).fillIn('/setup', { ...OWNER, code, email: 'nobody' });
  assert.deepEqual(mail.fieldErrors, { email: 'Enter a valid email address.' });
  const common = await new Visitor(url).fillIn('/setup', { ...OWNER, code, password: '12345678' });
  assert.deepEqual(common.fieldErrors, { password: 'This password is too common. Choose another password.' });
  assert.equal(app.users.activeOwners(), 0);
});

test('a server with an owner says so, and shows others nothing of the next steps', async () => {
  const { team, app, mia } = newTeam();
  app.memory.setup.code = new SetUpCode(team.clock);
  const stranger = await new Visitor(await team.url).open('/setup');
  assert.match(stranger.text, /Already set up/);
  assert.ok(!stranger.text.includes(app.memory.setup.code.text));
  assert.ok(!stranger.text.includes(mia.email));
});

test('in a browser the link fills in the code, and four fields remain', async () => {
  const { app, code, url } = await newServer();
  const { page, close } = await openTab();
  await page.goto(`${url}/setup#${code}`);
  assert.equal(await page.locator('input:visible').count(), 4);
  for (const [name, value] of Object.entries(OWNER)) await page.fill(`#${name}`, value);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The Reading Circle is ready' }).waitFor();
  assert.equal(page.url(), `${url}/setup`, 'the code is not left in the address');
  assert.equal(app.users.activeOwners(), 1);
  const [first] = await page.locator('.cards h2').allTextContents();
  assert.equal(first, 'Invite people', 'the invitation comes first');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByText('Copied').first().waitFor();
  const copied = await page.evaluate(() => String(getSelection()));
  assert.match(copied, /\/join\/[\w-]+\/$/);
  assert.equal(await page.getByText('To use your own domain').isVisible(), false);
  for (const name of ['For administrators', 'Show your API key'])
    await page.locator('summary', { hasText: name }).click();
  await page.getByText('To use your own domain').waitFor();
  assert.match((await page.locator('pre').textContent())!, /key=[0-9a-f]{32}/);
  await close();
});

test('the setup page keeps the code of its link over a reload', async () => {
  const { code, url } = await newServer();
  const { page, close } = await openTab();
  await page.goto(`${url}/setup#${code}`);
  await page.reload();
  assert.equal(await page.locator('#code').inputValue(), code);
  assert.equal(await page.locator('input:visible').count(), 4, 'no field appears');
  await close();
});

test('a form with an error keeps what was typed, and shows no other field', async () => {
  const { app, code, url } = await newServer();
  const { page, close } = await openTab();
  await page.goto(`${url}/setup#${code}`);
  for (const [name, value] of Object.entries({ ...OWNER, email: 'nobody', password: 'short' }))
    await page.fill(`#${name}`, value);
  await page.keyboard.press('Enter');
  await page.getByText('This is too short. Enter at least 6 characters.').waitFor();
  assert.equal(await page.locator('input:visible').count(), 4);
  await page.locator('#password:focus').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await page.getByText('Enter a valid email address.').waitFor();
  assert.equal(await page.inputValue('#password'), OWNER.password);
  await page.locator('#email:focus').fill(OWNER.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The Reading Circle is ready' }).waitFor();
  assert.equal(app.users.activeOwners(), 1);
  await close();
});

test('a form that is being sent hides its last errors', async () => {
  const { code, url } = await newServer();
  const { page, close } = await openTab();
  await page.goto(`${url}/setup#${code}`);
  for (const [name, value] of Object.entries({ ...OWNER, password: 'short' })) await page.fill(`#${name}`, value);
  await page.keyboard.press('Enter');
  const error = page.getByText('This is too short. Enter at least 6 characters.');
  await error.waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/setup', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.locator('#password:focus').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await error.waitFor({ state: 'hidden' });
  await page.locator('form[aria-busy] button').waitFor();
  held.resolve();
  await page.getByRole('heading', { name: 'The Reading Circle is ready' }).waitFor();
  await close();
});

test('in a browser without scripts the code can be typed, with the keyboard alone', async () => {
  const { app, code, url } = await newServer();
  const { page, close } = await openTab({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.goto(`${url}/setup#${code}`);
  assert.equal(await page.locator('input:visible').count(), 5);
  await page.focus('#code');
  for (const value of [code, ...Object.values(OWNER)]) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The Reading Circle is ready' }).waitFor();
  assert.equal(app.users.activeOwners(), 1);
  await close();
});

test('the setup page also takes the code when the address changes later', async () => {
  const { code, url } = await newServer();
  const { page, close } = await openTab();
  await page.goto(`${url}/setup`);
  const field = page.locator('#code');
  await field.waitFor();
  await page.evaluate((text) => {
    location.hash = text;
  }, code);
  await field.waitFor({ state: 'hidden' });
  assert.equal(await field.inputValue(), code);
  assert.ok(!page.url().includes(code), 'the address keeps no code');
  await close();
});
