import type { Page } from 'playwright-core';
import type { newTeam, TestUser } from '../support/team.ts';
import type { Window } from './client.ts';

/** Returns numbers from 0 to below `n`, the same for the same seed. */
export type RandomSource = (n: number) => number;
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** A random session: its windows and their state. */
export interface Session {
  team: ReturnType<typeof newTeam>;
  windows: readonly { person: TestUser; window: Window }[];
  channels: readonly number[];
  random: RandomSource;
  /** The actions so far, newest last, for error messages. */
  done: string[];
}

const KEYS = [
  ...[
    'j',
    'j',
    'k',
    'n',
    'n',
    'p',
    's',
    'S',
    'I',
    't',
    'a',
    '@',
    '*',
    'y',
    'd',
    'q',
    'w',
    'Home',
    'End',
    'PageUp',
    'PageDown',
  ],
  ...[
    '+',
    '=',
    ':',
    'U',
    '-',
    'v',
    'u',
    'V',
    'M',
    'i',
    'r',
    '>',
    'c',
    'x',
    'e',
    'ArrowLeft',
    'm',
    '<',
    'g',
    'Y',
    '?',
    'z',
    'N',
  ],
  ...[
    'Escape',
    'Escape',
    'Escape',
    'Escape',
    'Enter',
    'Tab',
    'Tab',
    'Shift+Tab',
    'ArrowDown',
    'ArrowUp',
    'ArrowRight',
    ' ',
    'h',
    'o',
  ],
  ...['Control+k', 'Control+s', '/', 'Control+Enter'],
];
const TOPICS = ['soup', 'bread', 'Soup', 'tea'];
/** Actions that would end the session. */
const FORBIDDEN_CONTROLS =
  /sign out|log out|deactivate|delete|archive|try it|english|deutsch|français|language|print|export|close the account|load it/i;

async function place({ channels, random, team }: Session): Promise<string> {
  const channel = channels[random(channels.length)]!;
  const topic = TOPICS[random(TOPICS.length)]!;
  const people = [team.ada, team.mia, team.max, team.gus];
  const last = team.app.messages.lastId();
  const places = [
    ...[
      '#inbox',
      '#recent',
      '#feed',
      '#narrow/is/mentioned',
      '#narrow/is/starred',
      '#narrow/has/reaction',
      '#narrow/search/word',
      '#drafts',
    ],
    ...[
      '#settings/profile',
      '#channels/subscribed',
      '#nowhere',
      '#',
      '#settings/topics',
      `#channels/${channel}`,
      '#narrow/is/followed',
    ],
    ...[
      `#narrow/channel/${channel}`,
      `#topics/channel/${channel}`,
      `#narrow/dm/${people[random(4)]!.id}`,
      '#narrow/is/unread',
      '#narrow/is/dm',
    ],
    ...[
      `#narrow/channel/${channel}/topic/${topic}`,
      `#narrow/channel/${channel}/topic/${topic}/near/${1 + random(Math.max(1, last))}`,
    ],
    ...[
      `#narrow/channel/${channel}/topic/${topic}`,
      `#narrow/sender/${people[random(4)]!.id}`,
      `#narrow/channel/${channel}/topic/${topic}`,
    ],
  ];
  return places[random(places.length)]!;
}

/** A user clicks something clickable. */
const press = (page: Page, at: number, selector: string): Promise<string> =>
  page.evaluate(
    ([which, what, not]) => {
      const top = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1) ?? document.body;
      const all = [...top.querySelectorAll<HTMLElement>(what)].filter(
        (one) =>
          one.offsetParent &&
          !new RegExp(not, 'i').test(`${one.textContent} ${one.getAttribute('aria-label')} ${one.dataset.tip}`) &&
          !/^(?!#)/.test(one.getAttribute('href') ?? '#'),
      );
      const one = all[which % Math.max(1, all.length)];
      one?.click();
      return one ? `${one.textContent?.slice(0, 30)} ${one.getAttribute('aria-label') ?? ''}` : '';
    },
    [at, selector, FORBIDDEN_CONTROLS.source] as const,
  );

