import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { UNREACHABLE } from '../support/browser.ts';
import { CuttableConnection } from '../support/connection.ts';
import { newTeam } from '../support/team.ts';
import {
  assertAccessible,
  endWaiting,
  eventually,
  holdEvents,
  intercept,
  openWindow,
  unreachableNotice,
  unreadCount,
  waitForRender,
} from './client.ts';
import { kitchenTeam } from './teams.ts';

test('two users talk: messages, typing notifications and reactions of one appear to the other at once', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const channel = ada.team.app.channels.named('kitchen')!.id;
  const topic = `#narrow/channel/${channel}-kitchen/topic/lunch`;
  const [hers, his] = await Promise.all([openWindow(mia, topic), openWindow(max, '#inbox')]);
  await hers.message('Soup today').waitFor();
  // Messages that arrive while the conversation is loading are in it in the end.
  const { unread_msgs: known } = await max.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  await eventually(() => unreadCount(his.page), known.count);
  const late = async (route: Route) => {
    first.stop();
    const response = await route.fetch();
    await mia.sendMessage('kitchen', 'lunch', 'With pepper');
    await eventually(() => unreadCount(his.page), known.count + 1);
    await route.fulfill({ response });
  };
  const first = await intercept(his.context, '**/json/messages?*', late);
  await his.go(topic);
  await his.message('With pepper').waitFor();
  await his.message('Soup today').waitFor();
  await hers.page.getByRole('textbox', { name: 'Message' }).pressSequentially('Is there **bread**?');
  await his.page.getByText('Mia is typing…').waitFor();
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await his.message('Is there bread?').waitFor();
  assert.equal(await his.message('Is there bread?').locator('strong').textContent(), 'bread', 'rendered by the server');
  await eventually(() => hers.page.getByText('Is there').count(), 1, 'the local echo made way for the message');

  await his.message('Is there bread?').hover();
  await his.message('Is there bread?').getByRole('button', { name: 'Message actions' }).click();
  await his.page.getByRole('menuitem', { name: 'Add reaction' }).click();
  await his.page
    .getByRole('dialog', { name: 'Add reaction' })
    .getByRole('option', { name: '+1', exact: true })
    .first()
    .click();
  await hers.page.getByRole('button', { name: '+1: Max' }).waitFor();
  await Promise.all([assertAccessible(hers.page, 'a topic'), assertAccessible(his.page, 'a topic')]);
  await hers.close();
  await his.close();
});

test('messages read in one window become read in the other, and the counts match the server’s', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  for (let n = 1; n <= 5; n++) await ada.sendMessage('kitchen', 'lunch', `Course ${n}`);
  await max.sendDirectMessage([mia], 'Psst');
  const [one, two] = await Promise.all([openWindow(mia, '#inbox'), openWindow(mia, '#inbox')]);
  const { unread_msgs: before } = await mia.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  await eventually(() => unreadCount(one.page), before.count);
  await one.page.getByRole('link', { name: /lunch/ }).first().click();
  await one.message('Course 5').waitFor();
  await eventually(() => unreadCount(two.page), before.count - 5);
  await max.sendDirectMessage([mia], 'Are you there?');
  await eventually(() => unreadCount(two.page), before.count - 4);
  const { unread_msgs } = await mia.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  assert.equal(unread_msgs.count, before.count - 4);
  const marks = two.page.locator('.inbox').locator('.card-row').getByRole('button', { name: 'as read' });
  for (let left = await marks.count(); left > 0; left--) {
    await marks.first().click();
    await eventually(() => marks.count(), left - 1);
  }
  await eventually(() => unreadCount(one.page), 0);
  await two.page.getByText('No unread messages').waitFor();
  await one.close();
  await two.close();
});

