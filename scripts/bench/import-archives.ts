/** Archives for the benchmark `import`, unpacked. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './server.ts';
import { sentence } from './text.ts';

const PEOPLE = 1000;
const CHANNELS = 100;
/** Every channel has this many subscribers, who each have a row of flags for each of its messages. */
const SUBSCRIBERS = 20;
const DAYS = 100;
const FIRST_DAY = Date.UTC(2024, 0, 1) / 1000;
const MESSAGES_IN_FILE = 1000;

const channelNumbers = Array.from({ length: CHANNELS }, (_, at) => at);
const people = Array.from({ length: PEOPLE }, (_, at) => at);
const listSubscribers = (channel: number): number[] =>
  Array.from({ length: SUBSCRIBERS }, (_, at) => (channel * 10 + at * 7) % PEOPLE);

/** Writes an archive like that of Zulip's `manage.py export`: 1,000 messages and their flags in each file. */
export function writeZulipArchive(messages: number): string {
  const folder = temporaryFolder();
  const reactions: object[] = [];
  for (let from = 0; from < messages; from += MESSAGES_IN_FILE) {
    const name = `messages-${String(from / MESSAGES_IN_FILE + 1).padStart(6, '0')}.json`;
    writeMessages(join(folder, name), from, Math.min(messages, from + MESSAGES_IN_FILE), reactions);
  }
  writeFileSync(
    join(folder, 'realm.json'),
    JSON.stringify({
      zerver_realm: [{ id: 1, string_id: 'bench', uuid: `bench-${messages}`, name: 'Bench' }],
      zerver_userprofile: people.map((at) => ({
        id: at + 1,
        delivery_email: `person${at}-${messages}@example.org`,
        full_name: `Person ${at}`,
        role: 400,
        is_active: true,
        is_bot: false,
        date_joined: FIRST_DAY,
      })),
      zerver_stream: channelNumbers.map((at) => ({ id: at + 1, name: `channel-${messages}-${at}`, description: '' })),
      zerver_recipient: channelNumbers.map((at) => ({ id: at + 1, type: 2, type_id: at + 1 })),
      zerver_subscription: channelNumbers.flatMap((at) =>
        listSubscribers(at).map((user) => ({ user_profile: user + 1, recipient: at + 1, active: true })),
      ),
      zerver_reaction: reactions,
    }),
  );
  return folder;
}

function writeMessages(path: string, from: number, to: number, reactions: object[]): void {
  const rows: string[] = [];
  const flags: string[] = [];
  for (let at = from; at < to; at++) {
    const channel = at % CHANNELS;
    const subscribers = listSubscribers(channel);
    const sender = subscribers[at % SUBSCRIBERS]!;
    const message = {
      id: at + 1,
      sender: sender + 1,
      recipient: channel + 1,
      subject: `topic ${Math.floor(at / 1000) % 50}`,
      content: `${sentence(at)} **bold** @**Person ${subscribers[0]}** :tada: [link](https://example.org/${at})`,
      rendered_content: `<p>${sentence(at)}</p>`,
      date_sent: FIRST_DAY + at * 8,
      last_edit_time: at % 40 === 0 ? FIRST_DAY + at * 8 + 60 : null,
    };
    rows.push(JSON.stringify(message));
    for (const user of subscribers)
      flags.push(
        `{"id":${at * SUBSCRIBERS + user},"user_profile":${user + 1},"message":${at + 1},"flags_mask":${(at + user) % 20 === 0 ? 0 : 1}}`,
      );
    if (at % 10 === 0)
      for (const user of subscribers.slice(0, 2))
        reactions.push({ message: at + 1, user_profile: user + 1, emoji_name: 'tada' });
  }
  const file = openSync(path, 'w');
  writeSync(file, `{"zerver_message":[${rows.join(',')}],"zerver_usermessage":[${flags.join(',')}]}`);
  closeSync(file);
}

/** Writes an archive like Slack's: a file for each channel and day. Every tenth message begins a thread. */
export function writeSlackArchive(messages: number): string {
  const folder = temporaryFolder();
  const users = people.map((at) => ({
    id: `U${at}`,
    team_id: `T${messages}`,
    name: `u${at}`,
    profile: { real_name: `Person U${at}`, email: `u${at}-${messages}@example.org` },
  }));
  const channels = channelNumbers.map((at) => ({
    id: `C${at}`,
    name: `slack-${messages}-${at}`,
    members: listSubscribers(at).map((user) => `U${user}`),
  }));
  writeFileSync(join(folder, 'users.json'), JSON.stringify(users));
  writeFileSync(join(folder, 'channels.json'), JSON.stringify(channels));
  const each = Math.ceil(messages / CHANNELS / DAYS);
  for (const { name, members } of channels) {
    mkdirSync(join(folder, name));
    for (let day = 0; day < DAYS; day++)
      writeFileSync(join(folder, name, `${day}.json`), JSON.stringify(slackMessages(day, each, members)));
  }
  return folder;
}

function slackMessages(day: number, count: number, members: readonly string[]): object[] {
  const start = FIRST_DAY + day * 86_400;
  return Array.from({ length: count }, (_, at) => {
    const ts = `${start + at * 10}.000100`;
    const root = `${start + (at - (at % 10)) * 10}.000100`;
    return {
      type: 'message',
      user: members[at % members.length],
      ts,
      text: `${sentence(day * count + at)} *bold* <@${members[0]}> :tada: <https://example.org/${at}|link>`,
      ...(at % 30 < 10 && { thread_ts: root, reply_count: 9 }),
      ...(at % 5 === 0 && { reactions: [{ name: '+1', users: members.slice(0, 3) }] }),
    };
  });
}
