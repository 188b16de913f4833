import { useSignal } from '@preact/signals';
import { peopleIn } from '../../actions/channels.ts';
import { ask } from '../../api.ts';
import { mayCreateAny } from '../../channel-rights.ts';
import { CircleAlert, Lock } from '../../design/icons.ts';
import { GroupPicker, GroupsPicker, PersonPicker } from '../../design/pickers.tsx';
import { Button, EmptyState, Field, Icon, Switch } from '../../design/primitives.tsx';
import { reasonOf } from '../../design/saving.ts';
import { plural, t } from '../../i18n/text.ts';
import { mayInRealm, ruleOf } from '../../may.ts';
import { hrefOfChannel, topicName } from '../../names.ts';
import { store } from '../../store/store.ts';
import type { GroupValue } from '../../wire.ts';
import { BackToAll } from './back.tsx';
import { asParams, isPrivate, offered, type Privacy, PrivacyChoice } from './privacy.tsx';

const systemGroup = (name: string): number => [...store.groups.peek().values()].find((group) => group.name === name)?.id ?? 0;

/** Makes a channel. */
export function Create() {
  return (
    <>
      <header class="main-head">
        <BackToAll />
        <div class="main-title">
          <h1>{t('New channel')}</h1>
        </div>
      </header>
      <div class="view">
        {mayCreateAny() ? (
          <CreateForm />
        ) : (
          <EmptyState icon={Lock} title={t('You may not make channels')}>
            <p>{t('Ask an administrator for one.')}</p>
          </EmptyState>
        )}
      </div>
    </>
  );
}

