import { confirm } from '../../design/form-dialog.tsx';
import { Pencil, RefreshCw } from '../../design/icons.ts';
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
import { OutgoingWebhookDialog } from './outgoing-webhook.tsx';
import { ChangeRole } from './person-dialogs.tsx';
import { canDeactivate, canEditUser } from './person-menu.tsx';
import { WebhookDialog } from './webhook-address.tsx';

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
            act: () => (dialog.value = <WebhookDialog bot={bot} />),
          },
        ]
      : []),
    ...(hasKey && bot_type === BOT.outgoing
      ? [{ name: t('Show webhook'), icon: Link, act: () => (dialog.value = <OutgoingWebhookDialog bot={bot} />) }]
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
