// Finds English texts in the language that another-language.test.ts adds to a copy of the project.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { mailTextsIn } from '../../src/chat/notifications/mail/texts.ts';
import { testNotice } from '../../src/chat/notifications/web-push/views.ts';
import { mainTopic, missingFile } from '../../src/chat/organization/imports/texts.ts';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CLIENT_LANGUAGES } from '../../src/shared/languages.ts';
import { languageName } from '../../src/web/text/language-name.ts';
import { usedOrganization, visitPages } from '../browser/visit-pages.ts';
import { listMails, listTexts, VALUES } from '../notifications/mail/all-mails.ts';
import { newTeam } from '../support/team.ts';
import { buildWebClient } from '../support/web.ts';

const CODE = process.env.LANGUAGE_CODE ?? assert.fail('another-language.test.ts runs this file');

/** Names, values, commands, keys and time zones, which are the same in every language. */
const UNIVERSAL = new RegExp(
  [
    String.raw`\b(?:Ada|Mia|Max|Klatch|Zulip|Jitsi Meet|Welcome Bot|Notification Bot|API|BETA|UTC|ZIP|CSV|PDF|HTML|JSON)\b`,
    String.raw`\b(?:Slack|Mattermost|Rocket\.Chat|Discord)\b`,
    String.raw`\b(?:KiB|MiB|GiB|Ctrl|Shift|Alt|Esc|Enter|Tab|Rust|website|node)\b`,
    // What the users of the team wrote.
    String.raw`channel events|lunch|kitchen|bakery|hubert .*@|What you do all day|Birthday|\bWork\b|\bPlay\b`,
    String.raw`\S+@\S+|(?:https?://)?\b[\w-]+\.example\S*|example\.com|--[\w-]+|KLATCH_\w+|#\S+|^[A-Z]\w+(?:/[\w -]+)+$`,
    ...CLIENT_LANGUAGES.map((code) => languageName(code).replace(/[()]/g, '\\$&')),
  ].join('|'),
  'g',
);

/** The rest of a text without translations (which may contain others) and universal words. */
function untranslated(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest
    .replace(/\u2068[^\u2069]*\u2069/g, ' ')
    .replace(UNIVERSAL, ' ')
    .trim();
}

const isEnglish = (text: string): boolean => /[A-Za-z]{3}/.test(untranslated(text));

/** What users wrote, and what is the same in every language. */
const OF_USERS = '[dir=auto], .rendered, noscript, code, kbd, script, style, time';
const NAMES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];

/** The texts that a page shows, and the names of its elements. */
const textsOfPage = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([ofUsers, names]) => {
      const texts: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode as Text;
        if (!parentElement?.closest(ofUsers)) texts.push(data);
      }
      for (const element of document.body.querySelectorAll('*'))
        if (!element.closest(ofUsers)) texts.push(...names.map((name) => element.getAttribute(name) ?? ''));
      return texts;
    },
    [OF_USERS, NAMES] as const,
  );

async function findEnglish(found: Set<string>, page: Page, address: string): Promise<void> {
  const texts = await textsOfPage(page);
  assert.ok(texts.filter((text) => text.includes('⟦')).length > 5, address);
  for (const text of texts) if (isEnglish(text)) found.add(`${address}: ${text}`);
}

test('no view of the client has an English text', { timeout: 300_000 }, async () => {
  const { mia, max, ada, channel, group, app } = await usedOrganization();
  for (const person of [mia, ada]) await person.patch('/settings', { default_language: CODE });
  const views = ['#inbox', '#recent', '#feed', '#drafts', '#scheduled', '#reminders', '#you', '#something/else'];
  const pages = ['#settings', '#channels', '#channels/new', '#groups', `#groups/${group}`, `#user/${max.id}`];
  const found = new Set<string>();
  const check = (page: Page, address: string) => findEnglish(found, page, address);
  await visitPages(mia, [...views, `#narrow/channel/${channel}`, ...pages], { check });
  await visitPages(ada, ['#organization'], { check });
  assert.deepEqual([...found], [], app.realm.get('name'));
});

/** The texts of a page. Those with tags within them stay whole. */
const textsOfHtml = (html: string): string[] => {
  const shown = html
    .replace(/<(script|style|code|title|pre)\b[\s\S]*?<\/\1>/g, '')
    .replace(/⟦[^⟧]*⟧/g, (text) => text.replace(/<[^>]*>/g, ''));
  return [...shown.matchAll(/>([^<]+)</g), ...shown.matchAll(/(?:aria-label|alt|placeholder)="([^"]+)"/g)].map(
    ([, text]) => text!.trim(),
  );
};

test('no page without the client has an English text', async () => {
  const { team, ada, app } = newTeam({ development: true });
  const url = await team.url;
  const many = { invite_as: 400, stream_ids: [], invite_expires_in_minutes: 60 };
  const { invite_link } = await ada.post('/invites/multiuse', many);
  await ada.post('/invites', { stream_ids: [], invitee_emails: 'nina@example.com' });
  await ada.patch('/settings', { default_language: CODE });
  const { token } = openSession(app, app.users.byId(ada.id)!);
  app.db.commit();
  const users = new RegExp(
    [app.realm.get('name'), ...app.users.active().map(({ full_name }) => full_name)].join('|'),
    'g',
  );
  const found: string[] = [];
  const check = async (path: string, headers: Record<string, string>, body?: URLSearchParams) => {
    const response = await fetch(url + path, {
      headers: { Accept: 'text/html', 'Accept-Language': CODE, ...headers },
      ...(body && { method: 'POST', body }),
    });
    const texts = textsOfHtml(await response.text());
    assert.ok(texts.length > 2, path);
    found.push(...texts.filter((text) => isEnglish(text.replace(users, ''))).map((text) => `${path}: ${text}`));
  };
  const join = new URL(invite_link).pathname;
  for (const path of ['/login/', '/accounts/password/reset/', '/register/', '/nothing/here', join, '/join/guessed'])
    await check(path, {});
  for (const path of ['/accounts/confirm_new_email/x', '/accounts/unsubscribe/digest/x', '/login/link/x', '/devlogin/'])
    await check(path, {});
  await check('/login/', {}, new URLSearchParams({ username: '', password: '' }));
  for (const path of ['/setup', '/mail', '/logout/', join]) await check(path, { Cookie: `sessionid=${token}` });
  assert.deepEqual(found, []);
});

