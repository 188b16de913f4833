import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { desktopCode } from '../../src/chat/people/identities/app-actions.ts';
import { openTab } from '../support/browser.ts';
import { newTeam } from '../support/team.ts';
import { buildWebClient } from '../support/web.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) ZulipElectron/5.12.0 Chrome/140.0 Safari/537.36';

test('the desktop app opens the user’s browser, and is signed in with the code from the clipboard', async () => {
  const { team, app, mia } = newTeam({
    publicUrl: undefined,
    oidc: [{ name: 'google', 'client-id': 'klatch', 'client-secret': 'a secret' }],
  });
  await buildWebClient();
  const key = randomBytes(32);
  const { page, close } = await openTab({ userAgent: AGENT });
  // The app offers this to pages: its key, and the decrypted code from the clipboard.
  await page.addInitScript(
    (bytes) => {
      const opened: string[] = [];
      Object.assign(window, {
        opened,
        open: (url: string) => opened.push(url),
        electron_bridge: {
          send_event() {},
          on_event() {},
          set_send_notification_reply_message_supported() {},
          get_idle_on_system: () => false,
          decrypt_clipboard: () => ({
            key: new Uint8Array(bytes),
            pasted: new Promise((resolve) => Object.assign(window, { paste: resolve })),
          }),
        },
      });
    },
    [...key],
  );
  const url = await team.url;
  await page.goto(`${url}/login/`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
  const opened = await page.evaluate(() => (window as unknown as { opened: string[] }).opened);
  assert.deepEqual(opened, [`${url}/accounts/login/social/google?desktop_flow_otp=${key.toString('hex')}`]);

  const code = Buffer.from(desktopCode(app, app.users.byId(mia.id)!, { key: key.toString('hex') }), 'hex');
  app.db.commit();
  const decipher = createDecipheriv('aes-256-gcm', key, code.subarray(0, 12));
  decipher.setAuthTag(code.subarray(-16));
  const token = decipher.update(code.subarray(12, -16)).toString() + decipher.final().toString();
  await page.evaluate((text) => (window as unknown as { paste(text: string): void }).paste(text), token);
  await page.locator('.shell').waitFor();
  assert.equal(app.sessions.ofUser(mia.id).length, 1);
  await close();
});
