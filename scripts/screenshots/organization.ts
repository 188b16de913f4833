/**
 * Fills a playground with a lively organization, over the API, as its users would. What the screenshots show is of
 * member1: what others wrote, what is unread, pinned, muted and planned.
 */
import { pdf } from '../../test/support/pdf.ts';
import { landscape, portrait, tone } from './sample-files.ts';

type Fields = Record<string, unknown>;
const MINUTE = 60;
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** One of the playground's users. */
class Person {
  static async of(url: string, login: string): Promise<Person> {
    const body = new URLSearchParams({ username: `${login}@example.com` });
    const reply = await fetch(`${url}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
    const { api_key, email, user_id } = (await reply.json()) as { api_key: string; email: string; user_id: number };
    const person = new Person(url, user_id, `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`);
    person.name = (await person.ask('GET', '/users/me')).full_name;
    return person;
  }

  name = '';
  readonly url: string;
  readonly id: number;
  readonly #authorization: string;
  private constructor(url: string, id: number, authorization: string) {
    this.url = url;
    this.id = id;
    this.#authorization = authorization;
  }

  async ask(method: string, path: string, fields: Fields = {}, file?: { name: string; data: Buffer }): Promise<any> {
    const values = Object.entries(fields).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
    );
    const form = new FormData();
    for (const [name, value] of values) form.set(name, value);
    if (file) form.set('file', new Blob([Uint8Array.from(file.data)]), file.name);
    const reply = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { Authorization: this.#authorization },
      ...(method !== 'GET' && { body: file ? form : new URLSearchParams(values) }),
    });
    const answer = (await reply.json()) as { result: string; msg: string };
    if (answer.result !== 'success') throw new Error(`${method} ${path}: ${answer.msg}`);
    return answer;
  }

  async say(to: string, topic: string, content: string): Promise<number> {
    return (await this.ask('POST', '/messages', { type: 'channel', to, topic, content })).id;
  }
  async write(to: readonly Person[], content: string): Promise<number> {
    return (await this.ask('POST', '/messages', { type: 'direct', to: to.map(({ id }) => id), content })).id;
  }
  async upload(name: string, data: Buffer): Promise<string> {
    return (await this.ask('POST', '/user_uploads', {}, { name, data })).url;
  }
  react(id: number, emoji_name: string): Promise<unknown> {
    return this.ask('POST', `/messages/${id}/reactions`, { emoji_name });
  }
}

interface Cast {
  me: Person;
  owner: Person;
  moderator: Person;
  kenta: Person;
  uma: Person;
  lena: Person;
}

export interface Organization {
  /** The IDs of channels and users, by channel name and login. */
  ids: Record<string, number>;
  /** Marks the messages as unread that a view has marked as read. */
  restoreUnread: () => Promise<unknown>;
}

/** Fills the organization of a playground. */
export async function fillOrganization(url: string): Promise<Organization> {
  const logins = ['member1', 'owner', 'moderator', 'member2', 'member3', 'member4'];
  const [me, owner, moderator, kenta, uma, lena] = (await Promise.all(
    logins.map((login) => Person.of(url, login)),
  )) as [Person, Person, Person, Person, Person, Person];
  const cast = { me, owner, moderator, kenta, uma, lena };
  await addFacesAndStatuses(cast);
  await createChannels(cast);
  await planLaunch(cast);
  await showFiles(cast);
  await sayEverything(cast);
  await vote(cast);
  await writeDirectly(cast);
  await arrange(cast);
  await administrate(cast);
  const messages = await leaveUnread(cast);
  await owner.ask('POST', '/users', {
    email: 'beginner@example.com',
    full_name: 'Nora New',
    password: 'a rather long password',
  });
  const { streams } = await owner.ask('GET', '/streams');
  const channels = streams.map((one: { name: string; stream_id: number }) => [one.name, one.stream_id]);
  const people = Object.values(cast).map(({ id }, at) => [logins[at], id]);
  return {
    ids: Object.fromEntries([...channels, ...people]),
    restoreUnread: () => me.ask('POST', '/messages/flags', { messages, op: 'remove', flag: 'read' }),
  };
}

async function addFacesAndStatuses({ me, owner, kenta, uma, moderator }: Cast): Promise<void> {
  for (const [at, person] of [me, owner, kenta].entries())
    await person.ask('POST', '/users/me/avatar', {}, { name: 'me.png', data: await portrait(40 + at * 110) });
  const status = (status_text: string, emoji_name: string, emoji_code: string) => ({
    status_text,
    emoji_name,
    emoji_code,
    reaction_type: 'unicode_emoji',
  });
  await kenta.ask('POST', '/users/me/status', status('In a meeting', 'calendar', '1f4c5'));
  await uma.ask('POST', '/users/me/status', status('On vacation until Monday the 14th', 'palm_tree', '1f334'));
  await moderator.ask('POST', '/users/me/status', status('Working remotely', 'house', '1f3e0'));
  await owner.ask('PATCH', '/realm', {
    jitsi_server_url: 'https://meet.example.org',
    // Longer than all screenshots take.
    message_content_edit_limit_seconds: 86_400,
  });
}

const CHANNELS: readonly { name: string; description: string; invite_only?: true }[] = [
  { name: 'launch', description: 'Everything about the **launch** in spring' },
  { name: 'kitchen', description: 'Lunch, coffee and the dishwasher' },
  { name: 'people team', description: 'Only we read this', invite_only: true },
  { name: 'Überseecontainerverladungskoordination', description: 'A long name for a small harbor' },
];

async function createChannels({ me, owner, moderator, kenta, uma, lena }: Cast): Promise<void> {
  const subscribers = [me, owner, moderator, kenta, uma, lena].map(({ id }) => id);
  for (const channel of CHANNELS) await owner.ask('POST', '/channels/create', { ...channel, subscribers });
}

async function planLaunch({ me, owner, moderator, kenta, uma, lena }: Cast): Promise<void> {
  const say = (who: Person, text: string) => who.say('launch', 'launch plan', text);
  const first = await say(
    owner,
    'Saturday it is. :tada: Who does what?\n\n| What | Who | Until |\n|---|---|---|\n' +
      `| Press release | @_**${uma.name}** | Monday |\n| Screenshots | *nobody yet* | Tuesday |\n| Servers | ops | ✔ |`,
  );
  for (const one of [me, moderator, kenta, uma]) await one.react(first, 'tada');
  for (const one of [kenta, lena]) await one.react(first, 'heart');
  await moderator.react(first, 'eyes');
  const question = await say(kenta, 'I can do the screenshots.');
  await say(kenta, 'In both themes, and on a phone.');
  await say(kenta, 'Tonight.');
  await say(
    uma,
    `@_**${kenta.name}|${kenta.id}** [said](${me.url}/#narrow/channel/1/near/${question}):\n` +
      '```quote\nI can do the screenshots.\n```\nPerfect. Please use the *new* logo, not the one with the shadow.',
  );
  const code = await say(
    moderator,
    'The servers are ready:\n\n```python\ndef litres(people: int) -> float:\n    """How much lemonade we need."""\n' +
      '    return 0.75 * people  # and one for the wasps\n```\nRun `npm run check -- --no-tests` before you push.',
  );
  await me.react(code, 'rocket');
  await say(me, 'Looks good to me. I will read the press release on Sunday, and then we are done.');
  await owner.ask('POST', `/messages/${first}/pin`);
  await uma.ask('POST', `/messages/${code}/pin`);
}

async function showFiles({ me, kenta, lena, moderator }: Cast): Promise<void> {
  const sizes = [
    [640, 480],
    [300, 600],
    [900, 320],
    [500, 500],
    [640, 360],
  ] as const;
  const images = await Promise.all(
    sizes.map(async ([width, height], at) => {
      const name = `view ${at + 1}.png`;
      return `[${name}](${await kenta.upload(name, await landscape(at * 70, width, height))})`;
    }),
  );
  await kenta.say('kitchen', 'photos of the trip', `From the weekend:\n${images.join('\n')}`);
  const single = await lena.upload('harbor.png', await landscape(200, 1200, 700));
  const photo = await lena.say('kitchen', 'photos of the trip', `And the harbor: [harbor.png](${single})`);
  for (const one of [me, kenta, moderator]) await one.react(photo, 'heart');
  const attach = async (who: Person, name: string, data: Buffer) => `[${name}](${await who.upload(name, data)})`;
  const files = [
    await attach(moderator, 'Plan of the launch, with all dates and names.pdf', pdf('The launch')),
    await attach(moderator, 'a broken plan.pdf', Buffer.from('This is no PDF file')),
    await attach(moderator, 'notes.txt', Buffer.from('Leek, potatoes, cream.\nBring a pot.\n\nSalt!')),
    await attach(moderator, 'figures.csv', Buffer.from('month,visits\nMay,1200\nJune,1840\nJuly,2210\n')),
    await attach(moderator, 'logos.zip', Buffer.alloc(180_000, 7)),
  ];
  await moderator.say('kitchen', 'files', `Everything from today:\n${files.join('\n')}`);
  await lena.say('kitchen', 'files', `!${await attach(lena, 'bell.wav', tone())}`);
  await lena.say('kitchen', 'files', `[Voice message (0:02)](${await lena.upload('voice-message.weba', tone())})`);
}

async function sayEverything({ me, owner, uma, lena, kenta }: Cast): Promise<void> {
  const say = (who: Person, text: string) => who.say('launch', 'everything', text);
  await say(
    uma,
    '# A headline\nSome **bold**, *slanted* and ~~struck~~ text, `code`, a [link](https://example.com), and\n' +
      '* a list\n* with **three**\n  * and one below\n* items\n\n1. first\n2. second',
  );
  await say(lena, `${LONG_WORD} and https://example.com/${'a-very-long-address/'.repeat(9)}?page=1`);
  await say(
    uma,
    '$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$\n\n```spoiler Who did it\nThe gardener\n```\n\n---\nAfter the line.',
  );
  await say(kenta, '> We said this last time too.\n\nAnd it is still true. 音楽は僕が持っていきます。');
  await say(
    owner,
    `@**all** <time:2026-12-01T09:00:00Z> is the deadline. See #**launch>launch plan** or ask @**${me.name}**.`,
  );
  await say(kenta, '/me nods');
  await say(lena, ':tada:');
  const arabic = (who: Person, text: string) => who.say('launch', 'أهلاً وسهلاً', text);
  await arabic(uma, 'مرحبا بالجميع! هل أنتم مستعدون للاجتماع (الساعة 3:30)؟');
  await arabic(kenta, 'English, with عربي inside, and `code()`.');
  await arabic(uma, '* أولاً\n* ثانياً\n\n> اقتباس');
  const edited = await lena.say('kitchen', 'lunch', 'Soup at noon?');
  await lena.ask('PATCH', `/messages/${edited}`, { content: 'Soup at half past twelve?' });
  await kenta.say('kitchen', 'lunch', 'Yes, please!');
}

async function vote({ me, owner, kenta, lena }: Cast): Promise<void> {
  const widget = (who: Person, message_id: number, content: object) =>
    who.ask('POST', '/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(content) });
  const poll = await owner.say(
    'kitchen',
    'polls',
    '/poll What shall we call the very long release with the name nobody remembers?\nCinnamon\n' +
      'A rather longer answer that needs more than a single line on a small telephone\nمساء الخير',
  );
  for (const [who, key] of [
    [kenta, 'canned,0'],
    [lena, 'canned,0'],
    [owner, 'canned,1'],
    [me, 'canned,0'],
  ] as const)
    await widget(who, poll, { type: 'vote', key, vote: 1 });
  const list = await owner.say('kitchen', 'polls', '/todo Before Friday\nOrder coffee: the dark one\nWater the plants');
  await widget(kenta, list, { type: 'strike', key: '0,canned' });
}

async function writeDirectly({ me, owner, kenta, uma, lena, moderator }: Cast): Promise<void> {
  await kenta.write([me], 'Do you have a minute?');
  await me.write([kenta], 'Sure, in the afternoon.');
  await kenta.write([me], 'Great, I call you at three.');
  await owner.write([me], 'Thank you for the review :heart:');
  await uma.write([me, kenta], 'Who has the key of the storeroom?');
  await kenta.write([me, uma], 'I do.');
  await lena.write([me, kenta, uma, moderator], 'Dinner on Friday? The place near the harbor has a table for five.');
}

/** What administrators see: bots, and who came by an invitation. */
async function administrate({ owner }: Cast): Promise<void> {
  const { streams } = await owner.ask('GET', '/streams');
  const launch = streams.find(({ name }: { name: string }) => name === 'launch').stream_id as number;
  const bot = (full_name: string, fields: Fields) =>
    owner.ask('POST', '/bots', { full_name, short_name: full_name.toLowerCase().replaceAll(' ', '-'), ...fields });
  await bot('Courier', { bot_type: 3, payload_url: 'http://127.0.0.1:9/hook', interface_type: 1 });
  await bot('Launch reader', { bot_type: 1, key_channels: [launch], key_read_only: true });
  await owner.ask('POST', '/invites/multiuse', { invite_expires_in_minutes: null });
  const invite = (...names: string[]) =>
    owner.ask('POST', '/invites', {
      invitee_emails: names.map((name) => `${name}@example.com`).join(),
      stream_ids: [],
    });
  await invite('quentin', 'rosa', 'sami');
  const getMails = async (): Promise<{ to: string; text: string }[]> => (await owner.ask('GET', '/dev/mails')).mails;
  // They are sent within a second.
  while ((await getMails()).length < 3) await new Promise((done) => setTimeout(done, 100));
  for (const { to, text } of await getMails()) {
    const key = /\/join\/([\w-]+)\//.exec(text)?.[1];
    const full_name = to.replace(/@.*/, '').replace(/^./, (letter) => letter.toUpperCase());
    if (key)
      await owner.ask('POST', '/../../accounts/register/', { key, full_name, password: 'a rather long password' });
  }
  await invite('ole', 'pia');
}

/** What is the viewer's own: order, mutes, stars, plans. */
async function arrange({ me, lena }: Cast): Promise<void> {
  await me.ask('POST', '/ntfy/addresses', { url: 'https://ntfy.sh/mia-7f3kq2' });
  const { subscriptions } = await me.ask('GET', '/users/me/subscriptions');
  const channel = (name: string): number =>
    subscriptions.find((one: { name: string }) => one.name === name).stream_id as number;
  const launch = channel('launch');
  const kitchen = channel('kitchen');
  const topic = (stream_id: number, name: string, visibility_policy: number) =>
    me.ask('POST', '/user_topics', { stream_id, topic: name, visibility_policy });
  await topic(kitchen, 'polls', 1);
  await topic(launch, 'launch plan', 3);
  const property = (stream_id: number, name: string, value: unknown) =>
    me.ask('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: name, value }],
    });
  await property(launch, 'pin_to_top', true);
  await property(channel('announcements'), 'is_muted', true);
  await me.ask('POST', '/navigation_views', {
    fragment: 'narrow/has/attachment/search/plan',
    is_pinned: true,
    name: 'Plans with files',
  });
  const { messages } = await me.ask('GET', '/messages?anchor=newest&num_before=30&num_after=0');
  const ids = messages.map(({ id }: { id: number }) => id) as number[];
  await me.ask('POST', '/messages/flags', { messages: [ids[3], ids[11], ids[20]], op: 'add', flag: 'starred' });
  const now = Math.round(Date.now() / 1000);
  await me.ask('POST', '/reminders', {
    message_id: ids.at(-1),
    scheduled_delivery_timestamp: now + 1440 * MINUTE,
    note: 'Reserve the table',
  });
  await me.ask('POST', '/scheduled_messages', {
    type: 'stream',
    to: launch,
    topic: 'launch plan',
    content: '**Good morning**, everybody! Today is the day.',
    scheduled_delivery_timestamp: now + 3000 * MINUTE,
  });
  const draft = {
    type: 'stream',
    to: [kitchen],
    topic: 'lunch',
    content: 'I would rather have *pasta*',
    timestamp: now,
  };
  await me.ask('POST', '/drafts', { drafts: [draft] });
  await me.ask('POST', '/saved_snippets', { title: 'Thanks', content: 'Thank you for the report!' });
  await me.ask('POST', '/users/me/alert_words', { alert_words: ['deadline', 'harbor'] });
  const folder = { name: 'Projects', description: 'What ends one day' };
  await lena.ask('POST', '/channel_folders/create', folder).catch(() => {});
}

/** Returns the IDs of the unread messages. */
async function leaveUnread({ me, owner, kenta, uma, lena, moderator }: Cast): Promise<number[]> {
  const { messages } = await me.ask('GET', '/messages?anchor=newest&num_before=1000&num_after=0');
  const ids = messages.map(({ id }: { id: number }) => id) as number[];
  await me.ask('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' });
  return [
    await owner.say('launch', 'launch plan', `@**${me.name}** could you read it *today*?`),
    await uma.say('launch', 'launch plan', 'The press release is here: https://wiki.example.com/press'),
    await lena.say('launch', LONG_WORD.slice(0, 55), 'A topic with a long name.'),
    await kenta.say('kitchen', 'dishwasher', 'It blinks again.'),
    await moderator.say('kitchen', 'dishwasher', 'Did somebody use *hand* soap?'),
    await uma.say('people team', 'hiring', 'Two interviews on Thursday.'),
    await lena.say('Überseecontainerverladungskoordination', 'Größenänderungsgenehmigungsverfahren', 'Moin!'),
    await kenta.write([me], 'Are you there?'),
    await uma.write([me, kenta], 'Found it, thank you!'),
    await moderator.say('general', 'lost and found', 'A blue umbrella.'),
  ];
}
