import { printJson, printLine, printTable, say } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { openCommandSession } from '../connection/command-session.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

export async function list(options: CommandOptions & { archived?: boolean }): Promise<void> {
  const { channels } = await runCommandAnywhere(options, 'channel-list', { archived: options.archived ?? false });
  if (options.json) return printJson(channels);
  printTable(
    ['id', 'name', 'privacy', 'people', 'default', 'description'],
    channels.map((one) => [
      one.channel_id,
      one.name,
      one.is_archived ? 'archived' : one.privacy,
      one.subscribers,
      one.is_default ? 'yes' : 'no',
      one.description,
    ]),
  );
}

interface Wanted extends CommandOptions {
  description: string;
  privacy: 'public' | 'private' | 'web-public';
  default?: boolean;
  subscribe?: string[];
  announce?: boolean;
  as?: string;
}

export async function create(name: string, options: Wanted): Promise<void> {
  const {
    description,
    privacy,
    default: is_default = false,
    subscribe: subscribers = [],
    announce = false,
    as,
  } = options;
  const made = await runCommandAnywhere(options, 'channel-create', {
    name,
    description,
    privacy,
    is_default,
    subscribers,
    announce,
    as,
  });
  if (options.json) return printJson(made);
  say(`Created channel ${made.name} with ${counted(made.subscribers, 'subscriber')}. ID:`);
  console.log(made.channel_id);
}

export async function archive(channel: string, options: CommandOptions & { as?: string }): Promise<void> {
  const archived = await runCommandAnywhere(options, 'channel-archive', { channel, as: options.as });
  printLine(
    options,
    archived,
    `Archived channel ${archived.name}. It can still be read, but nobody can send messages to it.`,
  );
}

/** Moves topics and subscribers of a channel into another one, which can take minutes. */
export async function merge(channel: string, into: string, options: CommandOptions & { as?: string }): Promise<void> {
  const session = await openCommandSession(options);
  try {
    const merged = await session.run('channel-merge', { channel, into, as: options.as });
    const topics = counted(merged.moved_topics, 'topic');
    printLine(options, merged, `Moved ${topics} from ${merged.name} to ${merged.into}, and archived ${merged.name}.`);
  } finally {
    await session.close();
  }
}

/** Restores an archived channel with its subscribers. */
export async function restore(channel: string, options: CommandOptions & { as?: string }): Promise<void> {
  const restored = await runCommandAnywhere(options, 'channel-restore', { channel, as: options.as });
  printLine(options, restored, `Restored channel ${restored.name} with its subscribers.`);
}

export async function listGroups(options: CommandOptions): Promise<void> {
  const { groups } = await runCommandAnywhere(options, 'group-list', {});
  if (options.json) return printJson(groups);
  printTable(
    ['id', 'name', 'people', 'description'],
    groups.map(({ group_id, name, members, description }) => [group_id, name, members, description]),
  );
}

export async function createGroup(
  name: string,
  options: CommandOptions & { description: string; member?: string[]; as?: string },
): Promise<void> {
  const made = await runCommandAnywhere(options, 'group-create', {
    name,
    description: options.description,
    members: options.member ?? [],
    as: options.as,
  });
  if (options.json) return printJson(made);
  say(`Created group ${made.name} with ${counted(made.members, 'member')}. ID:`);
  console.log(made.group_id);
}
