import { useSignal } from '@preact/signals';
import { Ellipsis } from '../../design/icons.ts';
import { openPopover } from '../../design/layers.tsx';
import { LongList } from '../../design/long-list.tsx';
import { Menu } from '../../design/menu.tsx';
import { Bot } from '../../design/more-icons.ts';
import { Avatar, Button, EmptyState } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import type { BotOfMine, Person } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { displayName, fullName } from '../../text/names.ts';
import { usersByName } from '../../text/sort-by-name.ts';
import { botActions } from './bot-actions.tsx';
import { NewBot } from './bot-form.tsx';
import { botKind } from './bot-types.ts';
import { ListSection, SearchField } from './list-section.tsx';

const ROW = 64;
type Show = 'yours' | 'all' | 'deactivated';

/** Bots: the user's own with their API keys, and all others. */
export function Bots({ path: [which] }: { path: readonly string[] }) {
  const show: Show = which === 'yours' || which === 'deactivated' ? which : 'all';
  const { id: me } = store.me.value;
  const mine = store.bots.value;
  const filter = useSignal('');
  const all = usersByName.value.filter(({ is_bot, is_system_bot, is_active, bot_owner_id, user_id }) => {
    if (!is_bot || is_system_bot) return false;
    if (show === 'deactivated') return !is_active && mine.has(user_id);
    return is_active && (show === 'all' || bot_owner_id === me);
  });
  const words = filter.value.trim().toLocaleLowerCase();
  const shown = all.filter(({ full_name, email, bot_owner_id }) =>
    [full_name, email, bot_owner_id ? fullName(bot_owner_id) : ''].join('\n').toLocaleLowerCase().includes(words),
  );
  const mayCreate =
    hasRealmPermission('can_create_bots_group') || hasRealmPermission('can_create_write_only_bots_group');
  return (
    <ListSection
      label={t('Bots')}
      about={<ChooseShown show={show} />}
      add={mayCreate && { name: t('Create bot'), form: () => <NewBot /> }}
    >
      {all.length > 0 && (
        <div class="admin-filters">
          <SearchField label={t('Find a bot')} placeholder={t('Name, address or owner')} value={filter} />
          <span class="admin-count" role="status">
            {plural(shown.length, '{n} bot', '{n} bots')}
          </span>
        </div>
      )}
      {all.length > 0 && shown.length === 0 && <EmptyState icon={Bot} title={t('No matches')} />}
      {all.length === 0 ? (
        <EmptyState icon={Bot} title={t('No bots')}>
          <p>
            {mayCreate
              ? t('Bots connect other apps: they can post messages, or read and reply.')
              : t('You don’t have permission to create bots in this organization.')}
          </p>
        </EmptyState>
      ) : (
        <div class="lines">
          <LongList
            label={t('Bots')}
            items={shown}
            getKey={({ user_id }) => user_id}
            height={ROW}
            render={(person) => <BotLine person={person} bot={mine.get(person.user_id)} />}
          />
        </div>
      )}
    </ListSection>
  );
}

function ChooseShown({ show }: { show: Show }) {
  const shows: [Show, string][] = [
    ['all', t('All')],
    ['yours', t('My bots')],
    ['deactivated', t('Deactivated')],
  ];
  return (
    <div class="choice" role="group" aria-label={t('Show')}>
      {shows.map(([name, label]) => (
        <a key={name} href={`#organization/bots/${name}`} aria-current={show === name ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </div>
  );
}

/** `bot` holds the details that only the owner and administrators receive. */
function BotLine({ person, bot }: { person: Person; bot: BotOfMine | undefined }) {
  const { full_name, avatar_url, email, bot_type, bot_owner_id } = person;
  const actions = bot ? botActions(bot) : [];
  return (
    <div class="line bot-line">
      <Avatar name={full_name} url={avatar_url} size={36} />
      <span class="line-body">
        <span class="line-name">
          <span dir="auto">{full_name}</span>
          <span class="tag">{botKind(bot_type)}</span>
          {bot && (bot.key_channels || bot.key_read_only) && <span class="tag">{t('Limited key')}</span>}
        </span>
        <span class="line-note" dir="ltr">
          {email}
        </span>
      </span>
      <span class="person-role">
        {bot_owner_id ? t('Owner: {name}', { name: displayName(bot_owner_id) }) : t('No owner')}
      </span>
      {actions.length > 0 ? (
        <Button
          kind="quiet"
          icon={Ellipsis}
          label={t('Actions for {name}', { name: full_name })}
          aria-haspopup="menu"
          onClick={(event) => openPopover(event.currentTarget, <Menu label={full_name} items={actions} />)}
        />
      ) : (
        <span class="no-button" />
      )}
    </div>
  );
}
