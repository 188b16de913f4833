import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ROLES } from '../../../shared/roles.ts';
import { ChannelSelect } from '../../design/channel-select.tsx';
import { Field, Switch } from '../../design/field.tsx';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FileButton } from '../../design/file-button.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { ChannelsField, PeopleField } from '../../design/pick-fields.tsx';
import { t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request, requestWithFiles } from '../../server/request.ts';
import type { BotOfMine } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { BotKey } from './bot-key.tsx';
import { BOT, botKind } from './bot-types.ts';

type Kind = 1 | 2 | 3;

function kindHint(kind: Kind): string {
  const hints: Record<Kind, string> = {
    1: t('Can read and send messages like a member.'),
    2: t('Posts messages from another app. Can’t read messages.'),
    3: t('Forwards messages that mention it to another app, and posts the replies.'),
  };
  return hints[kind];
}

interface Parts {
  name: Signal<string>;
  url: Signal<string>;
  format: Signal<1 | 2>;
  sending: Signal<number>;
  events: Signal<number>;
  everything: Signal<boolean>;
  /** Whether the API key is limited to `keyChannels`. */
  isKeyForChannels: Signal<boolean>;
  keyChannels: Signal<number[]>;
  isKeyForReading: Signal<boolean>;
  picture: Signal<File | undefined>;
}

const channelNamed = (name: string | null | undefined): number =>
  [...store.channels.peek().values()].find((channel) => channel.name === name)?.stream_id ?? -1;
const getName = (id: number): string => store.channels.peek().get(id)?.name ?? '';

function useParts(bot?: BotOfMine): Parts {
  const [service] = (bot?.services ?? []) as { base_url?: string; interface?: number }[];
  return {
    name: useSignal(bot?.full_name ?? ''),
    url: useSignal(service?.base_url ?? ''),
    format: useSignal<1 | 2>(service?.interface === 2 ? 2 : 1),
    sending: useSignal(channelNamed(bot?.default_sending_stream)),
    events: useSignal(channelNamed(bot?.default_events_register_stream)),
    everything: useSignal(bot?.default_all_public_streams ?? false),
    isKeyForChannels: useSignal((bot?.key_channels ?? null) !== null),
    keyChannels: useSignal(bot?.key_channels ?? []),
    isKeyForReading: useSignal(bot?.key_read_only ?? false),
    picture: useSignal<File | undefined>(undefined),
  };
}

interface FieldsProps {
  parts: Parts;
  kind: number | null;
  /** Shown after the name. */
  children?: ComponentChildren;
}

/** The fields common to all types of bots, and the fields of this type. */
const Fields = ({ parts, kind, children }: FieldsProps) => (
  <>
    <TextField name="full_name" label={t('Name')} value={parts.name} maxLength={100} />
    {children}
    {kind === BOT.outgoing && <OutgoingFields {...parts} />}
    {kind === BOT.generic && <GenericFields {...parts} />}
    <KeyFields parts={parts} kind={kind} />
    <div class="picture-choice">
      <FileButton accept="image/*" onFile={(file) => (parts.picture.value = file)}>
        {parts.picture.value ? t('Change picture') : t('Picture')}
      </FileButton>
      {parts.picture.value && <span class="line-note">{parts.picture.value.name}</span>}
    </div>
  </>
);

const OutgoingFields = ({ url, format }: Parts) => (
  <>
    <TextField
      name="payload_url"
      label={t('Endpoint URL')}
      type="url"
      placeholder="https://"
      value={url}
      maxLength={2048}
      code
    />
    <SelectField
      label={t('Format')}
      value={format}
      options={[
        [1, t('Generic (JSON)')],
        [2, t('Slack-compatible')],
      ]}
    />
  </>
);

const GenericFields = ({ sending, events, everything }: Parts) => (
  <>
    <ChannelField label={t('Default channel for messages')} none={t('No channel')} value={sending} />
    <ChannelField label={t('Default channel for events')} none={t('All events')} value={events} />
    <Switch
      label={t('Receive events from all public channels')}
      on={everything.value}
      onChange={(on) => (everything.value = on)}
    />
  </>
);

/** What the API key may be used for. An incoming webhook reads nothing, so its key is not limited to reading. */
const KeyFields = ({
  parts: { isKeyForChannels, keyChannels, isKeyForReading },
  kind,
}: Omit<FieldsProps, 'children'>) => (
  <>
    <Switch
      label={t('Limit the API key to channels')}
      on={isKeyForChannels.value}
      onChange={(on) => (isKeyForChannels.value = on)}
    />
    {isKeyForChannels.value && (
      <ChannelsField
        label={t('Channels of the API key')}
        hint={t('With this key, programs can’t use other channels or direct messages.')}
        value={keyChannels}
      />
    )}
    {kind !== BOT.incoming && (
      <Switch
        label={t('Limit the API key to reading')}
        on={isKeyForReading.value}
        onChange={(on) => (isKeyForReading.value = on)}
      />
    )}
  </>
);

const keyLimitIn = ({ isKeyForChannels, keyChannels, isKeyForReading }: Parts) => ({
  key_channels: isKeyForChannels.peek() ? keyChannels.peek() : null,
  key_read_only: isKeyForReading.peek(),
});

