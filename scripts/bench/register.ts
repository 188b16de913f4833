/** The cost of opening a client: the whole state that a busy member gets from /register. */
import { Connection, post, succeeded } from './client.ts';
import { atMost, type Bench, median, type Options, percentile, type Result } from './measure.ts';
import { seedChannels, seedMessages } from './seed.ts';
import { startKlatch } from './server.ts';
import { newTeam } from './team.ts';

const CHANNELS = 200;
const PEOPLE = 1000;
const UNREAD = 50_000;
/** The capabilities of current clients. They keep the reply as small as theirs. */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

export const bench: Bench = {
  name: 'register',
  summary: 'one /register with 200 channels, 1,000 people and 50,000 unread messages; among 100 and 10,000 people',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const few = await costAmong(100, quick);
  const many = await costAmong(quick ? 2000 : 10_000, quick);
  const { folder, people } = await newTeam(PEOPLE);
  const [reader, ...others] = people as [(typeof people)[0], ...typeof people];
  const names = Array.from({ length: CHANNELS }, (_, i) => `channel ${i}`);
  const channels = seedChannels(folder, names, people);
  seedMessages(folder, { channels, topicsPerChannel: 10, senders: others.slice(0, 100), count: UNREAD });
  const server = await startKlatch(folder);
  const connection = await Connection.open(server.port);
  const form = { apply_markdown: 'true', client_gravatar: 'true', client_capabilities: JSON.stringify(CAPABILITIES) };
  const text = post(reader.auth, '/register', form);
  const times: number[] = [];
  const cpu = server.cpu();
  let body = '';
  for (let round = 0; round < (quick ? 5 : 30); round++) {
    const begun = performance.now();
    const reply = await connection.request(text);
    times.push(performance.now() - begun);
    body = reply.body;
    const { unread_msgs, subscriptions } = succeeded(reply);
    if (unread_msgs.count !== UNREAD || subscriptions.length !== CHANNELS) {
      throw new Error(`${unread_msgs.count} unread messages in ${subscriptions.length} channels`);
    }
  }
  const used = (server.cpu() - cpu) / times.length;
  connection.close();
  await server.stop();
  return {
    figures: {
      'ms, the first': times[0]!,
      'ms, p95': percentile(times, 0.95),
      'CPU ms, mean': used,
      'CPU ms among 100 people': few,
      'CPU ms among 10,000 people': many,
      'answer, KB': Buffer.byteLength(body) / 1000,
    },
    checks: [atMost('ms, median', median(times), 35), atMost('CPU among 10,000 people / among 100', many / few, 2)],
  };
}

/** CPU of one registration, in ms, as the members of an organization of this size come, one after another. */
async function costAmong(size: number, quick: boolean): Promise<number> {
  const { folder, people } = await newTeam(size);
  seedChannels(folder, ['hall', 'news', 'kitchen'], people);
  const server = await startKlatch(folder);
  const connection = await Connection.open(server.port);
  const form = { apply_markdown: 'true', client_gravatar: 'false', client_capabilities: JSON.stringify(CAPABILITIES) };
  const texts = people.slice(0, 100).map(({ auth }) => post(auth, '/register', form));
  const packed = texts.map((text) => text.replace('Host:', 'Accept-Encoding: gzip\r\nHost:'));
  for (const text of packed) succeeded(await connection.request(text));
  const rounds = quick ? 1 : 5;
  const cpu = server.cpu();
  for (let round = 0; round < rounds; round++) for (const text of packed) await connection.request(text);
  const used = server.cpu() - cpu;
  connection.close();
  await server.stop();
  return used / rounds / packed.length;
}
