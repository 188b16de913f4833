import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Dialog, dialog, toast } from '../../design/layers.tsx';
import { ChannelsField, GroupsField } from '../../design/pick-fields.tsx';
import { Field, Switch } from '../../design/primitives.tsx';
import { translateError } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { canAddSubscribers } from '../../permissions/group-members.ts';
import { canManageGroup, hasPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import { RequestError } from '../../server/request-error.ts';
import { ROLE, ROLES, type Role } from '../../store/roles.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';
import { parseAddresses } from '../../text/pasted-recipients.ts';
import { showLink } from './invitation-link.tsx';

type InvitationMethod = 'mail' | 'link';

/** Minutes, null for never, or a custom period. */
type Expiry = number | null | 'other';
const DAY = 1440;

const EXPIRIES: [expiry: Expiry, name: () => string][] = [
  [1440, () => t('After 1 day')],
  [4320, () => t('After 3 days')],
  [14_400, () => t('After 10 days')],
  [43_200, () => t('After 30 days')],
  ['other', () => t('Custom')],
  [null, () => t('Never')],
];

const rolesToGive = (): Role[] => {
  const { is_owner, is_admin } = store.me.value;
  return ROLES.filter((role) => role >= ROLE.member || (is_admin && (role !== ROLE.owner || is_owner)));
};

type Refused = readonly [email: string, why: string];

/** The addresses that cannot be invited with their reasons, and whether all others were invited. */
async function refusedOf(error: unknown): Promise<{ refused: Refused[]; sent: boolean }> {
  const { errors = [], sent_invitations = false } = (error instanceof RequestError ? error.detail : {}) as {
    errors?: Refused[];
    sent_invitations?: boolean;
  };
  return {
    refused: await Promise.all(errors.map(async ([email, why]) => [email, await translateError(why)] as const)),
    sent: sent_invitations,
  };
}

/** Invites people by e-mail, or by a reusable link. */
export function Invite({ mayMail, mayLink }: { mayMail: boolean; mayLink: boolean }) {
  const method = useSignal<InvitationMethod>(mayMail ? 'mail' : 'link');
  const emails = useSignal('');
  const refused = useSignal<Refused[]>([]);
  const role = useSignal<Role>(ROLE.member);
  const expires = useSignal<Expiry>(14_400);
  const days = useSignal('60');
  const daysAreFine = expires.value !== 'other' || Number(days.value) > 0;
  const channels = useSignal<number[]>([]);
  const groups = useSignal<number[]>([]);
  const withDefaults = useSignal(true);
  const notify = useSignal(true);
  const hasWords = useSignal(false);
  const words = useSignal(store.realm.value.realm_welcome_message_custom_text);
  const mailGoesOut = useMailGoesOut();
  const isMail = method.value === 'mail';
  const count = parseAddresses(emails.value).length;

  const act = async () => {
    const draft = {
      invite_expires_in_minutes:
        expires.peek() === 'other' ? Math.ceil(Number(days.peek()) * DAY) : (expires.peek() as number | null),
      invite_as: role.peek(),
      stream_ids: channels.peek(),
      group_ids: groups.peek(),
      include_realm_default_subscriptions: withDefaults.peek(),
      ...(hasWords.peek() && { welcome_message_custom_text: words.peek() }),
    };
    if (!isMail) {
      const { invite_link } = await request('POST /invites/multiuse', draft);
      showLink(invite_link);
      return;
    }
    refused.value = [];
    try {
      await request('POST /invites', {
        ...draft,
        invitee_emails: parseAddresses(emails.peek()).join(','),
        notify_referrer_on_join: notify.peek(),
      });
    } catch (error) {
      const { refused: those, sent } = await refusedOf(error);
      refused.value = those;
      // The other addresses are already invited.
      if (sent) emails.value = those.map(([email]) => email).join('\n');
      throw error;
    }
    const done = plural(count, '{n} person was invited', '{n} people were invited');
    if (mailGoesOut.peek() === false) dialog.value = <LinksWithoutMail title={done} />;
    else toast(done);
  };

  return (
    <FormDialog
      title={t('Invite people')}
      action={
        !isMail ? t('Create link') : count === 0 ? t('Invite') : plural(count, 'Invite {n} person', 'Invite {n} people')
      }
      ready={(!isMail || count > 0) && daysAreFine}
      act={act}
    >
      {mayMail && mayLink && (
        <div class="choice" role="group" aria-label={t('Invitation method')}>
          <button type="button" aria-pressed={isMail} onClick={() => (method.value = 'mail')}>
            {t('By e-mail')}
          </button>
          <button type="button" aria-pressed={!isMail} onClick={() => (method.value = 'link')}>
            {t('By link')}
          </button>
        </div>
      )}
      {isMail && (
        <TextField
          name="invitee_emails"
          label={t('E-mail addresses')}
          hint={
            mailGoesOut.value === false
              ? t('This server doesn’t send e-mail. Copy the links from “Outgoing e-mail” and pass them on.')
              : t('Separate addresses with commas or line breaks')
          }
          value={emails}
          lines={3}
        />
      )}
      {isMail && refused.value.length > 0 && (
        <ul class="field-hint">
          {refused.value.map(([email, why]) => (
            <li key={email}>{t('{email}: {why}', { email, why })}</li>
          ))}
        </ul>
      )}
      <div class="form-row">
        <SelectField label={t('Join as')} value={role} options={rolesToGive().map((one) => [one, roleName(one)])} />
        <SelectField
          label={isMail ? t('Invitation expires') : t('Link expires')}
          value={expires}
          options={EXPIRIES.map(([expiry, name]) => [expiry, name()])}
        />
        {expires.value === 'other' && (
          <Field label={t('Days')}>
            {(id) => (
              <input
                id={id}
                type="number"
                min={1}
                value={days.value}
                onInput={(event) => (days.value = event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </div>
      <Switch
        label={t('Add to the default channels')}
        on={withDefaults.value}
        onChange={(on) => (withDefaults.value = on)}
      />
      {canAddToSome() && (
        <ChannelsField
          label={withDefaults.value ? t('Also add to these channels') : t('Add to these channels')}
          called={t('Channels')}
          value={channels}
          fits={canAddTo}
        />
      )}
      {[...store.groups.value.keys()].some(canAddToGroup) && (
        <GroupsField
          label={t('Add to these groups')}
          called={t('Groups')}
          value={groups}
          fits={(group) => canAddToGroup(group.id)}
        />
      )}
      {isMail && (
        <Switch label={t('Notify me when someone joins')} on={notify.value} onChange={(on) => (notify.value = on)} />
      )}
      {store.me.value.is_admin && (
        <>
          <Switch
            label={t('Use a custom welcome message')}
            on={hasWords.value}
            onChange={(on) => (hasWords.value = on)}
          />
          {hasWords.value && (
            <TextField
              label={t('Welcome message')}
              hint={t('Leave empty to send only the standard message.')}
              value={words}
              lines={3}
              maxLength={8000}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Says where to find the links when the server sends no mail. */
const LinksWithoutMail = ({ title }: { title: string }) => (
  <Dialog title={title} close={t('Close')}>
    <div class="form">
      <p>{t('This server doesn’t send e-mail. Copy the links from “Outgoing e-mail” and pass them on.')}</p>
      <footer class="form-buttons">
        <a class="button button-primary" href="/mail">
          {t('View outgoing e-mail')}
        </a>
      </footer>
    </div>
  </Dialog>
);

/** Channels that the user can subscribe others to. */
const canAddTo = (id: number): boolean => {
  const channel = store.channels.value.get(id);
  return channel !== undefined && canAddSubscribers(channel);
};
const canAddToSome = (): boolean => [...store.channels.value.keys()].some(canAddTo);

function canAddToGroup(id: number): boolean {
  const group = store.groups.value.get(id);
  if (!group || group.is_system_group || group.deactivated) return false;
  return canManageGroup(id) || hasPermission('group', 'can_add_members_group', group.can_add_members_group);
}

/** Whether the server sends mail; only administrators receive this information. */
function useMailGoesOut() {
  const sends = useSignal<boolean | undefined>(undefined);
  useEffect(() => {
    if (store.me.peek().is_admin)
      request('GET /mail').then(
        (mail) => (sends.value = mail.sends),
        () => {},
      );
  }, []);
  return sends;
}
