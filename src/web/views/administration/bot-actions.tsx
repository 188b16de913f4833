import { useSignal } from '@preact/signals';
import { CopyField } from '../../design/copy.tsx';
import { SelectField, TextField } from '../../design/fields.tsx';
import { confirm } from '../../design/form-dialog.tsx';
import { Pencil, RefreshCw } from '../../design/icons.ts';
import { Dialog } from '../../design/layers.tsx';
import type { MenuItem } from '../../design/menu.tsx';
import { KeyRound, Link, Shield, UserX } from '../../design/more-icons.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { BotOfMine } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { EditBot } from './bot-form.tsx';
import { BotKey } from './bot-key.tsx';
import { BOT } from './bot-types.ts';
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
