import { toast } from '../../design/layers.tsx';
import { errorText, translateError } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { openStatus } from '../people/status.tsx';

/** Runs a slash command instead of sending it. */
export async function runSlashCommand(command: string): Promise<void> {
  if (command === '/status') return openStatus();
  try {
    const { msg } = await request('POST /zcommand', { command });
    toast(msg ? await translateError(msg) : t('The server is responding.'));
  } catch (error) {
    toast(errorText(error), true);
  }
}
