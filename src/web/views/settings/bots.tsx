import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { confirm, FormDialog } from '../../design/ask.tsx';
import { Bot, Copy, Download, Ellipsis, KeyRound, Pencil, Plus, RefreshCw, Trash2 } from '../../design/icons.ts';
import { Dialog, dialog, Menu, pop, toast } from '../../design/layers.tsx';
import { Avatar, Button, EmptyState, Field } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { mayInRealm } from '../../may.ts';
import { store } from '../../store/store.ts';
import type { BotOfMine } from '../../wire.ts';
import { save, zuliprcOf } from './zuliprc.ts';

const KIND = { generic: 1, incoming: 2, outgoing: 3 } as const;
const kindName = (kind: number | null): string =>
  kind === KIND.incoming ? t('Incoming webhook') : kind === KIND.outgoing ? t('Outgoing webhook') : t('Generic bot');

/** The bots one made. */
export function OwnBots() {
  const me = store.me.value.id;
  const mine = [...store.bots.value.values()].filter(({ owner_id, is_active }) => owner_id === me && is_active);
  const may = mayInRealm('can_create_bots_group') || mayInRealm('can_create_write_only_bots_group');
  const create = may && (
    <Button kind="primary" icon={Plus} onClick={() => (dialog.value = <NewBot />)}>
      {t('New bot')}
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
  return (
    <li class="line line-tall">
      <Avatar name={bot.full_name} url={bot.avatar_url} size={32} />
      <span class="line-body">
        <a class="line-name" href={`#user/${bot.user_id}`}>
          {bot.full_name}
        </a>
        <span class="line-note">
          {kindName(bot.bot_type)} · {bot.email}
        </span>
      </span>
      <Button
        kind="quiet"
        icon={Ellipsis}
        label={t('What to do with {name}', { name: bot.full_name })}
        aria-haspopup="menu"
        onClick={(event) => pop(event.currentTarget, <BotMenu bot={bot} />)}
      />
    </li>
  );
}

function BotMenu({ bot: { user_id: bot_id, full_name: name, email, api_key, bot_type } }: { bot: BotOfMine }) {
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast(t('Copied'));
  };
  const regenerate = () =>
    confirm(
      {
        title: t('Make a new key for {name}?', { name }),
        action: t('Make a new key'),
        act: () => ask('POST /bots/{bot_id}/api_key/regenerate', { bot_id }),
      },
      <p>{t('Programs that use the key of today will be refused.')}</p>,
    );
  const remove = () =>
    confirm(
      {
        title: t('Deactivate {name}?', { name }),
        action: t('Deactivate'),
        danger: true,
        act: () => ask('DELETE /bots/{bot_id}', { bot_id }),
      },
      <p>{t('It cannot write or read any more. What it wrote stays.')}</p>,
    );
  return (
    <Menu
      label={t('What to do with {name}', { name })}
      items={[
        { name: t('Copy API key'), icon: KeyRound, act: () => void copy(api_key) },
        ...(bot_type === KIND.incoming
          ? [{ name: t('Webhook address'), icon: Copy, act: () => (dialog.value = <WebhookAddress name={name} apiKey={api_key} />) }]
          : []),
        { name: t('Download zuliprc'), icon: Download, act: () => save('zuliprc', zuliprcOf(email, api_key)) },
        { name: t('Make a new key'), icon: RefreshCw, act: regenerate },
        { name: t('Rename'), icon: Pencil, act: () => (dialog.value = <RenameBot id={bot_id} name={name} />) },
        { name: t('Deactivate'), icon: Trash2, danger: true, act: remove },
      ]}
    />
  );
}

interface Integration {
  name: string;
  display_name?: string;
}