/** Actions of a user in their own window. */
const USER_ACTIONS: ((walk: Session, window: Window) => Promise<string>)[] = [
  async (walk, { page }) => {
    const to = await place(walk);
    await page.evaluate((hash) => void (location.hash = hash), to);
    return to;
  },
  async ({ random }, { page }) => {
    const key = KEYS[random(KEYS.length)]!;
    await page.keyboard.press(key);
    return key;
  },
  async ({ random }, { page }) => {
    const key = KEYS[random(KEYS.length)]!;
    await page.keyboard.press(key);
    return key;
  },
  async ({ random }, { page }) =>
    press(
      page,
      random(1000),
      'a[href^="#"], button:not([disabled]), summary, [role=menuitem], [role=option], input[type=checkbox]',
    ),
  async ({ random }, { page }) => press(page, random(1000), '.sidebar a[href^="#"], .inbox a, [role=menuitem]'),
  async ({ random }, { page }) => {
    const box = page.locator('#compose-text');
    if (!(await box.isVisible()) || (await page.locator('dialog[open]').count()) > 0) return 'no box';
    const text = `word${random(1000)} ${['', '@**Max**', '@**Mia**', '*so*', '@**all**'][random(5)]}`;
    await box.fill(text, { timeout: 2000 }).catch(() => {});
    if (random(3) > 0) await box.press('Control+Enter', { timeout: 2000 }).catch(() => {});
    return text;
  },
  async ({ random }, { page }) => {
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, random(3000) - 1500);
    return 'wheel';
  },
  async ({ random }, { page }) => {
    const way = random(4) === 0 ? 'forward' : 'back';
    // Only within the pages visited since the last reload: earlier ones would be fetched, perhaps without a connection.
    await page.evaluate((to) => {
      const walked = (
        globalThis as { navigation?: { entries(): { sameDocument: boolean }[]; currentEntry: { index: number } } }
      ).navigation!;
      if (walked.entries()[walked.currentEntry.index + (to === 'back' ? -1 : 1)]?.sameDocument)
        history.go(to === 'back' ? -1 : 1);
    }, way);
    return way;
  },
];

const RARE_ACTIONS: ((walk: Session, window: Window, who: TestUser) => Promise<string>)[] = [
  async (_, window) => {
    const { page } = window;
    mend(window);
    await page.reload({ waitUntil: 'commit' }).catch(() => {});
    await page.locator('.shell, .opening').first().waitFor();
    return 'reload';
  },
  async (_, window) => cut(window),
  async (_, window) => mend(window),
  async (_, window) => mend(window),
  async ({ team: { app } }, _, who) => {
    app.queues.change({ kind: 'remove', users: [who.id] });
    return 'queue lost';
  },
  async ({ team: { app } }) => {
    app.queues.release();
    return 'interrupted';
  },
  async ({ random }, { page }) => {
    await page.setViewportSize(random(2) ? { width: 390, height: 800 } : { width: 1400, height: 900 });
    return 'size';
  },
];

function cut({ connection }: Window): string {
  connection!.cut();
  return 'offline';
}

function mend({ connection }: Window): string {
  connection!.restore();
  return 'online';
}

