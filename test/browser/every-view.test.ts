import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Route } from '../../src/web/routing/router.ts';
import type { TestUser } from '../support/team.ts';
import { assertAccessible, assertAccessibleBesideColors, assertAccessibleInBothThemes, MANY_PAGES } from './client.ts';
import { kitchenTeam } from './teams.ts';
import { usedOrganization, visitPages } from './visit-pages.ts';

const WIDTHS = { 'on a desktop': { width: 1440, height: 900 }, 'on a phone': { width: 390, height: 844 } };
type Width = keyof typeof WIDTHS;

/** An address for each view of the router: the compiler names a missing one. */
type Addresses = Record<Route['view'], readonly string[]>;

/** The rules whose result depends on the size of text. */
const RULES_OF_SIZES = ['target-size', 'scrollable-region-focusable'];

/**
 * A theme has the same colors with all fonts, and at all widths. Only the bar at the bottom of phones has its own, and
 * it is the same in all views.
 */
async function checkView(page: Page, what: string, hasNewColors: boolean): Promise<void> {
  if (process.env.KLATCH_TEST_FONTS === 'other') return assertAccessible(page, what, 'html', RULES_OF_SIZES);
  await (hasNewColors ? assertAccessibleInBothThemes : assertAccessibleBesideColors)(page, what);
}

const visitAll = (person: TestUser, width: Width, start: readonly string[]): Promise<Set<string>> =>
  visitPages(person, start, {
    window: { viewport: WIDTHS[width] },
    check: (page, address) => checkView(page, `${address} ${width}`, width === 'on a desktop' || address === start[0]),
  });

for (const width of Object.keys(WIDTHS) as Width[]) {
  test(`every view passes the accessibility check, ${width}`, MANY_PAGES, async () => {
    const { mia, max, ada, channel, lunch, soup } = await kitchenTeam();
    await mia.post('/drafts', {
      drafts: [{ type: 'stream', to: [channel], topic: 'lunch', content: 'Is there bread?', timestamp: 1 }],
    });
    const deliver_at = Math.floor(mia.team.clock.now() / 1000) + 86_400;
    await mia.post('/scheduled_messages', {
      type: 'channel',
      to: channel,
      topic: 'lunch',
      content: 'Tomorrow',
      scheduled_delivery_timestamp: deliver_at,
    });
    await mia.post('/reminders', { message_id: soup, scheduled_delivery_timestamp: deliver_at });
    await mia.post(`/messages/${soup}/reactions`, { emoji_name: 'tada' });
    await max.sendDirectMessage([mia], 'Psst, @**Mia**');
    await max.sendDirectMessage([mia, ada], 'We three');
    await max.sendMessage('kitchen', 'dinner', 'Leek | *or* `carrot`?\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    const addresses: Addresses = {
      home: ['#'],
      inbox: ['#inbox'],
      recent: ['#recent'],
      feed: ['#feed'],
      drafts: ['#drafts'],
      scheduled: ['#scheduled'],
      reminders: ['#reminders'],
      you: ['#you'],
      share: ['#share'],
      narrow: [
        lunch,
        `#narrow/channel/${channel}`,
        `#narrow/dm/${max.id}`,
        ...['is/mentioned', 'is/starred', 'has/reaction', 'search/soup', 'search/nothing'].map(
          (one) => `#narrow/${one}`,
        ),
        '#narrow/channel/999/topic/nowhere',
      ],
      topics: [`#topics/channel/${channel}`],
      direct: ['#narrow/is/dm/view/list'],
      nowhere: ['#something/else'],
      // These have pages, and tests of their own.
      settings: [],
      organization: [],
      channels: [],
      groups: [],
      user: [],
    };
    await visitAll(mia, width, Object.values(addresses).flat());
  });

  test(`every page of settings, channels and people passes the accessibility check, ${width}`, MANY_PAGES, async () => {
    const { mia, max, channel, group } = await usedOrganization();
    const start = ['#settings', '#channels', '#channels/new', `#channels/${channel}`, '#groups', `#groups/${group}`];
    const visited = await visitAll(mia, width, [...start, `#user/${max.id}`]);
    assert.ok(
      visited.has('#settings/notifications') && visited.has('#channels/ID/permissions'),
      [...visited].join(' '),
    );
  });

  test(`every page of the administration passes the accessibility check, ${width}`, MANY_PAGES, async () => {
    const { ada } = await usedOrganization();
    const visited = await visitAll(ada, width, ['#organization']);
    assert.ok(visited.has('#organization/announcements'), [...visited].join(' '));
  });
}
