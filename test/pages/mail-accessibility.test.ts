import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../../src/chat/notifications/mail/compose-actions.ts';
import { unsubscribeLinks } from '../../src/chat/notifications/mail/rules.ts';
import { missedMessages } from '../../src/chat/notifications/missed-messages/jobs.ts';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../src/chat/people/users/actions.ts';
import { findViolations } from '../support/accessibility.ts';
import { openTab } from '../support/browser.ts';
import { newTeam } from '../support/team.ts';

/** A team with one mail of each design, and the pages that its links lead to. */
async function setUp() {
  const { app, team, ada, mia, clock } = newTeam();
  setPassword(app, app.users.byId(ada.id)!, await hashPassword('correct horse'));
  app.config.choices.outbox = 'nowhere';
  await missedMessages.run(app);
  await ada.sendDirectMessage(
    [mia],
    'Look: **this**, [that](https://example.com), `code`\n\n> said\n\n```python\nprint("hi")\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  );
  await missedMessages.run(app);
  clock.advance(125);
  await missedMessages.run(app);
  await ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  await mia.patch('/settings', { email: 'mia@new.example' });
  const mails = app.mail.all().map((mail) => compose(app, mail)!.html);
  app.db.write(() => app.mail.giveUp(1, '550 no such mailbox', app.mail.all()[0]!.id));
  const linkTo = (address: string) => {
    const { body } = app.mail.waiting().find(({ recipient }) => recipient === address)!;
    return new URL(/http\S+/.exec(body)![0]).pathname;
  };
  const paths = [
    '/accounts/password/reset/',
    '/join/guessed/',
    linkTo('new@example.com'),
    linkTo('mia@new.example'),
    new URL(unsubscribeLinks(app, mia, 'login', '')!.url).pathname,
  ];
  return { url: await team.url, mails, paths, ada };
}

for (const [colorScheme, width] of [
  ['light', 1400],
  ['dark', 390],
] as const)
  test(`mails and their pages pass the accessibility check (${colorScheme}, ${width} px)`, async () => {
    const { url, mails, paths, ada } = await setUp();
    const { page, context, close } = await openTab({ viewport: { width, height: 844 }, colorScheme });
    const assertReadable = async (what: string, but: string[] = []) => {
      const flaws = await findViolations(page, { but });
      assert.deepEqual(
        flaws.map(({ id, nodes }) => [what, id, nodes[0]?.html]),
        [],
      );
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(overflow) <= 0, `${what} is ${overflow} px too wide`);
    };
    for (const [at, html] of mails.entries()) {
      await context.route(`${url}/a-mail`, (route) =>
        route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
      );
      await page.goto(`${url}/a-mail`);
      // A mail program has its own landmarks around the mail.
      await assertReadable(`mail ${at}`, ['landmark-one-main', 'page-has-heading-one', 'region']);
      await context.unroute(`${url}/a-mail`);
    }
    for (const path of paths) {
      await page.goto(url + path);
      await assertReadable(path);
    }
    await page.goto(`${url}/login/?next=/mail`);
    await page.fill('#username', ada.email);
    await page.fill('#password', 'correct horse');
    await page.click('button[type=submit]');
    await page.waitForURL('**/mail');
    await assertReadable('/mail');
    await close();
  });
