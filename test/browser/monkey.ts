import type { Page } from 'playwright-core';
import type { newTeam, Person } from '../support/team.ts';
import type { Window } from './client.ts';

/** Returns numbers from 0 to below `n`, the same for the same seed. */
export type Dice = (n: number) => number;
export function dice(seed: number): Dice {
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
export interface Walk {
  team: ReturnType<typeof newTeam>;
  windows: readonly { person: Person; window: Window }[];
  channels: readonly number[];
  roll: Dice;
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
const NOT =
  /sign out|log out|deactivate|delete|archive|try it|english|deutsch|français|language|print|export|close the account|load it/i;

async function place({ channels, roll, team }: Walk): Promise<string> {
  const channel = channels[roll(channels.length)]!;
  const topic = TOPICS[roll(TOPICS.length)]!;
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
      `#narrow/dm/${people[roll(4)]!.id}`,
      '#narrow/is/unread',
      '#narrow/is/dm',
    ],
    ...[
      `#narrow/channel/${channel}/topic/${topic}`,
      `#narrow/channel/${channel}/topic/${topic}/near/${1 + roll(Math.max(1, last))}`,
    ],
    ...[
      `#narrow/channel/${channel}/topic/${topic}`,
      `#narrow/sender/${people[roll(4)]!.id}`,
      `#narrow/channel/${channel}/topic/${topic}`,
    ],
  ];
  return places[roll(places.length)]!;
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
    [at, selector, NOT.source] as const,
  );

/** Actions of a user in their own window. */
const OWN: ((walk: Walk, window: Window) => Promise<string>)[] = [
  async (walk, { page }) => {
    const to = await place(walk);
    await page.evaluate((hash) => void (location.hash = hash), to);
    return to;
  },
  async ({ roll }, { page }) => {
    const key = KEYS[roll(KEYS.length)]!;
    await page.keyboard.press(key);
    return key;
  },
  async ({ roll }, { page }) => {
    const key = KEYS[roll(KEYS.length)]!;
    await page.keyboard.press(key);
    return key;
  },
  async ({ roll }, { page }) =>
    press(
      page,
      roll(1000),
      'a[href^="#"], button:not([disabled]), summary, [role=menuitem], [role=option], input[type=checkbox]',
    ),
  async ({ roll }, { page }) => press(page, roll(1000), '.sidebar a[href^="#"], .inbox a, [role=menuitem]'),
  async ({ roll }, { page }) => {
    const box = page.locator('#compose-text');
    if (!(await box.isVisible()) || (await page.locator('dialog[open]').count()) > 0) return 'no box';
    const text = `word${roll(1000)} ${['', '@**Max**', '@**Mia**', '*so*', '@**all**'][roll(5)]}`;
    await box.fill(text, { timeout: 2000 }).catch(() => {});
    if (roll(3) > 0) await box.press('Control+Enter', { timeout: 2000 }).catch(() => {});
    return text;
  },
  async ({ roll }, { page }) => {
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, roll(3000) - 1500);
    return 'wheel';
  },
  async ({ roll }, { page }) => {
    const way = roll(4) === 0 ? 'forward' : 'back';
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

const RARE: ((walk: Walk, window: Window, who: Person) => Promise<string>)[] = [
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
    app.queues.removeOf(who.id);
    return 'queue lost';
  },
  async ({ team: { app } }) => {
    app.queues.release();
    return 'interrupted';
  },
  async ({ roll }, { page }) => {
    await page.setViewportSize(roll(2) ? { width: 390, height: 800 } : { width: 1400, height: 900 });
    return 'size';
  },
];

function cut({ wire }: Window): string {
  wire!.cut();
  return 'offline';
}

function mend({ wire }: Window): string {
  wire!.mend();
  return 'online';
}

