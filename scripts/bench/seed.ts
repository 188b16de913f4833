/**
 * Writes users, channels and messages directly into a data folder that `klatch user create` made, for databases too
 * large to create through the API. The rows come from the server's own statements, Markdown renderer and search index.
 * No server may be running on the folder.
 */
import type { App } from '../../src/app.ts';
import { createChannel } from '../../src/chat/channels/channels/create-actions.ts';
import { newApiKey } from '../../src/chat/people/sign-in/rules.ts';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { Directory } from '../../src/markdown/directory.ts';
import { renderMessage } from '../../src/markdown/render.ts';
import { databasePath } from '../../src/server/configuration.ts';
import { createApp } from '../../src/server/create-app.ts';
import { Config } from '../../src/settings/config.ts';
import { type Person, person } from './client.ts';
import { sentence } from './text.ts';

export interface MessagesSeed {
  channels: readonly number[];
  topicsPerChannel: number;
  senders: readonly Person[];
  count: number;
}

const MEMBER = 400;
/** Messages per transaction. */
const BATCH = 50_000;
const SECONDS_APART = 20;
export const NOBODY: Directory = {
  usersNamed: () => [],
  userById: () => undefined,
  groupNamed: () => undefined,
  realmEmoji: () => undefined,
  channelNamed: () => undefined,
};

/** Adds active members with API keys and without passwords. */
export function seedPeople(folder: string, count: number, from = 0): Person[] {
  return within(folder, (app) =>
    app.db.write(() =>
      Array.from({ length: count }, (_, at) => {
        const i = from + at;
        const [email, api_key] = [`person${i}@example.com`, newApiKey()];
        return person(insertUser(app, { email, full_name: `Person ${i}`, role: MEMBER, api_key }).id, email, api_key);
      }),
    ),
  );
}

/** The cookies of a browser session. */
export interface Session {
  token: string;
  csrf: string;
}

/** Creates a browser session. Returns its two cookies. */
export const seedSession = (folder: string, who: Person): Session => seedSessions(folder, [who])[0]!;

/** The same for each of these people. */
export function seedSessions(folder: string, people: readonly Person[]): Session[] {
  return within(folder, (app) => {
    const sessions = people.map(({ id }) => openSession(app, app.users.byId(id)!));
    app.db.commit();
    return sessions;
  });
}

/** Adds public channels whose members are subscribed since before the first message. Returns their ids. */
export function seedChannels(folder: string, names: readonly string[], members: readonly Person[]): number[] {
  return within(folder, (app) =>
    app.db.write(() => {
      const creator = app.users.byId(members[0]!.id)!;
      return names.map((name) => {
        const channel = createChannel(app, creator, { name });
        const ids = members.map(({ id }) => id);
        app.subscriptions.add(
          channel.id,
          ids.map((id) => [id, '#76ce90']),
        );
        app.subscriptions.openPeriods(channel.recipient_id, app.messages.lastId(), ids);
        return channel.id;
      });
    }),
  );
}

/**
 * Adds messages (`sentence(n)` of text.ts, rendered and indexed), spread evenly over the channels. Returns the range of
 * their ids.
 */
export function seedMessages(
  folder: string,
  { channels, topicsPerChannel, senders, count }: MessagesSeed,
): { first: number; last: number } {
  return within(folder, (app) => {
    const first = app.messages.lastId() + 1;
    const begun = Math.floor(Date.now() / 1000) - count * SECONDS_APART;
    const recipients = channels.map((id) => app.channels.byId(id)!.recipient_id);
    const client_id = app.db.write(() => app.messages.client('KlatchBench'));
    for (let start = 0; start < count; start += BATCH) {
      app.db.write(() => {
        for (let n = start; n < Math.min(start + BATCH, count); n++) {
          const at = n % channels.length;
          const subject = `topic ${Math.floor(n / channels.length) % topicsPerChannel}`;
          const content = sentence(n);
          const { html, has_link } = renderMessage(content, NOBODY);
          const id = app.messages.add({
            recipient_id: recipients[at]!,
            sender_id: senders[n % senders.length]!.id,
            topic_id: app.topics.ensure(recipients[at]!, subject),
            subject,
            content,
            rendered_content: html,
            date_sent: begun + n * SECONDS_APART,
            client_id,
            facts: has_link ? 1 : 0,
          });
          if (n < channels.length) app.channels.set(channels[at]!, 'first_message_id', id);
        }
      });
      app.db.commit();
    }
    return { first, last: app.messages.lastId() };
  });
}

/** Opens a data folder without starting a server. */
export function openApp(folder: string): App {
  const choices = {
    dataDir: folder,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    rateLimits: false,
    logLevel: 'warn',
    development: false,
  };
  return createApp({ config: new Config(choices), log: createLog('warn'), database: databasePath(folder) });
}

/** Opens the folder's database for `work`, which need not survive a power failure. */
function within<T>(folder: string, work: (app: App) => T): T {
  const app = openApp(folder);
  app.db.pragma('synchronous = OFF');
  try {
    return work(app);
  } finally {
    app.db.close();
  }
}
