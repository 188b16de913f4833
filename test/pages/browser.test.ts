import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedDefaultChannels } from '../../src/chat/organization/setup/actions.ts';
import { SetUpCode } from '../../src/chat/organization/setup/memory.ts';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../src/chat/people/users/actions.ts';
import { findViolations } from '../support/accessibility.ts';
import { openTab } from '../support/browser.ts';
import { newTeam, Team } from '../support/team.ts';

test('a user who opens a link into the chat and signs in is taken to that link', async () => {
  const { team, mia, app } = newTeam();
  setPassword(app, app.users.byId(mia.id)!, await hashPassword('correct horse'));
  const url = await team.url;
  const { page, context } = await openTab();
  await page.goto(`${url}/login/#narrow/channel/1-general`);
  await page.fill('#username', mia.email);
  await page.fill('#password', 'wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'password', 'the keyboard is where one goes on');
  await page.route('**/static/client/**', (route) => route.abort());
  await page.keyboard.type('correct horse');
  await Promise.all([page.waitForURL((to) => to.pathname === '/'), page.keyboard.press('Enter')]);
  assert.equal(new URL(page.url()).hash, '#narrow/channel/1-general');
  await context.close();
});

test('every page passes the accessibility check at every width', async () => {
  const team = new Team({ publicUrl: undefined });
  seedDefaultChannels(team.app);
  team.app.memory.setup.code = new SetUpCode(team.clock);
  const url = await team.url;
  const { page, close } = await openTab();
  const look = async (what: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const flaws = await findViolations(page);
      assert.deepEqual(
        flaws.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        [],
        `${what}, ${colorScheme}`,
      );
    }
    for (const width of [1400, 900, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        false,
        `${what} fits ${width}`,
      );
    }
  };
  await page.goto(`${url}/setup`);
  await page.getByRole('button').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await look('the set-up, with what is wrong');
  await page.goto(`${url}/nowhere`);
  await look('nothing here');
  await page.goto(`${url}/setup#${team.app.memory.setup.code.text}`);
  for (const [name, value] of [
    ['organization', 'The Reading Circle'],
    ['full_name', 'Ada Lovelace'],
    ['email', 'ada@example.com'],
    ['password', 'engine no 1'],
  ])
    await page.fill(`#${name}`, value!);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The Reading Circle is ready' }).waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await look('what comes next');
  await page.goto(`${url}/logout/`);
  await look('signing out');
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await look('signing in');
  await close();
});