/** Actions of others, from other clients. */
const OTHERS: ((walk: Walk) => Promise<unknown>)[] = [
  ...[0, 1, 2].map(() => async ({ roll, team: { ada, max, mia }, channels }: Walk) => {
    const who = [ada, max, mia][roll(3)]!;
    const content = `word${roll(1000)} ${['', '@**Mia**', '@**Max** ', '@**all**', '**so**'][roll(5)]}`;
    return who.ask('POST', '/messages', {
      type: 'channel',
      to: channels[roll(channels.length)],
      topic: TOPICS[roll(4)],
      content,
    });
  }),
  async ({ roll, team: { ada, max, mia, gus } }) => {
    const [one, other] = [ada, max, mia, gus].sort(() => roll(3) - 1);
    return one!.ask('POST', '/messages', {
      type: 'direct',
      to: [other!.id, ...(roll(3) ? [] : [ada.id])],
      content: `word${roll(1000)}`,
    });
  },
  async ({ roll, team: { ada, app } }) =>
    ada.ask('PATCH', `/messages/${1 + roll(app.messages.lastId())}`, {
      content: `word${roll(1000)} edited ${roll(2) ? '@**Mia**' : ''}`,
    }),
  async ({ roll, team: { ada, app } }) =>
    ada.ask('PATCH', `/messages/${1 + roll(app.messages.lastId())}`, {
      topic: TOPICS[roll(4)],
      propagate_mode: ['change_one', 'change_later', 'change_all'][roll(3)],
    }),
  async ({ roll, team: { ada, app }, channels }) =>
    ada.ask('PATCH', `/messages/${1 + roll(app.messages.lastId())}`, {
      stream_id: channels[roll(channels.length)],
      propagate_mode: ['change_one', 'change_later', 'change_all'][roll(3)],
    }),
  async ({ roll, team: { ada, app }, done }) => {
    const id = 1 + roll(app.messages.lastId());
    // Only the server knows which message of a direct conversation is the newest then.
    if (
      app.messages.byId(id)?.recipient_id !== undefined &&
      app.channels.byRecipient(app.messages.byId(id)!.recipient_id)
    )
      await ada.ask('DELETE', `/messages/${id}`);
    done.push(`deleted ${id}`);
  },
  async ({ roll, team: { mia, max, ada, app } }) =>
    [mia, max, ada][roll(3)]!.ask('POST', '/messages/flags', {
      op: roll(2) ? 'add' : 'remove',
      flag: ['read', 'read', 'starred'][roll(3)],
      messages: Array.from({ length: 5 }, () => 1 + roll(app.messages.lastId())),
    }),
  async ({ roll, team: { mia, max, app } }) =>
    [mia, max][roll(2)]!.ask(roll(3) ? 'POST' : 'DELETE', `/messages/${1 + roll(app.messages.lastId())}/reactions`, {
      emoji_name: 'heart',
    }),
  async ({ roll, team: { mia, max }, channels }) =>
    [mia, max][roll(2)]!.ask('POST', '/user_topics', {
      stream_id: channels[roll(channels.length)],
      topic: TOPICS[roll(4)],
      visibility_policy: roll(4),
    }),
  async ({ roll, team: { ada, mia, max }, channels }) => {
    const body = { subscriptions: [{ name: 'x' }], principals: [[mia, max][roll(2)]!.id] };
    const name = ada.team.app.channels.byId(channels[roll(channels.length)]!)!.name;
    return roll(3)
      ? ada.ask('POST', '/users/me/subscriptions', { ...body, subscriptions: [{ name }] })
      : ada.ask('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: body.principals });
  },
  async ({ roll, team: { ada }, channels }) =>
    ada.ask(
      'PATCH',
      `/streams/${channels[roll(channels.length)]}`,
      [{ new_name: `room ${roll(5)}` }, { is_private: roll(2) === 0 }, { description: `word${roll(9)}` }][roll(3)]!,
    ),
  async ({ roll, team: { mia, max }, channels }) =>
    [mia, max][roll(2)]!.ask('POST', '/users/me/subscriptions/properties', {
      subscription_data: [
        {
          stream_id: channels[roll(channels.length)],
          property: roll(2) ? 'is_muted' : 'pin_to_top',
          value: roll(2) === 0,
        },
      ],
    }),
  async ({ roll, team: { ada, mia, max } }) =>
    [mia, max][roll(2)]!.ask(roll(3) ? 'DELETE' : 'POST', `/users/me/muted_users/${ada.id}`),
];

/** One step of one user, or of others. */
export async function step(walk: Walk): Promise<void> {
  const { roll, windows, done } = walk;
  const at = roll(windows.length);
  const { person, window } = windows[at]!;
  const sort = roll(100);
  if (sort < 35) {
    const which = roll(OTHERS.length);
    done.push(`others ${which}`);
    await OTHERS[which]!(walk);
    walk.team.app.db.commit();
  } else if (sort < 93) {
    const which = roll(OWN.length);
    done.push(`${at}: ${await OWN[which]!(walk, window)}`);
  } else done.push(`${at}: ${await RARE[roll(RARE.length)]!(walk, window, person)}`);
}
