import { toast } from '../../design/layers.tsx';
import { errorText, translateError } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { usableCommands } from '../../permissions/slash-commands.ts';
import { request } from '../../server/request.ts';
import type { SlashCommand } from '../../server/types.ts';
import type { Conversation } from '../../store/conversation.ts';
import { addCommandNotice, failCommandNotice, removeCommandNotice } from '../../store/local/command-notices.ts';

/** Commands of the client and the server, which change something of the user's own. */
const OWN = /^\/(?:status|dark|night|light|day|fluid-width|fixed-width|ping)$/;

/** What to do instead of sending a text, if it is a command. Any other text with a slash is a message. */
export function findSlashCommand(text: string, to: Conversation): (() => Promise<void>) | undefined {
  if (OWN.test(text)) return () => runOwn(text);
  const [, name] = /^\/([\w-]{1,32})(?:\s|$)/.exec(text) ?? [];
  const command = usableCommands().find((one) => one.name === name?.toLowerCase());
  return command && (() => runOfBot(command, text, to));
}

async function runOwn(command: string): Promise<void> {
  try {
    if (command === '/status') return (await import('../people/status.tsx')).openStatus();
    const { msg } = await request('POST /zcommand', { command });
    toast(msg ? await translateError(msg) : t('The server is responding.'));
  } catch (error) {
    toast(errorText(error), true);
  }
}

/** Answers arrive as events and messages. */
async function runOfBot({ bot_id }: SlashCommand, command: string, to: Conversation): Promise<void> {
  const notice = addCommandNotice({ conversation: to, bot_id, command });
  const place = to.kind === 'topic' ? { stream_id: to.channel, topic: to.topic } : { user_ids: [...to.people] };
  try {
    const { error } = await request('POST /slash_commands/run', { command, ...place });
    if (error === null) removeCommandNotice(notice);
    else failCommandNotice(notice, await translateError(error));
  } catch (error) {
    failCommandNotice(notice, errorText(error));
  }
}
