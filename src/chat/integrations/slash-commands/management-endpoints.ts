import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireManageableBot } from '../bots/rules.ts';
import { addCommand, changeCommand, removeCommand } from './management-actions.ts';
import { requireManageableCommand } from './rules.ts';

const command_id = Type.Integer();

export const addSlashCommand = endpoint({
  method: 'POST',
  path: '/slash_commands',
  summary: 'Add a slash command to an outgoing webhook bot',
  auth: 'human-member',
  params: {
    bot_id: Type.Integer(),
    /** 1 to 32 of the characters a to z, 0 to 9, `_` and `-`. */
    name: Type.String(),
    /** What people write after the name, such as `[city]`. */
    usage: Maybe(Type.String()),
    description: Maybe(Type.String()),
  },
  returns: { id: Type.Integer() },
  audit:
    ({ app, params: { bot_id: user_id } }) =>
    ({ id }: { id: number }) => ({
      kind: 'bot_update',
      user_id,
      details: `new slash command ${app.slashCommands.byId(id)!.name}`,
    }),
  handle: ({ app, user, params: { bot_id, ...draft } }) => ({
    id: addCommand(app, requireManageableBot(app, user, bot_id), draft).id,
  }),
});

export const changeSlashCommand = endpoint({
  method: 'PATCH',
  path: '/slash_commands/{command_id}',
  summary: 'Change a slash command',
  auth: 'human-member',
  params: {
    command_id,
    name: Maybe(Type.String()),
    usage: Maybe(Type.String()),
    description: Maybe(Type.String()),
  },
  audit: ({ app, params }) => ({
    kind: 'bot_update',
    user_id: app.slashCommands.byId(params.command_id)?.bot_id,
    details: `slash command ${app.slashCommands.byId(params.command_id)?.name}`,
  }),
  handle: ({ app, user, params: { command_id: id, ...changes } }) =>
    changeCommand(app, requireManageableCommand(app, user, id), changes),
});

export const removeSlashCommand = endpoint({
  method: 'DELETE',
  path: '/slash_commands/{command_id}',
  summary: 'Remove a slash command',
  auth: 'human-member',
  params: { command_id },
  audit: ({ app, params }) => ({
    kind: 'bot_update',
    user_id: app.slashCommands.byId(params.command_id)?.bot_id,
    details: `removed slash command ${app.slashCommands.byId(params.command_id)?.name}`,
  }),
  handle: ({ app, user, params }) => removeCommand(app, requireManageableCommand(app, user, params.command_id)),
});
