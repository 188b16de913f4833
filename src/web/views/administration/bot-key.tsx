import { useSignal } from '@preact/signals';
import { CopyButton, CopyField } from '../../design/copy.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Download, Eye, EyeOff } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { ReplaceKey } from '../settings/replace-key.tsx';
import { makeZuliprc, save as saveFile } from '../settings/zuliprc.ts';
import { BOT } from './bot-types.ts';
import { WebhookAddress } from './webhook-address.tsx';

/**
 * A bot's API key: hidden until requested, with actions to copy, replace and download it. An incoming webhook is used
 * by its URL, which comes first.
 */
export function BotKey({ id }: { id: number }) {
  const shown = useSignal(false);
  const bot = store.bots.value.get(id);
  if (!bot) return null;
  return (
    <Dialog title={t('Key of {name}', { name: bot.full_name })} close={t('Close')}>
      <div class="form">
        {bot.bot_type === BOT.incoming && bot.is_active && <WebhookAddress bot={bot} />}
        <p class="settings-note">{t('Anyone with this key can act as the bot. Keep it secret.')}</p>
        <CopyField label={t('E-mail address')} text={bot.email} />
        <div class="copy-field">
          <input
            readOnly
            aria-label={t('Key')}
            type={(shown.value ? 'text' : 'password') as 'text'}
            autocomplete="off"
            value={bot.api_key}
            dir="ltr"
          />
          <Button
            kind="quiet"
            icon={shown.value ? EyeOff : Eye}
            label={shown.value ? t('Hide key') : t('Show key')}
            onClick={() => (shown.value = !shown.value)}
          />
          <CopyButton text={bot.api_key} label={t('Copy key')}>
            {t('Copy')}
          </CopyButton>
        </div>
        <footer class="form-buttons">
          <ReplaceKey
            act={() => request('POST /bots/{bot_id}/api_key/regenerate', { bot_id: id })}
            done={t('This bot has a new key. The old key no longer works.')}
          />
          <CopyButton text={makeZuliprc(bot.email, bot.api_key)} label={t('Copy settings file')}>
            {t('Copy zuliprc')}
          </CopyButton>
          <Button icon={Download} onClick={() => saveFile('zuliprc', makeZuliprc(bot.email, bot.api_key))}>
            {t('Download zuliprc')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
