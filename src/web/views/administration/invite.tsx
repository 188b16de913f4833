import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ALL_ROLES, ROLES, type Role } from '../../../shared/roles.ts';
import { Field, Switch } from '../../design/field.tsx';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Dialog, toast } from '../../design/layers.tsx';
import { ChannelsField, GroupsField } from '../../design/pick-fields.tsx';
import { translateError } from '../../errors/error-text.ts';
import { RequestError } from '../../errors/request-error.ts';
import { plural, t } from '../../i18n/text.ts';
import { canAddSubscribers } from '../../permissions/group-members.ts';
import { canManageGroup, hasPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';
import { parseAddresses } from '../../text/pasted-recipients.ts';
import { showLink } from './invitation-link.tsx';

export type InvitationMethod = 'mail' | 'link';

/** Minutes, null for never, or a custom period. */
export type Expiry = number | null | 'other';
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
  return ALL_ROLES.filter((role) => role >= ROLES.member || (is_admin && (role !== ROLES.owner || is_owner)));
};

type RejectedAddress = readonly [email: string, reason: string];

/** The addresses that cannot be invited with their reasons, and whether all others were invited. */
async function rejectedAddresses(error: unknown): Promise<{ rejected: RejectedAddress[]; sent: boolean }> {
  const { errors = [], sent_invitations = false } = (error instanceof RequestError ? error.detail : {}) as {
    errors?: RejectedAddress[];
    sent_invitations?: boolean;
  };
  return {
    rejected: await Promise.all(errors.map(async ([email, reason]) => [email, await translateError(reason)] as const)),
    sent: sent_invitations,
  };
}

interface InviteProps {
  mayMail: boolean;
  mayLink: boolean;
  sendsMail: boolean | undefined;
}

/** Invites people by e-mail, or by a reusable link. A link comes first where the server sends no mail. */
export function Invite({ mayMail, mayLink, sendsMail }: InviteProps) {
  const draft = useInvitationDraft(mayMail && !(mayLink && sendsMail === false) ? 'mail' : 'link');
  const isMail = draft.method.value === 'mail';
  const count = parseAddresses(draft.emails.value).length;
  const hasExpiry = draft.expires.value !== 'other' || Number(draft.days.value) > 0;
  return (
    <FormDialog
      title={t('Invite people')}
      action={
        !isMail ? t('Create link') : count === 0 ? t('Invite') : plural(count, 'Invite {n} person', 'Invite {n} people')
      }
      ready={(!isMail || count > 0) && hasExpiry}
      act={() => (isMail ? sendInvitations(draft, sendsMail) : createLink(draft))}
    >
      {mayMail && mayLink && <MethodChoice method={draft.method} />}
      {isMail && <AddressField draft={draft} sendsMail={sendsMail} />}
      <div class="form-row">
        <SelectField
          label={t('Join as')}
          value={draft.role}
          options={rolesToGive().map((role) => [role, roleName(role)])}
        />
        <ExpiryFields draft={draft} />
      </div>
      <MembershipFields draft={draft} />
      {isMail && (
        <Switch
          label={t('Notify me when someone joins')}
          on={draft.notify.value}
          onChange={(on) => (draft.notify.value = on)}
        />
      )}
      {store.me.value.is_admin && <WelcomeMessageFields draft={draft} />}
    </FormDialog>
  );
}

/** The usual period, in minutes. */
export const TEN_DAYS = 14_400;

/** The values that the form edits, and the addresses that the server rejected. */
const useInvitationDraft = (method: InvitationMethod) => ({
  method: useSignal<InvitationMethod>(method),
  emails: useSignal(''),
  rejected: useSignal<RejectedAddress[]>([]),
  role: useSignal<Role>(ROLES.member),
  expires: useSignal<Expiry>(TEN_DAYS),
  days: useSignal('60'),
  channels: useSignal<number[]>([]),
  groups: useSignal<number[]>([]),
  withDefaults: useSignal(true),
  notify: useSignal(true),
  hasWelcomeMessage: useSignal(false),
  welcomeMessage: useSignal(store.realm.value.realm_welcome_message_custom_text),
});

type InvitationDraft = ReturnType<typeof useInvitationDraft>;

/** After how many minutes the invitation expires; null: never. */
export const getMinutes = ({ expires, days }: Pick<InvitationDraft, 'expires' | 'days'>): number | null =>
  expires.value === 'other' ? Math.ceil(Number(days.value) * DAY) : expires.value;

/** The parameters that invitations and links have in common. */
const makeParams = (draft: InvitationDraft) => ({
  invite_expires_in_minutes: getMinutes(draft),
  invite_as: draft.role.value,
  stream_ids: draft.channels.value,
  group_ids: draft.groups.value,
  include_realm_default_subscriptions: draft.withDefaults.value,
  ...(draft.hasWelcomeMessage.value && { welcome_message_custom_text: draft.welcomeMessage.value }),
});

async function createLink(draft: InvitationDraft): Promise<void> {
  const { invite_link } = await request('POST /invites/multiuse', makeParams(draft));
  showLink(invite_link);
}

