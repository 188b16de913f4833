import type { CommandOptions } from './configuration.ts';
import { EXIT, Failure } from './failure.ts';
import { printJson, printTable, say } from './output.ts';
import { runCommandAnywhere } from './run-command.ts';

interface Wanted extends CommandOptions {
  name?: string;
  type: 'generic' | 'incoming' | 'outgoing';
  url?: string;
  as?: string;
}

export async function create(short_name: string, given: Wanted): Promise<void> {
  if ((given.type === 'outgoing') !== (given.url !== undefined))
    throw new Failure(EXIT.usage, 'Use --url with --type outgoing, and only with it');
  const full_name = given.name ?? short_name;
  const made = await runCommandAnywhere(given, 'bot-create', {
    short_name,
    full_name,
    type: given.type,
    url: given.url ?? '',
    as: given.as,
  });
  if (given.json) return printJson(made);
  say(`Created ${made.full_name} <${made.email}>. API key:`);
  console.log(made.api_key);
}

export async function list(given: CommandOptions): Promise<void> {
  const { bots } = await runCommandAnywhere(given, 'bot-list', {});
  if (given.json) return printJson(bots);
  printTable(
    ['id', 'type', 'active', 'email', 'name', 'owner'],
    bots.map(({ user_id, type, is_active, email, full_name, owner }) => [
      user_id,
      type,
      is_active ? 'yes' : 'no',
      email,
      full_name,
      owner,
    ]),
  );
}

export async function token(who: string, given: CommandOptions & { new?: boolean }): Promise<void> {
  const { email, api_key } = await runCommandAnywhere(given, 'bot-token', { who, renew: given.new ?? false });
  if (given.json) printJson({ email, api_key });
  else console.log(api_key);
}

export async function webhookUrl(
  service: string,
  given: CommandOptions & { bot: string; channel?: string; topic?: string },
): Promise<void> {
  const { bot, channel, topic } = given;
  const made = await runCommandAnywhere(given, 'webhook-url', {
    service,
    bot,
    ...(channel && { channel }),
    ...(topic && { topic }),
  });
  if (given.json) return printJson(made);
  say(`Enter this URL in ${service}. Anyone with the URL can send messages as the bot:`);
  console.log(made.url);
}