/** The address other services are given, by what they are. */
function WebhookAddress({ name, apiKey }: { name: string; apiKey: string }) {
  const all: readonly Integration[] = store.realm.value.realm_incoming_webhook_bots ?? [];
  const service = useSignal(all.some((one) => one.name === 'json') ? 'json' : (all[0]?.name ?? 'json'));
  const channel = useSignal('');
  const address = `${location.origin}/api/v1/external/${service.value}?api_key=${apiKey}${channel.value && `&stream=${channel.value}`}`;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast(t('Copied'));
  };
  const channels = [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <Dialog title={t('Webhook address of {name}', { name })} close={t('Close')}>
      <div class="form">
        <Field label={t('Service')}>
          {(id) => (
            <select id={id} value={service.value} onChange={(event) => (service.value = event.currentTarget.value)}>
              {all.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.display_name ?? one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('Writes to')}>
          {(id) => (
            <select id={id} value={channel.value} onChange={(event) => (channel.value = event.currentTarget.value)}>
              <option value="">{t('You, directly')}</option>
              {channels.map(({ stream_id, name: one }) => (
                <option key={stream_id} value={stream_id}>
                  {`#${one}`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p class="secret">
          <code>{address}</code>
          <Button icon={Copy} label={t('Copy')} onClick={() => void copy()} />
        </p>
      </div>
    </Dialog>
  );
}

function RenameBot({ id: bot_id, name }: { id: number; name: string }) {
  const full_name = useSignal(name);
  return (
    <FormDialog
      title={t('Rename {name}', { name })}
      action={t('Save')}
      ready={full_name.value.trim().length > 1}
      act={() => ask('PATCH /bots/{bot_id}', { bot_id, full_name: full_name.value })}
    >
      <Field label={t('Name')}>
        {(id) => (
          <input id={id} maxLength={100} value={full_name.value} onInput={(event) => (full_name.value = event.currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

function NewBot() {
  const full_name = useSignal('');
  const short_name = useSignal('');
  const kind = useSignal<1 | 2 | 3>(mayInRealm('can_create_bots_group') ? KIND.generic : KIND.incoming);
  const url = useSignal('');
  const kinds = mayInRealm('can_create_bots_group') ? [KIND.generic, KIND.incoming, KIND.outgoing] : [KIND.incoming];
  const act = () =>
    ask('POST /bots', {
      full_name: full_name.value,
      short_name: short_name.value,
      bot_type: kind.value,
      ...(kind.value === KIND.outgoing && { payload_url: JSON.stringify(url.value) }),
    });
  const ready = full_name.value.trim() !== '' && short_name.value.trim() !== '' && (kind.value !== KIND.outgoing || url.value !== '');
  return (
    <FormDialog title={t('New bot')} action={t('Make bot')} act={act} ready={ready}>
      <Field label={t('Kind')} hint={aboutKind(kind.value)}>
        {(id, describedBy) => (
          <select
            id={id}
            aria-describedby={describedBy}
            value={kind.value}
            onChange={(event) => (kind.value = Number(event.currentTarget.value) as 1)}
          >
            {kinds.map((one) => (
              <option key={one} value={one} selected={one === kind.value}>
                {kindName(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('Name')}>
        {(id) => (
          <input id={id} maxLength={100} value={full_name.value} onInput={(event) => (full_name.value = event.currentTarget.value)} />
        )}
      </Field>
      <Field
        label={t('Short name')}
        hint={t('Its address: {address}', { address: `${short_name.value || '…'}-bot@${store.realm.value.realm_bot_domain}` })}
      >
        {(id, describedBy) => (
          <input
            id={id}
            autocomplete="off"
            aria-describedby={describedBy}
            value={short_name.value}
            onInput={(event) => (short_name.value = event.currentTarget.value)}
          />
        )}
      </Field>
      {kind.value === KIND.outgoing && (
        <Field label={t('Address it calls')} hint={t('It is told of every message that mentions the bot.')}>
          {(id, describedBy) => (
            <input
              id={id}
              type="url"
              placeholder="https://"
              aria-describedby={describedBy}
              value={url.value}
              onInput={(event) => (url.value = event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}

const aboutKind = (kind: number): string =>
  kind === KIND.incoming
    ? t('Writes what another service sends to its address; reads nothing.')
    : kind === KIND.outgoing
      ? t('Calls a program of yours when it is mentioned.')
      : t('Writes and reads through the API.');
