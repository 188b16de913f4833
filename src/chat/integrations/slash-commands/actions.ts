import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { BuiltInCommand } from '../../../shared/slash-commands.ts';
import type { User } from '../../people/users/types.ts';
import { changeSettings } from '../../personal/settings/actions.ts';

const DARK = 2;
const LIGHT = 3;

/** Commands that change the user's display settings, with their replies. */
const LOOKS: Partial<
  Record<
    `/${BuiltInCommand}`,
    { settings: { color_scheme: 2 | 3 } | { fluid_layout_width: boolean }; done: string; unchanged: string }
  >
> = {
  '/dark': {
    settings: { color_scheme: DARK },
    done: 'The theme is dark now; /light takes it back.',
    unchanged: 'The theme is dark already.',
  },
  '/light': {
    settings: { color_scheme: LIGHT },
    done: 'The theme is light now; /dark takes it back.',
    unchanged: 'The theme is light already.',
  },
  '/fluid-width': {
    settings: { fluid_layout_width: true },
    done: 'The width is fluid now; /fixed-width takes it back.',
    unchanged: 'The width is fluid already.',
  },
  '/fixed-width': {
    settings: { fluid_layout_width: false },
    done: 'The width is fixed now; /fluid-width takes it back.',
    unchanged: 'The width is fixed already.',
  },
};
const ALIASES: Partial<Record<`/${BuiltInCommand}`, string>> = { '/night': '/dark', '/day': '/light' };

/** Runs a slash command. Returns the text to show. */
export function runSlashCommand(app: App, user: User, input: string): string {
  const command = input.trim();
  if (!command.startsWith('/')) throw badRequest('There should be a leading slash in the zcommand.');
  if (command === '/ping') return '';
  const name = Object.hasOwn(ALIASES, command) ? ALIASES[command as '/night']! : command;
  if (!Object.hasOwn(LOOKS, name)) throw badRequest(`No such command: ${command.slice(1, 50)}`);
  const { settings, done, unchanged } = LOOKS[name as '/dark']!;
  const isSo = Object.entries(settings).every(([setting, value]) => user.settings[setting as 'color_scheme'] === value);
  if (isSo) return unchanged;
  changeSettings(app, user, settings);
  return done;
}
