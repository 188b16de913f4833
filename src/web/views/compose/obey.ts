import { ask } from '../../api.ts';
import { toast } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import { inOwnWords, reasonOf } from '../../refusals.ts';
import { openStatus } from '../people/status.tsx';

/** Does what was written with a slash, instead of sending it. */
export async function obey(command: string): Promise<void> {
  if (command === '/status') return openStatus();
  try {
    const { msg } = await ask('POST /zcommand', { command });
    toast(msg ? await inOwnWords(msg) : t('The server answers.'));
  } catch (error) {
    toast(reasonOf(error), true);
  }
}
