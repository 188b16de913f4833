import type { SlashCommand } from '../server/types.ts';
import { store } from '../store/store.ts';

/** The slash commands of the bots that are active. */
export const usableCommands = (): SlashCommand[] =>
  store.slashCommands.value.filter(({ bot_id }) => store.users.value.get(bot_id)?.is_active);
