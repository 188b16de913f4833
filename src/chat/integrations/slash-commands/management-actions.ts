import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { requireShortText } from '../webhook-addresses/rules.ts';
import { slashCommandsChanged } from './events.ts';
import { requireCommandName } from './rules.ts';
import type { SlashCommand } from './types.ts';

/** The texts of a command as somebody enters them. */
export interface CommandDraft {
  name: string;
  usage?: string | undefined;
  description?: string | undefined;
}

/** Adds a command to an outgoing-webhook bot. */
export function addCommand(app: App, bot: User, draft: CommandDraft): SlashCommand {
  if (!app.bots.byId(bot.id).service) throw badRequest('Only outgoing webhook bots can have slash commands.');
  const name = requireCommandName(app, draft.name);
  requireRoom(app, 'slash_command', ONE_ROW, bot.bot_owner_id ?? bot.id);
  return app.db.write(() => {
    app.slashCommands.add({ bot_id: bot.id, name, ...requireTexts(draft) });
    publishCommands(app);
    return app.slashCommands.byName(name)!;
  });
}

/** Changes a command; what is not given stays. */
export function changeCommand(app: App, command: SlashCommand, changes: Partial<CommandDraft>): void {
  const { usage = command.usage, description = command.description } = changes;
  const name = changes.name === undefined ? command.name : requireCommandName(app, changes.name, command.id);
  app.db.write(() => {
    app.slashCommands.change({ ...command, name, ...requireTexts({ usage, description }) });
    publishCommands(app);
  });
}

/** Removes a command. Its webhook can answer it no more. */
export function removeCommand(app: App, { id }: SlashCommand): void {
  app.db.write(() => {
    app.slashCommands.remove(id);
    publishCommands(app);
  });
}

const publishCommands = (app: App): void =>
  app.events.publish(slashCommandsChanged({ slash_commands: app.slashCommands.all() }), app.users.activeIds());

/** The texts, each on one line. Throws for long ones. */
function requireTexts({ usage = '', description = '' }: Omit<CommandDraft, 'name'>) {
  const requireLine = (name: string, text: string, most: number): string =>
    requireShortText(name, text.replaceAll(/\s+/g, ' '), most) ?? '';
  return {
    usage: requireLine('usage', usage, LIMITS.slash_command_usage_length),
    description: requireLine('description', description, LIMITS.slash_command_description_length),
  };
}
