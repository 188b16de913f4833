import type { CommandOptions } from './configuration.ts';
import { printJson, printLine, printTable, say } from './output.ts';
import { counted } from './progress.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function list(given: CommandOptions & { archived?: boolean }): Promise<void> {
  const { channels } = await runCommandAnywhere(given, 'channel-list', { archived: given.archived ?? false });
  if (given.json) return printJson(channels);
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

export async function create(name: string, given: Wanted): Promise<void> {
  const {
    description,
    privacy,
    default: is_default = false,
    subscribe: subscribers = [],
    announce = false,
    as,
  } = given;
  const made = await runCommandAnywhere(given, 'channel-create', {
    name,
    description,
    privacy,
    is_default,
    subscribers,
    announce,
    as,
  });
  if (given.json) return printJson(made);
  say(`Created channel ${made.name} with ${counted(made.subscribers, 'subscriber')}. ID:`);
  console.log(made.channel_id);
}

export async function archive(channel: string, given: CommandOptions & { as?: string }): Promise<void> {
  const archived = await runCommandAnywhere(given, 'channel-archive', { channel, as: given.as });
  printLine(
    given,
    archived,
    `Archived channel ${archived.name}. It can still be read, but nobody can send messages to it.`,
  );
}

/** Restores an archived channel with its subscribers. */
export async function restore(channel: string, given: CommandOptions & { as?: string }): Promise<void> {
  const restored = await runCommandAnywhere(given, 'channel-restore', { channel, as: given.as });
  printLine(given, restored, `Restored channel ${restored.name} with its subscribers.`);
}

export async function listGroups(given: CommandOptions): Promise<void> {
  const { groups } = await runCommandAnywhere(given, 'group-list', {});
  if (given.json) return printJson(groups);
  printTable(
    ['id', 'name', 'people', 'description'],
    groups.map(({ group_id, name, members, description }) => [group_id, name, members, description]),
  );
}

export async function createGroup(
  name: string,
  given: CommandOptions & { description: string; member?: string[]; as?: string },
): Promise<void> {
  const made = await runCommandAnywhere(given, 'group-create', {
    name,
    description: given.description,
    members: given.member ?? [],
    as: given.as,
  });
  if (given.json) return printJson(made);
  say(`Created group ${made.name} with ${counted(made.members, 'member')}. ID:`);
  console.log(made.group_id);
}