test('no mail has an English text', () => {
  const texts = mailTextsIn(CODE);
  const mails = Object.values(listMails(texts, VALUES)).flatMap(({ subject, blocks, why }) => [
    subject,
    ...blocks,
    why,
  ]);
  const written = mails.flatMap((block) =>
    typeof block === 'string' ? [block] : 'label' in block ? [block.label] : [],
  );
  const all = [...written, ...Object.values(listTexts(texts)).flatMap((text) => text.split('\n'))];
  assert.ok(all.length > 100);
  assert.deepEqual(all.filter(isEnglish), ['#kitchen > ⟦general chat⟧'].filter(isEnglish));
});

test('no notification and no text of an import is in English', async () => {
  const { ada, app } = newTeam();
  await ada.patch('/settings', { default_language: CODE });
  await ada.patch('/realm', { default_language: CODE });
  const user = app.users.byId(ada.id)!;
  const { body } = testNotice(app, user, { tag: 'test-1', time: 1 });
  const texts = [body, mainTopic(app, ''), missingFile(app, '')];
  assert.deepEqual(texts.filter(isEnglish), []);
});

test('no message that the server writes is in English', async () => {
  const { ada, mia, max, app } = newTeam();
  for (const person of [ada, mia]) await person.patch('/settings', { default_language: CODE });
  await ada.patch('/realm', { default_language: CODE });
  const { group_id } = await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [] });
  await ada.post(`/user_groups/${group_id}/members`, { add: [mia.id] });
  await ada.post(`/user_groups/${group_id}/members`, { delete: [mia.id] });
  const create = (name: string, more: object) => ada.post('/channels/create', { name, subscribers: [ada.id], ...more });
  const { id: channel } = await create('kitchen', { description: 'Food' });
  const { id: other } = await create('pantry', { invite_only: true });
  for (const subscriptions of [[{ name: 'kitchen' }], [{ name: 'kitchen' }, { name: 'pantry' }]])
    await ada.post('/users/me/subscriptions', { subscriptions, principals: [mia.id] });
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'pantry' }], principals: [mia.id] });
  for (const change of [
    { new_name: 'bistro' },
    { description: '' },
    { is_private: true, history_public_to_subscribers: false },
    { is_private: false },
    { message_retention_days: 2 },
    { message_retention_days: '"unlimited"' },
    { can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } } },
  ])
    await ada.patch(`/streams/${channel}`, change);
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await ada.sendMessage('bistro', '0', '1'));
  const notices = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  const move = (id: number, more: object) => ada.patch(`/messages/${id}`, { ...notices, ...more });
  await move(ids[0]!, { topic: '2', propagate_mode: 'change_one' });
  await move(ids[1]!, { topic: '3', propagate_mode: 'change_later' });
  await move(ids[2]!, { topic: '✔ 3', propagate_mode: 'change_all' });
  await move(ids[2]!, { stream_id: other, topic: '4', propagate_mode: 'change_all' });
  await ada.patch('/realm', { moderation_request_channel_id: other });
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'bistro' }] });
  const reported = await ada.sendMessage('bistro', '5', '6');
  for (const report_type of ['spam', 'harassment', 'inappropriate', 'norms', 'other'])
    await max.post(`/messages/${reported}/report`, { report_type, description: '7' });
  const deliver_at = Math.floor(ada.team.clock.now() / 1000) + 60;
  await ada.post('/reminders', { message_id: reported, scheduled_delivery_timestamp: deliver_at, note: '8' });
  await ada.delete(`/streams/${channel}`);
  app.db.commit();
  const { messages } = await ada.get('/messages', {
    anchor: 'newest',
    num_before: 200,
    num_after: 0,
    apply_markdown: false,
    narrow: [],
  });
  const own = messages.filter(({ sender_full_name }: { sender_full_name: string }) => /Bot/.test(sender_full_name));
  assert.ok(own.length > 20, String(own.length));
  const names = /@_\*+[^*]+\*+|#\*\*[^*]+\*\*|`+ ?quote[\s\S]*?```|`[^`]*`|\([^)]*\)/g;
  const texts = own.flatMap(({ content, subject }: { content: string; subject: string }) => [
    content.replace(names, ''),
    subject,
  ]);
  assert.deepEqual(texts.filter(isEnglish), []);
});

test('the service worker has its texts in the language', async () => {
  await buildWebClient();
  const worker = readFileSync(new URL('../../.cache/web/service-worker.js', import.meta.url), 'utf8');
  for (const text of ['You are offline', 'The server cannot be reached just now.', 'Try again'])
    assert.ok(worker.includes(`⟦${text}⟧`) || worker.includes(`\\u27E6${text}\\u27E7`), text);
});