/** Actions of others, from other clients. */
const OTHER_ACTIONS: ((walk: Session) => Promise<unknown>)[] = [
  ...[0, 1, 2].map(() => async ({ random, team: { ada, max, mia }, channels }: Session) => {
    const who = [ada, max, mia][random(3)]!;
    const content = `word${random(1000)} ${['', '@**Mia**', '@**Max** ', '@**all**', '**so**'][random(5)]}`;
    return who.request('POST', '/messages', {
      type: 'channel',
      to: channels[random(channels.length)],
      topic: TOPICS[random(4)],
      content,
    });
  }),
  async ({ random, team: { ada, max, mia, gus } }) => {
    const [one, other] = [ada, max, mia, gus].sort(() => random(3) - 1);
    return one!.request('POST', '/messages', {
      type: 'direct',
      to: [other!.id, ...(random(3) ? [] : [ada.id])],
      content: `word${random(1000)}`,
    });
  },
  async ({ random, team: { ada, app } }) =>
    ada.request('PATCH', `/messages/${1 + random(app.messages.lastId())}`, {
      content: `word${random(1000)} edited ${random(2) ? '@**Mia**' : ''}`,
    }),
  async ({ random, team: { ada, app } }) =>
    ada.request('PATCH', `/messages/${1 + random(app.messages.lastId())}`, {
      topic: TOPICS[random(4)],
      propagate_mode: ['change_one', 'change_later', 'change_all'][random(3)],
    }),
  async ({ random, team: { ada, app }, channels }) =>
    ada.request('PATCH', `/messages/${1 + random(app.messages.lastId())}`, {
      stream_id: channels[random(channels.length)],
      propagate_mode: ['change_one', 'change_later', 'change_all'][random(3)],
    }),
  async ({ random, team: { ada, app }, done }) => {
    const id = 1 + random(app.messages.lastId());
    // Only the server knows which message of a direct conversation is the newest then.
    if (
      app.messages.byId(id)?.recipient_id !== undefined &&
      app.channels.byRecipient(app.messages.byId(id)!.recipient_id)
    )
      await ada.request('DELETE', `/messages/${id}`);
    done.push(`deleted ${id}`);
  },
  async ({ random, team: { mia, max, ada, app } }) =>
    [mia, max, ada][random(3)]!.request('POST', '/messages/flags', {
      op: random(2) ? 'add' : 'remove',
      flag: ['read', 'read', 'starred'][random(3)],
      messages: Array.from({ length: 5 }, () => 1 + random(app.messages.lastId())),
    }),
  async ({ random, team: { mia, max, app } }) =>
    [mia, max][random(2)]!.request(
      random(3) ? 'POST' : 'DELETE',
      `/messages/${1 + random(app.messages.lastId())}/reactions`,
      {
        emoji_name: 'heart',
      },
    ),
  async ({ random, team: { mia, max }, channels }) =>
    [mia, max][random(2)]!.request('POST', '/user_topics', {
      stream_id: channels[random(channels.length)],
      topic: TOPICS[random(4)],
      visibility_policy: random(4),
    }),
  async ({ random, team: { ada, mia, max }, channels }) => {
    const body = { subscriptions: [{ name: 'x' }], principals: [[mia, max][random(2)]!.id] };
    const name = ada.team.app.channels.byId(channels[random(channels.length)]!)!.name;
    return random(3)
      ? ada.request('POST', '/users/me/subscriptions', { ...body, subscriptions: [{ name }] })
      : ada.request('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: body.principals });
  },
  async ({ random, team: { ada }, channels }) =>
    ada.request(
      'PATCH',
      `/streams/${channels[random(channels.length)]}`,
      [{ new_name: `room ${random(5)}` }, { is_private: random(2) === 0 }, { description: `word${random(9)}` }][
        random(3)
      ]!,
    ),
  async ({ random, team: { mia, max }, channels }) =>
    [mia, max][random(2)]!.request('POST', '/users/me/subscriptions/properties', {
      subscription_data: [
        {
          stream_id: channels[random(channels.length)],
          property: random(2) ? 'is_muted' : 'pin_to_top',
          value: random(2) === 0,
        },
      ],
    }),
  async ({ random, team: { ada, mia, max } }) =>
    [mia, max][random(2)]!.request(random(3) ? 'DELETE' : 'POST', `/users/me/muted_users/${ada.id}`),
];

/** One step of one user, or of others. */
export async function step(walk: Session): Promise<void> {
  const { random, windows, done } = walk;
  const at = random(windows.length);
  const { person, window } = windows[at]!;
  const sort = random(100);
  if (sort < 35) {
    const which = random(OTHER_ACTIONS.length);
    done.push(`others ${which}`);
    await OTHER_ACTIONS[which]!(walk);
    walk.team.app.db.commit();
  } else if (sort < 93) {
    const which = random(USER_ACTIONS.length);
    done.push(`${at}: ${await USER_ACTIONS[which]!(walk, window)}`);
  } else done.push(`${at}: ${await RARE_ACTIONS[random(RARE_ACTIONS.length)]!(walk, window, person)}`);
}
