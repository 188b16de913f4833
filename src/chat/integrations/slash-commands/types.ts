import { type Static, Type } from 'typebox';

/** A command of an outgoing-webhook bot. People run it by beginning a message with a slash and its name. */
export const SlashCommand = Type.Object({
  id: Type.Integer(),
  bot_id: Type.Integer(),
  /** Without the slash. */
  name: Type.String(),
  /** What people write after the name, such as `[city]`; '': nothing. */
  usage: Type.String(),
  description: Type.String(),
});
export type SlashCommand = Static<typeof SlashCommand>;

/** A topic of a channel, or the people of a direct message conversation, with the one who runs the command. */
export const CommandPlace = Type.Union([
  Type.Object({ stream_id: Type.Integer(), topic: Type.String() }),
  Type.Object({ user_ids: Type.Array(Type.Integer()) }),
]);
export type CommandPlace = Static<typeof CommandPlace>;

/** A use of a command, which its webhook may answer for half an hour. */
export interface CommandRun {
  command_id: number;
  user_id: number;
  place: CommandPlace;
}

/** What a webhook answers to a command. */
export interface CommandAnswer {
  /** It becomes a message. Otherwise only the person who ran the command sees it. */
  isPublic: boolean;
  /** Markdown that mentions nobody; '': there is nothing to show. */
  content: string;
}