async function sendInvitations(draft: InvitationDraft, sendsMail: boolean | undefined): Promise<void> {
  const { emails, rejected } = draft;
  const addresses = parseAddresses(emails.value);
  rejected.value = [];
  try {
    await request('POST /invites', {
      ...makeParams(draft),
      invitee_emails: addresses.join(','),
      notify_referrer_on_join: draft.notify.value,
    });
  } catch (error) {
    const result = await rejectedAddresses(error);
    rejected.value = result.rejected;
    // The other addresses are already invited.
    if (result.sent) emails.value = result.rejected.map(([email]) => email).join('\n');
    throw error;
  }
  const message = plural(addresses.length, '{n} person was invited', '{n} people were invited');
  if (sendsMail === false) dialog.value = <LinksWithoutMail title={message} />;
  else toast(message);
}

const MethodChoice = ({ method }: { method: Signal<InvitationMethod> }) => (
  <div class="choice" role="group" aria-label={t('Invitation method')}>
    <button type="button" aria-pressed={method.value === 'mail'} onClick={() => (method.value = 'mail')}>
      {t('By e-mail')}
    </button>
    <button type="button" aria-pressed={method.value === 'link'} onClick={() => (method.value = 'link')}>
      {t('By link')}
    </button>
  </div>
);

/** The addresses, and below them those that the server rejected. */
const AddressField = ({ draft, sendsMail }: { draft: InvitationDraft; sendsMail: boolean | undefined }) => (
  <>
    <TextField
      name="invitee_emails"
      label={t('E-mail addresses')}
      hint={
        sendsMail === false
          ? t('This server doesn’t send e-mail. Copy the links from “Outgoing e-mail” and pass them on.')
          : t('Separate addresses with commas or line breaks')
      }
      value={draft.emails}
      lines={3}
    />
    {draft.rejected.value.length > 0 && (
      <ul class="field-hint">
        {draft.rejected.value.map(([email, reason]) => (
          <li key={email}>{t('{email}: {why}', { email, why: reason })}</li>
        ))}
      </ul>
    )}
  </>
);

export const ExpiryFields = ({
  draft: { method, expires, days },
}: {
  draft: Pick<InvitationDraft, 'method' | 'expires' | 'days'>;
}) => (
  <>
    <SelectField
      label={method.value === 'mail' ? t('Invitation expires') : t('Link expires')}
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
  </>
);

/** The channels and groups that new people are added to. */
const MembershipFields = ({ draft: { withDefaults, channels, groups } }: { draft: InvitationDraft }) => (
  <>
    <Switch
      label={t('Add to the default channels')}
      on={withDefaults.value}
      onChange={(on) => (withDefaults.value = on)}
    />
    {[...store.channels.value.keys()].some(canAddToChannel) && (
      <ChannelsField
        label={withDefaults.value ? t('Also add to these channels') : t('Add to these channels')}
        inputLabel={t('Channels')}
        value={channels}
        fits={canAddToChannel}
      />
    )}
    {[...store.groups.value.keys()].some(canAddToGroup) && (
      <GroupsField
        label={t('Add to these groups')}
        inputLabel={t('Groups')}
        value={groups}
        fits={(group) => canAddToGroup(group.id)}
      />
    )}
  </>
);

const WelcomeMessageFields = ({ draft: { hasWelcomeMessage, welcomeMessage } }: { draft: InvitationDraft }) => (
  <>
    <Switch
      label={t('Use a custom welcome message')}
      on={hasWelcomeMessage.value}
      onChange={(on) => (hasWelcomeMessage.value = on)}
    />
    {hasWelcomeMessage.value && (
      <TextField
        label={t('Welcome message')}
        hint={t('Leave empty to send only the standard message.')}
        value={welcomeMessage}
        lines={3}
        maxLength={8000}
      />
    )}
  </>
);

/** Says where to find the links when the server sends no mail. */
export const LinksWithoutMail = ({ title }: { title: string }) => (
  <Dialog title={title} close={t('Close')}>
    <div class="form">
      <p>{t('This server doesn’t send e-mail. Copy the links from “Outgoing e-mail” and pass them on.')}</p>
      <footer class="form-buttons">
        <a class="button button-primary" href="/mail" autofocus>
          {t('View outgoing e-mail')}
        </a>
      </footer>
    </div>
  </Dialog>
);

/** Channels that the user can subscribe others to. */
const canAddToChannel = (id: number): boolean => {
  const channel = store.channels.value.get(id);
  return channel !== undefined && canAddSubscribers(channel);
};

function canAddToGroup(id: number): boolean {
  const group = store.groups.value.get(id);
  if (!group || group.is_system_group || group.deactivated) return false;
  return canManageGroup(id) || hasPermission('group', 'can_add_members_group', group.can_add_members_group);
}

/** Returns whether the server sends mail, or undefined: only administrators receive this information. */
export async function fetchSendsMail(): Promise<boolean | undefined> {
  if (!store.me.peek().is_admin) return undefined;
  const mail = await request('GET /mail').catch(() => undefined);
  return mail?.sends;
}

/** Whether the server sends mail, from the moment when this is known. */
export function useSendsMail() {
  const sends = useSignal<boolean | undefined>(undefined);
  useEffect(() => void fetchSendsMail().then((answer) => (sends.value = answer)), []);
  return sends;
}
