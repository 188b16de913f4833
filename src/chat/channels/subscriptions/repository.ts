import type { Database } from '../../../kernel/db/database.ts';
import type { RowCache } from '../../../kernel/db/row-cache.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import { CHANNELS_IN_MEMORY } from '../channels/repository.ts';

/** The ids of a recipient's messages that a user received: above `from_id`, up to `until_id` (null: still open). */
export interface Period {
  recipient_id: number;
  from_id: number;
  until_id: number | null;
}

/** One user's, in one conversation. */
export interface PeriodOf {
  user_id: number;
  from_id: number;
  until_id: number | null;
}

/** Statements on membership over time: who receives what is sent to a conversation. */
const membershipStatements = (db: Database) => ({
  ...membershipChanges(db),
  ...periodsOfUsers(db),
  ...periodsOfMessages(db),
});

const membershipChanges = (db: Database) => {
  const endedPeriods = db.all<PeriodOf, [recipient: number]>(
    'SELECT user_id, from_id, until_id FROM membership WHERE recipient_id = ? AND until_id IS NOT NULL',
  );
  const ended = db.cached(['membership'], (recipient: number): readonly PeriodOf[] => endedPeriods(recipient), 2000);
  const openPeriods = db.run<[recipient: number, from: number, users: string]>(
    `INSERT INTO membership (user_id, recipient_id, from_id) SELECT value, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT (user_id, recipient_id, from_id) DO UPDATE SET until_id = NULL`,
  );
  const closePeriods = db.run<[until: number, recipient: number, users: string]>(
    `UPDATE membership SET until_id = ? WHERE recipient_id = ? AND until_id IS NULL AND user_id IN (SELECT value FROM json_each(?))`,
  );

  return {
    /** A period continues if nothing was sent since it ended. */
    openPeriods(recipient: number, from: number, users: readonly number[]): void {
      openPeriods(recipient, from, JSON.stringify(users));
      ended.forget(recipient);
    },
    /** The user received the messages before the period that continues. */
    beginEarlier: db.run<[from: number, user: number, recipient: number]>(
      'UPDATE membership SET from_id = min(from_id, ?) WHERE user_id = ? AND recipient_id = ? AND until_id IS NULL',
    ),
    closePeriods(recipient: number, until: number, users: readonly number[]): void {
      closePeriods(until, recipient, JSON.stringify(users));
      ended.forget(recipient);
    },
    /** The ended periods of one conversation, of active and deactivated users. */
    endedIn: (recipient: number): readonly PeriodOf[] => ended.get(recipient)!,
  };
};

const periodsOfUsers = (db: Database) => ({
  /** The periods of a user's current channels and direct-message conversations. */
  listPeriods: db.all<Period, [user: number]>(
    `SELECT recipient_id, from_id, until_id FROM membership m WHERE user_id = ?
     AND EXISTS (SELECT 1 FROM membership o WHERE o.user_id = m.user_id AND o.recipient_id = m.recipient_id AND o.until_id IS NULL)
     ORDER BY recipient_id, from_id`,
  ),
  /** The periods of one user in one conversation, even if they have left. */
  periodsIn: db.all<Period, [user: number, recipient: number]>(
    'SELECT recipient_id, from_id, until_id FROM membership WHERE user_id = ? AND recipient_id = ?',
  ),
  /** The same in several; ids as a JSON list. */
  periodsInAll: db.all<Period, [user: number, recipients: string]>(
    'SELECT recipient_id, from_id, until_id FROM membership WHERE user_id = ? AND recipient_id IN (SELECT value FROM json_each(?))',
  ),
  /** All periods of a user, including those in conversations they left. */
  listAllPeriods: db.all<Period, [user: number]>(
    'SELECT recipient_id, from_id, until_id FROM membership WHERE user_id = ?',
  ),
});

