import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, printTable, say } from '../../kernel/terminal/output.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

interface Wanted extends CommandOptions {
  name?: string;
  type: 'generic' | 'incoming' | 'outgoing';
  url?: string;
  as?: string;
}

export async function create(short_name: string, options: Wanted): Promise<void> {
  if ((options.type === 'outgoing') !== (options.url !== undefined))
    throw new Failure(EXIT.usage, 'Use --url with --type outgoing, and only with it');
  const full_name = options.name ?? short_name;
  const made = await runCommandAnywhere(options, 'bot-create', {
    short_name,
    full_name,
    type: options.type,
    url: options.url ?? '',
    as: options.as,
  });
  if (options.json) return printJson(made);
  say(`Created ${made.full_name} <${made.email}>. API key:`);
  console.log(made.api_key);
}

export async function list(options: CommandOptions): Promise<void> {
  const { bots } = await runCommandAnywhere(options, 'bot-list', {});
  if (options.json) return printJson(bots);
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

export async function token(who: string, options: CommandOptions & { new?: boolean }): Promise<void> {
  const { email, api_key } = await runCommandAnywhere(options, 'bot-token', { who, renew: options.new ?? false });
  if (options.json) printJson({ email, api_key });
  else console.log(api_key);
}

export async function webhookUrl(
  service: string,
  options: CommandOptions & { bot: string; channel?: string; topic?: string },
): Promise<void> {
  const { bot, channel, topic } = options;
  const made = await runCommandAnywhere(options, 'webhook-url', {
    service,
    bot,
    ...(channel && { channel }),
    ...(topic && { topic }),
  });
  if (options.json) return printJson(made);
  say(`Enter this URL in ${service}. Anyone with the URL can send messages as the bot:`);
  console.log(made.url);
}