function CreateForm() {
  const { is_admin, is_owner, id: me } = store.me.value;
  const realm = store.realm.value;
  const kinds = offered();
  const name = useSignal('');
  const description = useSignal('');
  const privacy = useSignal<Privacy>(kinds.includes('public') ? 'public' : kinds[0]!);
  const people = useSignal<number[]>([]);
  const groups = useSignal<number[]>([]);
  const folder = useSignal(0);
  const sender = useSignal<GroupValue>(systemGroup('role:everyone'));
  const topics = useSignal<'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only'>('inherit');
  const retention = useSignal('realm_default');
  const days = useSignal('90');
  const isDefault = useSignal(false);
  const announce = useSignal(true);
  const busy = useSignal(false);
  const wrong = useSignal('');
  const closed = isPrivate(privacy.value);
  const announcements = store.channels.value.get(realm.realm_new_stream_announcements_stream_id);
  const mayInvite = mayInRealm('can_add_subscribers_group');
  const folders = [...store.folders.value.values()].filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);
  const invited = new Set([me, ...peopleIn(people.value, groups.value)]);

  const submit = async () => {
    if (busy.peek() || name.peek().trim() === '') return;
    busy.value = true;
    wrong.value = '';
    try {
      const { id } = await ask('POST /channels/create', {
        name: name.peek().trim(),
        description: description.peek().trim(),
        subscribers: [...invited],
        ...asParams(privacy.peek()),
        announce: Boolean(announcements) && !closed && announce.peek(),
        ...(folder.peek() > 0 && { folder_id: folder.peek() }),
        ...(topics.peek() !== 'inherit' && { topics_policy: topics.peek() }),
        ...(is_owner &&
          retention.peek() !== 'realm_default' && {
            message_retention_days: retention.peek() === 'unlimited' ? 'unlimited' : Number(days.peek()),
          }),
        ...(is_admin && !closed && isDefault.peek() && { is_default_stream: true }),
        can_send_message_group: sender.peek(),
      });
      location.hash = hrefOfChannel(id);
    } catch (error) {
      wrong.value = reasonOf(error);
      busy.value = false;
    }
  };

  return (
    <form
      class="create"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="form">
        <Field label={t('Name')}>
          {(id) => (
            <input
              id={id}
              dir="auto"
              autocomplete="off"
              required
              maxLength={realm.max_stream_name_length ?? 60}
              value={name.value}
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t('Description')} hint={t('What it is for. Markdown works.')}>
          {(id, describedBy) => (
            <textarea
              id={id}
              dir="auto"
              rows={2}
              aria-describedby={describedBy}
              maxLength={realm.max_stream_description_length ?? 1024}
              value={description.value}
              onInput={(event) => (description.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <PrivacyChoice name="privacy" value={privacy.value} options={kinds} onChange={(next) => (privacy.value = next)} />
        {mayInvite ? (
          <>
            <Field label={t('People')} hint={plural(invited.size, '{n} person will be in it: you.', '{n} people will be in it, you too.')}>
              {(id, describedBy) => (
                <PersonPicker
                  id={id}
                  label={t('People')}
                  describedBy={describedBy}
                  value={people.value}
                  fits={({ is_active, user_id }) => is_active && user_id !== me}
                  onChange={(ids) => (people.value = ids)}
                />
              )}
            </Field>
            <Field label={t('Groups')} hint={t('Everybody who is in them now.')}>
              {(id, describedBy) => (
                <GroupsPicker
                  id={id}
                  label={t('Groups')}
                  describedBy={describedBy}
                  value={groups.value}
                  onChange={(ids) => (groups.value = ids)}
                />
              )}
            </Field>
          </>
        ) : (
          <p class="settings-note">{t('Adding others is not for you in this organization; they can join by themselves.')}</p>
        )}
        {announcements && !closed && (
          <Switch
            label={t('Announce it in #{channel}', { channel: announcements.name })}
            on={announce.value}
            onChange={(on) => (announce.value = on)}
          />
        )}
        {is_admin && !closed && (
          <Switch label={t('New people are in it from the beginning')} on={isDefault.value} onChange={(on) => (isDefault.value = on)} />
        )}
        <details>
          <summary>{t('More settings')}</summary>
          <div>
            {folders.length > 0 && (
              <Field label={t('Folder')}>
                {(id) => (
                  <select id={id} value={folder.value} onChange={(event) => (folder.value = Number(event.currentTarget.value))}>
                    <option value={0}>{t('In no folder')}</option>
                    {folders.map(({ id: one, name: called }) => (
                      <option key={one} value={one}>
                        {called}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            <Field label={t('Who can write')}>
              {(id) => (
                <GroupPicker
                  id={id}
                  label={t('Who can write')}
                  rule={ruleOf('stream', 'can_send_message_group')}
                  value={sender.value}
                  onChange={(value) => (sender.value = value)}
                />
              )}
            </Field>
            {mayInRealm('can_set_topics_policy_group') && (
              <Field label={t('Topics')}>
                {(id) => (
                  <select id={id} value={topics.value} onChange={(event) => (topics.value = event.currentTarget.value as 'inherit')}>
                    {topicsPolicies().map(({ value, name: called }) => (
                      <option key={value} value={value}>
                        {called}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            {is_owner && (
              <Field label={t('Messages are kept')}>
                {(id) => (
                  <div class="add">
                    <select id={id} value={retention.value} onChange={(event) => (retention.value = event.currentTarget.value)}>
                      <option value="realm_default">{t('As the organization says')}</option>
                      <option value="unlimited">{t('For ever')}</option>
                      <option value="days">{t('For some days')}</option>
                    </select>
                    {retention.value === 'days' && (
                      <input
                        type="number"
                        min={1}
                        aria-label={t('Days')}
                        value={days.value}
                        onInput={(event) => (days.value = event.currentTarget.value)}
                      />
                    )}
                  </div>
                )}
              </Field>
            )}
          </div>
        </details>
        {wrong.value && (
          <p class="form-wrong" role="alert">
            <Icon of={CircleAlert} size={16} />
            {wrong.value}
          </p>
        )}
      </div>
      <footer class="create-end">
        <a class="button button-plain" href="#channels/all">
          {t('Cancel')}
        </a>
        <Button kind="primary" type="submit" disabled={busy.value || name.value.trim() === ''}>
          {busy.value ? t('One moment…') : t('Create channel')}
        </Button>
      </footer>
    </form>
  );
}

/** What topics a channel may have. */
export const topicsPolicies = () =>
  [
    { value: 'inherit', name: t('As the organization says') },
    { value: 'allow_empty_topic', name: t('With or without a topic') },
    { value: 'disable_empty_topic', name: t('Always with a topic') },
    { value: 'empty_topic_only', name: t('Only “{topic}”', { topic: topicName('') }) },
  ] as const;