const periodsOfMessages = (db: Database) => ({
  /** Whether a user received the message. */
  received: db.value<number, [user: number, recipient: number, message: number, message2: number]>(
    `SELECT 1 FROM membership WHERE user_id = ? AND recipient_id = ? AND from_id < ? AND (until_id IS NULL OR until_id >= ?) LIMIT 1`,
  ),
  /** Everyone who received the message, active or not. */
  receivers: db.column<number, [recipient: number, message: number, message2: number]>(
    `SELECT DISTINCT user_id FROM membership WHERE recipient_id = ? AND from_id < ? AND (until_id IS NULL OR until_id >= ?)`,
  ),
  /**
   * All periods in which any of the messages from one id to another were received, of active and deactivated users.
   */
  periodsOver: db.all<PeriodOf, [recipient: number, last: number, first: number]>(
    'SELECT user_id, from_id, until_id FROM membership WHERE recipient_id = ? AND from_id < ? AND (until_id IS NULL OR until_id >= ?)',
  ),
});

/** One user's settings for one channel. */
export interface Subscription {
  user_id: number;
  channel_id: number;
  /** false: a former subscription. */
  active: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  /** null (all five): the user's general setting applies. */
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}
export type SubscriptionProperty = Exclude<keyof Subscription, 'user_id' | 'channel_id' | 'active'>;

const flag = (value: number | null): boolean | null => (value === null ? null : value === 1);
const subscription = (row: RowOf<Subscription>): Subscription => ({
  ...row,
  active: row.active === 1,
  is_muted: row.is_muted === 1,
  pin_to_top: row.pin_to_top === 1,
  desktop_notifications: flag(row.desktop_notifications),
  audible_notifications: flag(row.audible_notifications),
  push_notifications: flag(row.push_notifications),
  email_notifications: flag(row.email_notifications),
  wildcard_mentions_notify: flag(row.wildcard_mentions_notify),
});

const sortIds = (ids: number[]): ReadonlySet<number> => new Set(ids.sort((a, b) => a - b));
/** Changes create a new set: callers may keep the old one. */
function removeIds(ids: ReadonlySet<number>, removed: readonly number[]): ReadonlySet<number> {
  const rest = new Set(ids);
  for (const id of removed) rest.delete(id);
  return rest;
}

/** The active subscribers of channels, and their numbers, which are kept for more channels. */
interface Subscribers {
  ofChannel: RowCache<number, ReadonlySet<number>>;
  counts: RowCache<number, number>;
}

export const subscriptionRepository = (db: Database) => {
  const subscribers = db.column<number>(
    'SELECT user_id FROM subscription JOIN user ON user.id = user_id WHERE channel_id = ? AND active = 1 AND user.is_active = 1 ORDER BY user_id',
  );
  const ofChannel = db.cached(
    ['subscription', 'user'],
    (channel: number): ReadonlySet<number> => new Set(subscribers(channel)),
    5000,
  );
  const counts = db.cached(
    ['subscription', 'user'],
    (channel: number) => ofChannel.get(channel)!.size,
    CHANNELS_IN_MEMORY,
  );
  return {
    ...subscriberStatements(db, { ofChannel, counts }),
    ...accountStatements(db, { ofChannel, counts }),
    ...propertyStatements(db),
    ...membershipStatements(db),
  };
};

/** Statements on who is subscribed to a channel. */
const subscriberStatements = (db: Database, { ofChannel, counts }: Subscribers) => {
  const add = db.run<[channel: number, people: string]>(
    `INSERT INTO subscription (user_id, channel_id, active, color) SELECT value ->> 0, ?, 1, value ->> 1 FROM json_each(?) WHERE true
     ON CONFLICT (user_id, channel_id) DO UPDATE SET active = 1, color = excluded.color`,
  );
  const end = db.run<[channel: number, users: string]>(
    'UPDATE subscription SET active = 0 WHERE channel_id = ? AND user_id IN (SELECT value FROM json_each(?))',
  );

  return {
    /** The active subscribers of a channel. */
    listSubscribers: (channel: number): ReadonlySet<number> => ofChannel.get(channel)!,
    subscriberCount: (channel: number): number => counts.get(channel)!,
    /** Subscribes active users to a channel, each with a color for it. */
    add(channel: number, people: readonly (readonly [user: number, color: string])[]): void {
      add(channel, JSON.stringify(people));
      ofChannel.amend(channel, (ids) => sortIds([...ids, ...people.map(([id]) => id)]));
      counts.forget(channel);
    },
    end(channel: number, users: readonly number[]): void {
      end(channel, JSON.stringify(users));
      ofChannel.amend(channel, (ids) => removeIds(ids, users));
      counts.forget(channel);
    },
  };
};

