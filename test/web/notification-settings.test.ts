import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeFor } from '../../src/web/notifications/rules.ts';
import type { UserSettings } from '../../src/web/server/types.ts';
import type { Channel } from '../../src/web/store/channels.ts';
import type { Message } from '../../src/web/store/narrow.ts';

const ME = 1;
const MAX = 2;
const KITCHEN = 7;

const USUAL = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};

interface Case {
  settings?: Partial<typeof USUAL>;
  channel?: object | null;
  policy?: number;
  muted?: boolean;
  message?: object;
  flags?: string[];
}

function makeNotification({ settings, channel = {}, policy, muted, message, flags = [] }: Case): string {
  const kitchen = { stream_id: KITCHEN, subscribed: true, is_muted: false, own: {}, ...channel } as unknown as Channel;
  const { desktop, sound } = noticeFor(
    {
      id: 9,
      sender_id: MAX,
      type: 'stream',
      stream_id: KITCHEN,
      subject: 'Lunch',
      flags,
      ...message,
    } as unknown as Message,
    {
      me: { id: ME },
      settings: { ...USUAL, ...settings } as unknown as UserSettings,
      channels: new Map(channel === null ? [] : [[KITCHEN, kitchen]]),
      topicPolicies: new Map(policy === undefined ? [] : [[`${KITCHEN}/lunch`, policy]]),
      mutedUsers: new Set(muted ? [MAX] : []),
    },
  );
  return [desktop && 'desktop', sound && 'sound'].filter(Boolean).join(' and ') || 'nothing';
}

const direct = { type: 'private', stream_id: undefined };
const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

for (const [what, given, wanted] of [
  ['a direct message', { message: direct }, 'desktop and sound'],
  ['a message of the user’s own', { message: { ...direct, sender_id: ME } }, 'nothing'],
  ['a direct message that was read elsewhere', { message: direct, flags: ['read'] }, 'nothing'],
  ['a direct message of a muted user', { message: direct, muted: true }, 'nothing'],
  ['a direct message, with sounds off', { message: direct, settings: { enable_sounds: false } }, 'desktop'],
  [
    'a direct message, with desktop notifications off',
    { message: direct, settings: { enable_desktop_notifications: false } },
    'sound',
  ],
  ['a channel message', {}, 'nothing'],
  [
    'a channel message, with notifications on for all channels',
    { settings: { enable_stream_desktop_notifications: true } },
    'desktop',
  ],
  [
    'a channel message, with notifications on for this channel',
    { channel: { own: { desktop_notifications: true, audible_notifications: true } } },
    'desktop and sound',
  ],
  [
    'a channel message, with notifications off for this channel only',
    { settings: { enable_stream_desktop_notifications: true }, channel: { own: { desktop_notifications: false } } },
    'nothing',
  ],
  [
    'a message in a muted channel with notifications on',
    { channel: { is_muted: true, own: { desktop_notifications: true } } },
    'nothing',
  ],
  [
    'a message in an unmuted topic of a muted channel',
    { policy: UNMUTED, channel: { is_muted: true, own: { desktop_notifications: true } } },
    'desktop',
  ],
  [
    'a message in a muted topic of a channel with notifications on',
    { policy: MUTED, channel: { own: { desktop_notifications: true } } },
    'nothing',
  ],
  ['a message in a followed topic', { policy: FOLLOWED }, 'desktop'],
  [
    'a message in a followed topic, with sounds on for them',
    { policy: FOLLOWED, settings: { enable_followed_topic_audible_notifications: true } },
    'desktop and sound',
  ],
  ['a mention by name', { flags: ['mentioned'] }, 'desktop and sound'],
  ['a mention by name in a muted topic', { flags: ['mentioned'], policy: MUTED }, 'desktop and sound'],
  [
    'a mention by name in a channel without a subscription',
    { flags: ['mentioned'], channel: null },
    'desktop and sound',
  ],
  ['@all', { flags: ['stream_wildcard_mentioned'] }, 'desktop and sound'],
  [
    '@all, turned off for all channels',
    { flags: ['stream_wildcard_mentioned'], settings: { wildcard_mentions_notify: false } },
    'nothing',
  ],
  [
    '@all, turned off for this channel',
    { flags: ['stream_wildcard_mentioned'], channel: { own: { wildcard_mentions_notify: false } } },
    'nothing',
  ],
  ['@all in a muted topic', { flags: ['stream_wildcard_mentioned'], policy: MUTED }, 'nothing'],
  [
    '@topic in a followed topic of a muted channel',
    {
      flags: ['topic_wildcard_mentioned'],
      policy: FOLLOWED,
      channel: { is_muted: true },
      settings: { wildcard_mentions_notify: false },
    },
    'desktop and sound',
  ],
  ['an alert word', { flags: ['has_alert_word'] }, 'desktop and sound'],
  ['an alert word in a muted topic', { flags: ['has_alert_word'], policy: MUTED }, 'nothing'],
  [
    'a message in a channel that the user left',
    { channel: { subscribed: false, own: { desktop_notifications: true } } },
    'nothing',
  ],
] as [string, Case, string][])
  test(`${what}: ${wanted}`, () => assert.equal(makeNotification(given), wanted));
