import { Type } from 'typebox';
import type { App } from '../app.ts';
import {
  addCommand,
  type CommandDraft,
  removeCommand,
} from '../chat/integrations/slash-commands/management-actions.ts';
import { notFound } from '../kernel/errors.ts';
import { requireBot } from './accounts.ts';
import { operation } from './operation.ts';

export const slashCommandOperations = {
  'slash-command-add': operation({
    result: Type.Object({ name: Type.String(), user_id: Type.Integer() }),
    audit: ({ name, user_id }) => ({ kind: 'bot_update', user_id, details: `new slash command ${name}` }),
    run(app: App, { bot, ...draft }: CommandDraft & { bot: string }) {
      const { name, bot_id: user_id } = addCommand(app, requireBot(app, bot), draft);
      return { name, user_id };
    },
  }),
  'slash-command-list': operation({
    result: Type.Array(
      Type.Object({ name: Type.String(), usage: Type.String(), description: Type.String(), bot: Type.String() }),
    ),
    audit: 'reads',
    run: (app) =>
      app.slashCommands.all().map(({ name, usage, description, bot_id }) => ({
        name,
        usage,
        description,
        bot: app.users.byId(bot_id)!.email,
      })),
  }),
  'slash-command-remove': operation({
    result: Type.Object({ name: Type.String(), user_id: Type.Integer() }),
    audit: ({ name, user_id }) => ({ kind: 'bot_update', user_id, details: `removed slash command ${name}` }),
    run(app: App, { name: input }: { name: string }) {
      const command = app.slashCommands.byName(input.replace(/^\//, ''));
      if (!command) throw notFound(`No such command: ${input}`);
      removeCommand(app, command);
      return { name: command.name, user_id: command.bot_id };
    },
  }),
};
