import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { endMissedCalls } from '../../src/chat/integrations/calls/actions.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';

/** Counts the tones that the window plays. */
const countTones = (page: Page) =>
  page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(globalThis, { tones: 0 });
    OscillatorNode.prototype.start = function (at) {
      (globalThis as any).tones++;
      start.call(this, at);
    };
  });
const tones = (page: Page): Promise<number> => page.evaluate(() => (globalThis as any).tones);

/** The place where people meet, on this machine. */
const meetingPlace = (context: BrowserContext) =>
  context.route('https://meet.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Meeting</title>' }),
  );

/** mia and max write to each other; calls take place at meet.example.org. */
async function pair() {
  const team = newTeam();
  await team.ada.patch('/realm', { jitsi_server_url: 'https://meet.example.org' });
  await team.max.sendDirectMessage([team.mia], 'Shall we talk?');
  const open = async (who: TestUser, other: TestUser) => {
    const window = await openWindow(who, `#narrow/dm/${other.id}`, { before: countTones });
    await meetingPlace(window.context);
    await window.message('Shall we talk?').waitFor();
    return window;
  };
  return { ...team, open };
}

async function startCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Start a call' }).click();
}

const callCard = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a call rings in every window of the called person until it is accepted, and opens for both', async () => {
  const { mia, max, open } = await pair();
  const caller = await open(mia, max);
  const called = await open(max, mia);
  const second = await called.context.newPage();
  await countTones(second);
  await second.goto(`${await max.team.url}/#inbox`);
  await second.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  // Browsers play sounds only in windows that were used.
  for (const page of [second, called.page]) await page.bringToFront();
  await called.page.getByRole('textbox', { name: 'Message', exact: true }).click();
  await startCall(caller.page);
  const windows = [called.page, second];
  for (const page of windows) await callCard(page, 'Mia is calling you').waitFor();
  const playing = async () => (await Promise.all(windows.map(tones))).filter((count) => count > 0).length;
  await eventually(playing, 1, 'one window plays the sound');
  assert.equal(
    await called.page.evaluate(() => document.activeElement?.id),
    'compose-text',
    'the focus stays where the user writes',
  );
  await assertAccessibleInBothThemes(called.page, 'a call', '.calls');
  await callCard(caller.page, 'Calling Max…').waitFor();

  const meeting = called.context.waitForEvent('page');
  await callCard(called.page, 'Mia is calling you').getByRole('link', { name: 'Join' }).click();
  assert.match((await meeting).url(), /^https:\/\/meet\.example\.org\/[\da-f]{32}$/);
  for (const page of windows) await callCard(page, 'Mia is calling you').waitFor({ state: 'detached' });
  await caller.page.getByText('Max joined the call.').waitFor();
  const own = caller.context.waitForEvent('page');
  await callCard(caller.page, 'Join video call').getByRole('link', { name: 'Join' }).click();
  assert.equal((await own).url(), (await meeting).url());
  await callCard(caller.page, 'Join video call').waitFor({ state: 'detached' });
  for (const { close } of [caller, called]) await close();
});

test('a call is declined, canceled or missed, also above an open dialog', async () => {
  const { app, mia, max, clock, open } = await pair();
  const caller = await open(mia, max);
  const called = await open(max, mia);
  await called.page.keyboard.press('Control+k');
  await called.page.getByRole('dialog').waitFor();
  await startCall(caller.page);
  await callCard(called.page, 'Mia is calling you').getByRole('button', { name: 'Decline' }).click();
  await callCard(called.page, 'Mia is calling you').waitFor({ state: 'detached' });
  await caller.page.getByText('Max declined the call.').waitFor();
  await called.page.keyboard.press('Escape');

  await startCall(caller.page);
  await callCard(called.page, 'Mia is calling you').waitFor();
  await callCard(caller.page, 'Calling Max…').getByRole('button', { name: 'Stop ringing' }).click();
  await called.page.getByText('You missed a call from Mia.').waitFor();
  await callCard(caller.page, 'Calling Max…').waitFor({ state: 'detached' });

  await startCall(caller.page);
  await callCard(called.page, 'Mia is calling you').waitFor();
  clock.advance(46);
  endMissedCalls(app);
  app.db.commit();
  await caller.page.getByText('Nobody answered.').waitFor();
  await callCard(called.page, 'Mia is calling you').waitFor({ state: 'detached' });
  for (const { close } of [caller, called]) await close();
});

test('a call does not ring for users who do not want to be disturbed, and begins on a user’s card', async () => {
  const { mia, max, ada, clock, open } = await pair();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await max.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  const called = await open(max, mia);
  const { page, message, close } = await open(mia, max);
  await message('Shall we talk?').getByRole('button', { name: 'Max' }).first().click();
  await page.getByRole('button', { name: 'Call Max' }).click();
  await callCard(page, 'Calling Max…').waitFor();
  await called.message('Join video call').waitFor();
  assert.equal(await called.page.locator('.call').count(), 0);
  for (const one of [close, called.close]) await one();
});

test('a call link can be added to a message if the organization has a call provider', async () => {
  const { app, ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Shall we talk?');
  await ada.patch('/realm', { jitsi_server_url: 'https://meet.example.org' });
  const id = app.channels.named('kitchen')!.id;
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${id}/topic/lunch`);
  await message('Shall we talk?').waitFor();
  const insert = page.getByRole('button', { name: 'Insert' });
  const item = page.getByRole('menuitem', { name: 'Add video call' });
  await insert.click();
  await item.click();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  const call = /^\[Join video call\]\(https:\/\/meet\.example\.org\/[\da-f]{32}\) $/;
  await page.waitForFunction((field) => (field as HTMLTextAreaElement).value !== '', await box.elementHandle());
  assert.match(await box.inputValue(), call);
  await ada.patch('/realm', { video_chat_provider: 0 });
  await eventually(async () => {
    await insert.click();
    const isOffered = await item.isVisible();
    await page.keyboard.press('Escape');
    return isOffered;
  }, false);
  await close();
});
