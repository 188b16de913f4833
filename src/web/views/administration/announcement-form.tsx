import { type Signal, signal, useSignal } from '@preact/signals';
import { ALL_ROLES, ROLES } from '../../../shared/roles.ts';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Mail } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Button } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { groupName, roleName } from '../../text/group-names.ts';
import { channelLabel, channelName } from '../../text/names.ts';
import { Rendered } from '../message/rendered.tsx';

type Audience = Reply<'GET /announcements'>['announcements'][number]['audience'];

/** What an administrator writes; it survives going back from the review. */
interface Draft {
  audience: Signal<Audience>;
  role: Signal<number>;
  group: Signal<number>;
  channel: Signal<number>;
  subject: Signal<string>;
  content: Signal<string>;
}

interface FormProps {
  draft: Draft;
  onSent: () => void;
}

export const newDraft = (): Draft => ({
  audience: signal<Audience>('everyone'),
  role: signal(ROLES.member as number),
  group: signal(groupChoices()[0]?.[0] ?? 0),
  channel: signal(channelChoices()[0]?.[0] ?? 0),
  subject: signal(''),
  content: signal(''),
});

/** The groups that people make. Those of roles are chosen by role. */
const groupChoices = (): (readonly [id: number, name: string])[] =>
  [...store.groups.value.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .map(({ id }) => [id, groupName(id)] as const)
    .sort(([, a], [, b]) => compareNames(a, b));

const channelChoices = (): (readonly [id: number, name: string])[] =>
  [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name }) => [stream_id, channelLabel(name)] as const)
    .sort(([, a], [, b]) => compareNames(a, b));

/** The display name of the recipients. */
export function audienceName(audience: Audience, id: number | null): string {
  if (audience === 'role') return t('Everyone with the role {name}', { name: roleName(id!) });
  if (audience === 'group') return groupName(id!);
  return audience === 'channel' ? channelLabel(channelName(id!)) : t('All members');
}

function audienceParams({ audience, role, group, channel }: Draft) {
  const kind = audience.peek();
  return { audience: kind, ...(kind !== 'everyone' && { audience_id: { role, group, channel }[kind].peek() }) };
}

const makeParams = (draft: Draft) => ({
  ...audienceParams(draft),
  subject: draft.subject.peek().trim(),
  content: draft.content.peek(),
});

/** The first step: recipients, subject and text. */
export function WriteAnnouncement({ draft, onSent }: FormProps) {
  const { audience, role, group, channel, subject, content } = draft;
  const groups = groupChoices();
  const channels = channelChoices();
  const kinds: (readonly [Audience, string])[] = [
    ['everyone', t('All members')],
    ['role', t('Members with a role')],
    ...(groups.length > 0 ? [['group', t('Members of a group')] as const] : []),
    ...(channels.length > 0 ? [['channel', t('Subscribers of a channel')] as const] : []),
  ];
  const review = async () => {
    const [{ recipients }, { rendered }] = await Promise.all([
      request('GET /announcements/recipients', audienceParams(draft)),
      request('POST /messages/render', { content: content.peek() }),
    ]);
    dialog.value = <ReviewAnnouncement draft={draft} onSent={onSent} recipients={recipients} html={rendered} />;
  };
  return (
    <FormDialog
      title={t('E-mail to members')}
      action={t('Review')}
      wide
      ready={subject.value.trim() !== '' && content.value.trim() !== ''}
      act={review}
    >
      <SelectField label={t('Recipients')} value={audience} options={kinds} />
      {audience.value === 'role' && (
        <SelectField
          label={t('Role')}
          value={role}
          options={ALL_ROLES.map((one) => [one as number, roleName(one)] as const)}
        />
      )}
      {audience.value === 'group' && (
        <SelectField name="audience_id" label={t('Group')} value={group} options={groups} />
      )}
      {audience.value === 'channel' && (
        <SelectField name="audience_id" label={t('Channel')} value={channel} options={channels} />
      )}
      <TextField name="subject" label={t('Subject')} value={subject} maxLength={150} autocomplete="off" />
      <TextField
        name="content"
        label={t('Text')}
        hint={t('You can use Markdown.')}
        value={content}
        lines={10}
        maxLength={store.realm.value.max_message_length}
      />
    </FormDialog>
  );
}

/** The second step: what is sent, to how many people, and a test. */
function ReviewAnnouncement({ draft, onSent, recipients, html }: FormProps & { recipients: number; html: string }) {
  const tested = useSignal('');
  const test = async () => {
    try {
      await request('POST /announcements/test', makeParams(draft));
      tested.value = t('The test is on its way to you.');
    } catch (error) {
      tested.value = errorText(error);
    }
  };
  const send = async () => {
    const sent = await request('POST /announcements', makeParams(draft));
    toast(plural(sent.recipients, 'Sending to {n} person', 'Sending to {n} people'));
    onSent();
  };
  const { audience, audience_id = null } = audienceParams(draft);
  const count = plural(recipients, '{n} person', '{n} people');
  return (
    <FormDialog
      title={t('Send this e-mail?')}
      action={plural(recipients, 'Send to {n} person', 'Send to {n} people')}
      wide
      ready={recipients > 0}
      act={send}
    >
      <dl class="facts">
        <div class="fact">
          <dt>{t('Recipients')}</dt>
          <dd>
            {audienceName(audience, audience_id)} · {count}
          </dd>
        </div>
        <div class="fact">
          <dt>{t('Subject')}</dt>
          <dd dir="auto">{draft.subject.value}</dd>
        </div>
      </dl>
      <div class="announcement-text">
        <Rendered html={html} />
      </div>
      <p class="settings-note">
        {t('The e-mail says that you sent it, and why people receive it. Pictures are left out.')}
      </p>
      <span class="admin-buttons">
        <Button onClick={() => (dialog.value = <WriteAnnouncement draft={draft} onSent={onSent} />)}>
          {t('Edit')}
        </Button>
        <Button icon={Mail} onClick={test}>
          {t('Send test to me')}
        </Button>
      </span>
      <p role="status">{tested.value}</p>
    </FormDialog>
  );
}
