import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { CommandPlace, SlashCommand } from './types.ts';

const slash_commands = Type.Array(SlashCommand);

export const slashCommands = state('slash_commands', { slash_commands }, ({ app, user }) => ({
  slash_commands: user ? app.slashCommands.all() : [],
}));

/** All commands; published with every change. */
export const slashCommandsChanged = event('slash_commands', undefined, { slash_commands });

/** An answer to a command that only the person who ran it receives. */
export const commandAnswered = event('slash_command', 'answer', {
  bot_id: Type.Integer(),
  /** The name of the command, without the slash. */
  name: Type.String(),
  place: CommandPlace,
  /** HTML. */
  rendered_content: Type.String(),
  /** The bot wanted to answer everybody, and may not post there. */
  could_not_post: Type.Boolean(),
});