test('history loads upwards without scroll jumps, messages far away are unloaded, and a sent one is shown', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'long', subscribers: [mia.id] });
  for (let n = 1; n <= 420; n++) await ada.sendMessage('long', 'story', `Chapter ${n} of it`);
  await mia.post('/mark_all_as_read');
  const channel = ada.team.app.channels.named('long')!.id;
  const { page, message, send, close } = await openWindow(mia, `#narrow/channel/${channel}/topic/story`);
  await message('Chapter 420 of it').waitFor();
  const feed = page.locator('.feed');
  const first = message('Chapter 1 of it');
  // Also while rows are still being rendered, which happens in steps.
  while (!(await first.count())) {
    const row = await page.evaluate(() => {
      const box = document.querySelector('.feed')!;
      box.scrollTop = Math.max(0, box.scrollTop - 900);
      const edge = box.getBoundingClientRect().top;
      const top = [...box.querySelectorAll<HTMLElement>('[data-id]')].find(
        (one) => one.getBoundingClientRect().bottom > edge,
      )!;
      return { id: top.dataset.id!, top: top.getBoundingClientRect().top };
    });
    // Wait until more was loaded above the very top.
    await page.waitForFunction(
      () => document.querySelector('.feed')!.scrollTop > 0 || document.querySelector('[data-oldest]'),
    );
    await waitForRender(page);
    const after = await page.evaluate(
      (id) => document.querySelector(`[data-id="${id}"]`)?.getBoundingClientRect().top,
      row.id,
    );
    assert.ok(
      after === undefined || Math.abs(after - row.top) < 1,
      `the row at the top, ${row.id}, moved from ${row.top} to ${after}`,
    );
  }
  assert.ok((await feed.locator('[data-id]').count()) <= 300, 'a bounded window');
  const isVisible = (text: string) =>
    message(text).evaluateAll((rows) =>
      rows.some((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const box = document.querySelector('.feed')!.getBoundingClientRect();
        return top >= box.top && bottom <= box.bottom;
      }),
    );
  await send('I have read the beginning');
  await eventually(() => isVisible('I have read the beginning'), true, 'a message sent far from the end');
  await message('Chapter 370 of it').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Go to latest messages' }).click();
  await eventually(() => isVisible('I have read the beginning'), true, 'the end');
  await message('Chapter 370 of it').scrollIntoViewIfNeeded();
  await send('And the end');
  await eventually(() => isVisible('And the end'), true, 'a message sent near the end');
  await close();
});

test('messages arrive over one stream; where a proxy collects its parts, polls replace it within seconds', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  await eventually(() => [...mia.team.app.queues.all].filter(({ isStreamed }) => isStreamed).length, 1);
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/json/events') && requests.push(request.url()));
  for (let count = 0; count < 3; count++) {
    await max.sendMessage('kitchen', 'lunch', `Course ${count}`);
    await message(`Course ${count}`).waitFor();
  }
  assert.deepEqual(requests, []);
  const collecting = await intercept(page, '**/json/events*stream=true*', async () => {});
  await endWaiting(page);
  await max.sendMessage('kitchen', 'lunch', 'Dessert');
  await message('Dessert').waitFor();
  assert.match(requests.at(-1)!, /last_event_id=\d+$/, 'a poll');
  collecting.stop();
  await close();
});

test('a message whose reply is lost is sent again by itself, and arrives once, before later ones', async () => {
  const { mia, lunch } = await kitchenTeam();
  const window = await openWindow(mia, lunch);
  const { page, message } = window;
  await message('Soup today').waitFor();
  // Otherwise the event may tell the window that the message arrived, although its reply is lost.
  const events = await holdEvents(page);
  const losses = [
    // The server saved it, and then the connection broke.
    (route: Route) => route.fetch().then(() => route.abort()),
    (route: Route) => route.fulfill({ status: 503, json: { result: 'error', code: 'SERVICE_UNAVAILABLE', msg: 'No' } }),
  ];
  await intercept(page, '**/json/messages', async (route) => {
    const lose = route.request().method() === 'POST' ? losses.shift() : undefined;
    await (lose ? lose(route) : route.continue());
  });
  await window.send('Any bread left?');
  await eventually(() => losses.length, 0);
  events.release();
  await window.send('I would bring some');
  await message('I would bring some').waitFor();
  await eventually(() => page.locator('.message-waits, .message-sending, .message-failed').count(), 0);
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 2, num_after: 0 });
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content),
    ['<p>Any bread left?</p>', '<p>I would bring some</p>'],
  );
  await window.close(UNREACHABLE);
});

test('a message that cannot be sent stays with its reason, also after a reload, and can be sent again', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const channel = ada.team.app.channels.named('kitchen')!.id;
  const connection = await CuttableConnection.to(await mia.team.url);
  const window = await openWindow(mia, `#narrow/channel/${channel}/topic/lunch`, { connection });
  const { page, context, message } = window;
  await message('Soup today').waitFor();
  const failing = await intercept(context, '**/json/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } })
      : route.continue(),
  );
  await window.send('Is anybody there?');
  await page.getByText('Not now').waitFor();
  await page.reload();
  await page.getByText('Not now').waitFor();
  failing.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await message('Is anybody there?').waitFor();
  await eventually(() => page.getByText('Is anybody there?').count(), 1, 'in the place of what was not sent');
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
  assert.equal(messages.at(-1).content, '<p>Is anybody there?</p>');

  // Without a connection it is not tried. It is sent unchanged once there is one.
  connection.cut();
  await unreachableNotice(page).waitFor();
  await window.send('First');
  await window.send('Second');
  await eventually(() => page.getByText('Will be sent automatically.').count(), 2);
  connection.restore();
  await message('Second').waitFor();
  await eventually(() => page.locator('.message-waits, .message-sending').count(), 0);
  const later = await mia.get('/messages', { anchor: 'newest', num_before: 3, num_after: 0 });
  assert.deepEqual(
    later.messages.map(({ content }: { content: string }) => content),
    ['<p>Is anybody there?</p>', '<p>First</p>', '<p>Second</p>'],
  );
  await window.close(UNREACHABLE);
});
