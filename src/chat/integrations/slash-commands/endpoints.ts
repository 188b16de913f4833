import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { runSlashCommand } from './actions.ts';

export const command = endpoint({
  method: 'POST',
  path: '/zcommand',
  summary: 'Run a slash command: /ping, /dark, /light, /fluid-width, /fixed-width',
  params: { command: Type.String() },
  returns: { msg: Type.String() },
  handle: ({ app, user, params }) => ({ msg: runSlashCommand(app, user, params.command) }),
});