/** What follows for the subscribers of channels when an account is deactivated or reactivated. */
const accountStatements = (db: Database, { ofChannel, counts }: Subscribers) => {
  const listChannels = db.column<number>('SELECT channel_id FROM subscription WHERE user_id = ? AND active = 1');
  return {
    /** After a deactivation or reactivation: the user no longer counts in any channel, or counts again. */
    leftAll(user: number): void {
      for (const channel of listChannels(user)) {
        ofChannel.amend(channel, (ids) => removeIds(ids, [user]));
        counts.forget(channel);
      }
    },
    backInAll(user: number): void {
      for (const channel of listChannels(user)) {
        ofChannel.amend(channel, (ids) => sortIds([...ids, user]));
        counts.forget(channel);
      }
    },
  };
};

/** Statements on users' settings for channels. */
const propertyStatements = (db: Database) => {
  const muted = db.column<number>('SELECT channel_id FROM subscription WHERE user_id = ? AND is_muted = 1');
  const mutedBy = db.cached(['subscription'], (user: number): ReadonlySet<number> => new Set(muted(user)));
  const copySettings = db.run<[into: number, from: number, users: string]>(
    `INSERT INTO subscription (user_id, channel_id, active, color, is_muted, pin_to_top, desktop_notifications,
       audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
     SELECT user_id, ?, 0, color, is_muted, pin_to_top, desktop_notifications,
       audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify
     FROM subscription WHERE channel_id = ? AND user_id IN (SELECT value FROM json_each(?))
     ON CONFLICT DO NOTHING`,
  );

  return {
    of: db.get<Subscription, [user: number, channel: number]>(
      'SELECT * FROM subscription WHERE user_id = ? AND channel_id = ?',
      subscription,
    ),
    /** All of one user's, including former ones, by channel. */
    ofUser: db.all<Subscription, [user: number]>(
      'SELECT * FROM subscription WHERE user_id = ? ORDER BY channel_id',
      subscription,
    ),
    /** The channels a user muted, including former ones: read at every send. */
    mutedBy: (user: number): ReadonlySet<number> => mutedBy.get(user)!,
    /** The colors of the channels these users are subscribed to; ids as a JSON list. */
    getColors: db.all<{ user_id: number; color: string }, [users: string]>(
      'SELECT user_id, color FROM subscription WHERE active = 1 AND user_id IN (SELECT value FROM json_each(?))',
    ),
    /** The current and former colors of a channel for these users; ids as a JSON list. */
    colorsIn: db.all<{ user_id: number; color: string }, [channel: number, users: string]>(
      'SELECT user_id, color FROM subscription WHERE channel_id = ? AND user_id IN (SELECT value FROM json_each(?))',
    ),
    /** Gives users who were never subscribed to a channel their settings of another one, for when they are. */
    copySettings(from: number, into: number, users: readonly number[]): void {
      copySettings(into, from, JSON.stringify(users));
      for (const user of users) mutedBy.forget(user);
    },
    set(user: number, channel: number, property: SubscriptionProperty, value: boolean | string): void {
      db.prepareStatement(`UPDATE subscription SET ${property} = ? WHERE user_id = ? AND channel_id = ?`).run(
        typeof value === 'boolean' ? Number(value) : value,
        user,
        channel,
      );
      if (property === 'is_muted') mutedBy.forget(user);
    },
  };
};
