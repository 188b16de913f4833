import { toast } from '../../design/layers.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { insertWord } from './text-field.ts';

/** Inserts a link to a new call of the organization's provider into the message. */
export async function insertCall(field: HTMLTextAreaElement): Promise<void> {
  try {
    const { url } = await request('POST /calls/create');
    insertWord(field, `[${t('Join video call')}](${url})`);
  } catch (error) {
    toast(errorText(error), true);
  }
}
