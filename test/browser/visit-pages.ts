import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestUser } from '../support/team.ts';
import { createOrganization } from './administration.ts';
import { eventually, openWindow, waitForRender } from './client.ts';

/** Waits until a page has its only main heading, and nothing is loading. */
async function waitForView(page: Page): Promise<void> {
  await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1);
  await page.waitForFunction(() => !document.querySelector('main .skeleton'));
  await waitForRender(page);
}

/** The addresses in the client that a page links to. */
const linkedPages = (page: Page): Promise<string[]> =>
  page.locator('main a[href^="#"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));

/** Channels, groups, users and integrations have the same pages, so those of one are enough. */
const getKind = (address: string): string =>
  address
    .replace(/^(#organization\/integrations\/).*/, '$1ID')
    .replace(/^(#(?:channels|groups)\/)\d+\/[^/]+|\d+(-[^/]*)?/, '$1ID');

/** Views with many pages that link to each other. */
const WITH_PAGES = ['settings', 'organization', 'channels', 'groups', 'user'];
const renderView = (address: string): string => /^#(\w*)/.exec(address)![1]!;

interface Visit {
  window?: BrowserContextOptions;
  check(page: Page, address: string): Promise<void>;
}

/** Checks pages, and the pages of the same views that they link to. Returns the kinds of addresses. */
export async function visitPages(
  person: TestUser,
  start: readonly string[],
  { window = {}, check }: Visit,
): Promise<Set<string>> {
  const views = new Set(start.map(renderView).filter((view) => WITH_PAGES.includes(view)));
  const { page, go, close } = await openWindow(person, '', window);
  const visited = new Set<string>();
  const waiting = [...start];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (visited.has(getKind(address))) continue;
    visited.add(getKind(address));
    await go(address);
    await waitForView(page);
    await check(page, address);
    if (views.size > 0) waiting.push(...(await linkedPages(page)).filter((to) => views.has(renderView(to))));
  }
  await close();
  return visited;
}

/** An organization that contains every kind of thing. */
export async function usedOrganization() {
  const team = await createOrganization();
  const { mia, max, app } = team;
  const channel = app.channels.named('kitchen')!.id;
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
  await max.sendMessage('kitchen', 'lunch', 'Soup');
  await mia.post('/user_topics', { stream_id: channel, topic: 'lunch', visibility_policy: 3 });
  await mia.post(`/users/me/muted_users/${max.id}`);
  await mia.post('/users/me/alert_words', { alert_words: ['soup'] });
  await mia.upload('/user_uploads', { 'recipe.txt': 'Leeks' });
  await mia.patch(`/users/me/subscriptions/${channel}`, { property: 'push_notifications', value: true });
  return { ...team, channel };
}