/** What changes of the key's limit, so that the audit log names only changes. */
const changedKeyLimit = (bot: BotOfMine, parts: Parts) => {
  const { key_channels, key_read_only } = keyLimitIn(parts);
  return {
    ...(JSON.stringify(key_channels) !== JSON.stringify(bot.key_channels) && { key_channels }),
    ...(key_read_only !== bot.key_read_only && { key_read_only }),
  };
};

/** Whether the key is limited to at least one channel, or to none. */
const isKeyLimitComplete = ({ isKeyForChannels, keyChannels }: Parts): boolean =>
  !isKeyForChannels.value || keyChannels.value.length > 0;

const ChannelField = ({ label, none, value }: { label: string; none: string; value: Signal<number> }) => (
  <Field label={label}>
    {(id, describedBy) => (
      <ChannelSelect
        id={id}
        describedBy={describedBy}
        none={none}
        value={value.value}
        onChange={(to) => (value.value = to)}
      />
    )}
  </Field>
);

const getDefaults = ({ sending, events, everything }: Parts) => ({
  default_sending_stream: getName(sending.peek()),
  default_events_register_stream: getName(events.peek()),
  default_all_public_streams: everything.peek(),
});

const getFiles = ({ picture }: Parts): File[] => (picture.peek() ? [picture.peek()!] : []);

const KindField = ({ kinds, kind }: { kinds: readonly Kind[]; kind: Signal<Kind> }) => (
  <fieldset class="radios">
    <legend class="visually-hidden">{t('Bot type')}</legend>
    {kinds.map((one) => (
      <label key={one} class="radio">
        <input type="radio" name="kind" checked={kind.value === one} onChange={() => (kind.value = one)} />
        <span>
          <span class="radio-name">{botKind(one)}</span>
          <span class="radio-hint">{kindHint(one)}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

export function NewBot() {
  const kinds: Kind[] = hasRealmPermission('can_create_bots_group') ? [1, 2, 3] : [2];
  const kind = useSignal<Kind>(kinds[0]!);
  const short = useSignal('');
  const parts = useParts();
  const host = store.realm.value.realm_bot_domain;
  const isReady =
    parts.name.value.trim() !== '' &&
    short.value.trim() !== '' &&
    (kind.value !== BOT.outgoing || parts.url.value.trim() !== '') &&
    isKeyLimitComplete(parts);
  return (
    <FormDialog
      title={t('Create bot')}
      action={t('Create bot')}
      ready={isReady}
      act={async () => {
        const { user_id } = await requestWithFiles(
          'POST /bots',
          {
            full_name: parts.name.peek().trim(),
            short_name: short.peek().trim(),
            bot_type: kind.peek(),
            ...(kind.peek() === BOT.outgoing && {
              payload_url: parts.url.peek().trim(),
              interface_type: parts.format.peek(),
            }),
            ...(kind.peek() === BOT.generic && getDefaults(parts)),
            ...keyLimitIn(parts),
          },
          getFiles(parts),
        );
        dialog.value = <BotKey id={user_id} />;
      }}
    >
      <KindField kinds={kinds} kind={kind} />
      <Fields parts={parts} kind={kind.value}>
        <TextField
          name="short_name"
          label={t('E-mail address')}
          hint={t('{name}-bot@{host}', { name: short.value.trim().toLowerCase() || '…', host })}
          value={short}
          maxLength={50}
          autocomplete="off"
          code
        />
      </Fields>
    </FormDialog>
  );
}

export function EditBot({ bot }: { bot: BotOfMine }) {
  const parts = useParts(bot);
  const owner = useSignal<number[]>(bot.owner_id === null ? [] : [bot.owner_id]);
  const [service] = bot.services as { token?: string }[];
  const save = async () => {
    const [bot_owner_id] = owner.peek();
    const change = {
      bot_id: bot.user_id,
      full_name: parts.name.peek().trim(),
      ...(bot.bot_type === BOT.outgoing && {
        service_payload_url: parts.url.peek().trim(),
        service_interface: parts.format.peek(),
      }),
      ...(bot.bot_type === BOT.generic && getDefaults(parts)),
      ...changedKeyLimit(bot, parts),
      ...(bot_owner_id !== undefined && bot_owner_id !== bot.owner_id && { bot_owner_id }),
    };
    const files = getFiles(parts);
    await (files.length > 0
      ? requestWithFiles('PATCH /bots/{bot_id}', change, files)
      : request('PATCH /bots/{bot_id}', change));
  };
  return (
    <FormDialog
      title={t('Edit {name}', { name: bot.full_name })}
      action={t('Save')}
      ready={parts.name.value.trim() !== '' && isKeyLimitComplete(parts)}
      act={save}
    >
      <Fields parts={parts} kind={bot.bot_type} />
      <PeopleField
        label={t('Owner')}
        hint={t('The new owner will have access to the bot’s API key.')}
        one
        value={owner}
        fits={({ is_active, is_bot, role }) => is_active && !is_bot && role < ROLES.guest}
      />
      {service?.token && (
        <p class="settings-note">{t('Token sent with each request: {token}', { token: service.token })}</p>
      )}
    </FormDialog>
  );
}
