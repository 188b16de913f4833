import { Bot, Ellipsis, Plus } from '../../design/icons.ts';
import { dialog, Menu, pop } from '../../design/layers.tsx';
import { Avatar, Button, EmptyState } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { mayInRealm } from '../../may.ts';
import { store } from '../../store/store.ts';
import type { BotOfMine } from '../../wire.ts';
import { botDeeds } from '../administration/bot-deeds.tsx';
import { NewBot } from '../administration/bot-form.tsx';
import { botKind } from '../administration/bots.tsx';

/** The bots one made. */
export function OwnBots() {
  const me = store.me.value.id;
  const mine = [...store.bots.value.values()].filter(({ owner_id, is_active }) => owner_id === me && is_active);
  const may = mayInRealm('can_create_bots_group') || mayInRealm('can_create_write_only_bots_group');
  const create = may && (
    <Button kind="primary" icon={Plus} onClick={() => (dialog.value = <NewBot />)}>
      {t('Make a bot')}
    </Button>
  );
  if (mine.length === 0)
    return (
      <EmptyState icon={Bot} title={t('You have no bots')}>
        <p>{may ? t('A bot writes and reads for a program of yours.') : t('Bots are made by others in this organization.')}</p>
        {create}
      </EmptyState>
    );
  return (
    <SettingsSection title={t('Your bots')} action={create}>
      <ul class="lines">
        {mine
          .sort((a, b) => a.full_name.localeCompare(b.full_name))
          .map((bot) => (
            <Row key={bot.user_id} bot={bot} />
          ))}
      </ul>
    </SettingsSection>
  );
}

function Row({ bot }: { bot: BotOfMine }) {
  const label = t('What to do with {name}', { name: bot.full_name });
  return (
    <li class="line line-tall">
      <Avatar name={bot.full_name} url={bot.avatar_url} size={32} />
      <span class="line-body">
        <a class="line-name" href={`#user/${bot.user_id}`}>
          {bot.full_name}
        </a>
        <span class="line-note">
          {botKind(bot.bot_type)} · {bot.email}
        </span>
      </span>
      <Button
        kind="quiet"
        icon={Ellipsis}
        label={label}
        aria-haspopup="menu"
        onClick={(event) => pop(event.currentTarget, <Menu label={label} items={botDeeds(bot)} />)}
      />
    </li>
  );
}
