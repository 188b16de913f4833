import { useSignal } from '@preact/signals';
import { CopyButton, CopyField } from '../../design/copy.tsx';
import { SelectField, TextField } from '../../design/fields.tsx';
import { confirm } from '../../design/form-dialog.tsx';
import { Eye, EyeOff, Link, Pencil, RefreshCw } from '../../design/icons.ts';
import { Dialog, dialog, type MenuItem } from '../../design/layers.tsx';
import { Download, KeyRound, Shield, UserX } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { BotOfMine } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { ReplaceKey } from '../settings/replace-key.tsx';
import { save as saveFile, zuliprcOf } from '../settings/zuliprc.ts';
import { EditBot } from './bot-form.tsx';
import { BOT } from './bots.tsx';
import { ChangeRole } from './person-dialogs.tsx';
import { canDeactivate, canEditUser } from './person-menu.tsx';

/** The actions on a bot for its owner and administrators. */
export function botActions(bot: BotOfMine): MenuItem[] {
  const { user_id, full_name: name, is_active, bot_type } = bot;
  const person = store.users.peek().get(user_id);
  // The key is empty for administrators with a lower role than the bot.
  const hasKey = bot.api_key !== '';
  if (!is_active)
    return store.me.peek().is_admin ? [{ name: t('Reactivate'), icon: RefreshCw, act: () => reactivate(bot) }] : [];
  return [
    { name: t('Edit'), icon: Pencil, act: () => (dialog.value = <EditBot bot={bot} />) },
    ...(hasKey
      ? [{ name: t('Show API key'), icon: KeyRound, act: () => (dialog.value = <BotKey id={user_id} />) }]
      : []),
    ...(hasKey && bot_type === BOT.incoming
      ? [
          {
            name: t('Create webhook URL'),
            icon: Link,
            act: () => (dialog.value = <WebhookAddress bot={bot} />),
          },
        ]
      : []),
    ...(person && canEditUser(person) && canDeactivate(person)
      ? [{ name: t('Change role'), icon: Shield, act: () => (dialog.value = <ChangeRole person={person} />) }]
      : []),
    {
      name: t('Deactivate'),
      icon: UserX,
      danger: true,
      act: () =>
        confirm(
          {
            title: t('Deactivate {name}?', { name }),
            action: t('Deactivate'),
            danger: true,
            act: () => request('DELETE /bots/{bot_id}', { bot_id: user_id }),
          },
          <p>{t('Its API key stops working immediately. Its messages are kept.')}</p>,
        ),
    },
  ];
}

function reactivate({ user_id, full_name: name }: BotOfMine): void {
  confirm(
    {
      title: t('Reactivate {name}?', { name }),
      action: t('Reactivate'),
      act: () => request('POST /users/{user_id}/reactivate', { user_id }),
    },
    <p>{t('Its API key will work again.')}</p>,
  );
}

/** A bot's API key: hidden until requested, with actions to copy, replace and download it. */
export function BotKey({ id }: { id: number }) {
  const shown = useSignal(false);
  const bot = store.bots.value.get(id);
  if (!bot) return null;
  return (
    <Dialog title={t('Key of {name}', { name: bot.full_name })} close={t('Close')}>
      <div class="form">
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
          <CopyButton text={zuliprcOf(bot.email, bot.api_key)} label={t('Copy settings file')}>
            {t('Copy zuliprc')}
          </CopyButton>
          <Button icon={Download} onClick={() => saveFile('zuliprc', zuliprcOf(bot.email, bot.api_key))}>
            {t('Download zuliprc')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

interface Program {
  name: string;
  display_name?: string;
}

/** Builds the URL that another program posts to from the destination of its messages. */
export function WebhookAddress({ bot }: { bot: BotOfMine }) {
  const programs: readonly Program[] = store.realm.value.realm_incoming_webhook_bots ?? [];
  const service = useSignal(programs[0]?.name ?? 'json');
  const channel = useSignal(-1);
  const topic = useSignal('');
  const channels = [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  const address = new URL(`/api/v1/external/${service.value}`, location.origin);
  address.searchParams.set('api_key', bot.api_key);
  if (channel.value > 0) {
    address.searchParams.set('stream', String(channel.value));
    if (topic.value.trim() !== '') address.searchParams.set('topic', topic.value.trim());
  }
  return (
    <Dialog title={t('Create webhook URL')} close={t('Close')}>
      <div class="form">
        <p class="settings-note">
          {t('Enter this webhook URL in the other app. Anyone with the URL can post as the bot.')}
        </p>
        <div class="form-row">
          <SelectField
            label={t('Integration')}
            value={service}
            options={programs.map(({ name, display_name = name }) => [name, display_name])}
          />
          <SelectField
            label={t('Send messages to')}
            value={channel}
            options={[
              [-1, t('Direct message to the owner')],
              // Without a leading #, because browsers search a select by the first letters typed.
              ...channels.map(({ stream_id, name }) => [stream_id, name] as const),
            ]}
          />
          {channel.value > 0 && (
            <TextField
              label={t('Topic')}
              hint={t('Leave empty to use each message’s own topic')}
              value={topic}
              maxLength={60}
            />
          )}
        </div>
        <CopyField label={t('Webhook URL')} text={address.href} />
      </div>
    </Dialog>
  );
}
