import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ROLES } from '../../../shared/roles.ts';
import { fetchInvitations } from '../../actions/organization.ts';
import { CopyButton } from '../../design/copy.tsx';
import { confirm } from '../../design/form-dialog.tsx';
import { Mail, Plus, SendHorizontal as Send } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Link, QrCode as QrIcon, Trash2 } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { AcceptedInvitation, InvitationView } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { formatDay, formatTimeOrDay } from '../../text/format.ts';
import { roleName } from '../../text/group-names.ts';
import { displayName, fullName } from '../../text/names.ts';
import { useGrowingList } from '../growing-list.tsx';
import { AcceptedLine, JoinedByLink } from './accepted-invitations.tsx';
import { showLink } from './invitation-link.tsx';
import { fetchSendsMail, Invite } from './invite.tsx';
import { SearchField } from './list-section.tsx';

const STEP = 20;
/** The number of entries from which a search field is useful. */
const SEARCH_FROM = 8;

/** Pending invitations and reusable links, and who came by one. Administrators see those of all users. */
export function Invitations({ path: [which] }: { path: readonly string[] }) {
  const { all, accepted, fresh } = store.invitations.value;
  const failed = useSignal('');
  useEffect(() => {
    if (!fresh) fetchInvitations().catch((error) => (failed.value = errorText(error)));
  }, [fresh]);
  const mayMail = hasRealmPermission('can_invite_users_group');
  const mayLink = hasRealmPermission('create_multiuse_invite_group');
  // The dialog opens with the method that works, so it waits for whether the server sends mail.
  const invite = async () => {
    const sendsMail = await fetchSendsMail();
    dialog.value = <Invite mayMail={mayMail} mayLink={mayLink} sendsMail={sendsMail} />;
  };
  useEffect(() => {
    if (which !== 'new' || !(mayMail || mayLink)) return;
    history.replaceState(null, '', '#organization/invitations');
    invite();
  }, [which]);
  if (!fresh && all.length === 0)
    return failed.value ? <p class="form-wrong">{failed.value}</p> : <Skeleton label={t('Loading invitations')} />;
  return (
    <section class="settings-section" aria-label={t('Invitations')}>
      <header class="admin-tools">
        <p class="settings-note">{t('Invitations that haven’t been accepted yet.')}</p>
        {(mayMail || mayLink) && (
          <Button kind="primary" icon={Plus} onClick={invite}>
            {t('Invite people')}
          </Button>
        )}
      </header>
      {all.length === 0 && (
        <EmptyState icon={Mail} title={t('No pending invitations')}>
          <p>{t('Invite people by e-mail, or create an invitation link to share.')}</p>
        </EmptyState>
      )}
      {all.length + accepted.length > 0 && <Lists all={all} accepted={accepted} />}
    </section>
  );
}

interface ListsProps {
  all: readonly InvitationView[];
  accepted: readonly AcceptedInvitation[];
}

function Lists({ all, accepted }: ListsProps) {
  const filter = useSignal('');
  const found = filterInvitations(all, filter.value);
  const joined = filterAccepted(accepted, filter.value);
  const renderLink = (one: InvitationView) => <LinkLine key={one.id} one={one} />;
  const renderMail = (one: InvitationView) => <MailLine key={one.id} one={one} />;
  const renderAccepted = (one: AcceptedInvitation) => <AcceptedLine key={one.user_id} one={one} />;
  return (
    <>
      {all.length + accepted.length > SEARCH_FROM && (
        <div class="admin-filters">
          <SearchField
            label={t('Find an invitation')}
            placeholder={t('E-mail, link, role or inviter')}
            value={filter}
          />
          <span class="admin-count" role="status">
            {plural(found.length, '{n} invitation', '{n} invitations')}
          </span>
        </div>
      )}
      {found.length + joined.length === 0 && <EmptyState icon={Mail} title={t('No matches')} />}
      <List title={t('Links')} of={found.filter((one) => one.is_multiuse)} filter={filter.value} line={renderLink} />
      <List
        title={t('By e-mail')}
        of={found.filter((one) => !one.is_multiuse)}
        filter={filter.value}
        line={renderMail}
      />
      <List title={t('Joined by invitation')} of={joined} filter={filter.value} line={renderAccepted} />
    </>
  );
}

interface ListProps<One> {
  title: string;
  of: readonly One[];
  filter: string;
  line: (one: One) => ComponentChildren;
}

function List<One>({ title, of, filter, line }: ListProps<One>) {
  const { shown, end } = useGrowingList(of.length, STEP, filter);
  if (of.length === 0) return null;
  return (
    <>
      <h3 class="admin-subhead">{title}</h3>
      <ul class="lines" aria-label={title}>
        {of.slice(0, shown).map(line)}
      </ul>
      {end}
    </>
  );
}

function filterInvitations(all: readonly InvitationView[], query: string): readonly InvitationView[] {
  const newestFirst = [...all].sort((a, b) => b.invited - a.invited || b.id - a.id);
  return newestFirst.filter(({ email, link_url, invited_as, invited_by_user_id }) =>
    matches(query, [email ?? link_url ?? '', roleName(invited_as), fullName(invited_by_user_id)]),
  );
}

const filterAccepted = (all: readonly AcceptedInvitation[], query: string): readonly AcceptedInvitation[] =>
  all.filter(({ user_id, invited_by_user_id }) => matches(query, [fullName(user_id), fullName(invited_by_user_id)]));

const matches = (query: string, texts: readonly string[]): boolean =>
  texts.join('\n').toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());

/** Who sent the invitation, and when it expires. */
function About({ one: { invited_by_user_id, invited, expiry_date } }: { one: InvitationView }) {
  return (
    <span class="line-note line-note-whole">
      {t('Invited by {name}, {when}', { name: displayName(invited_by_user_id), when: formatTimeOrDay(invited) })}
      {' · '}
      {expiry_date === null ? t('never expires') : t('until {day}', { day: formatDay(expiry_date) })}
    </span>
  );
}

/** Only owners can manage invitations that make somebody an owner. */
const canManageInvitation = ({ invited_as }: InvitationView): boolean =>
  invited_as !== ROLES.owner || store.me.value.is_owner;

function LinkLine({ one }: { one: InvitationView }) {
  const url = one.link_url;
  return (
    <li class="line invite-line">
      <Icon of={Link} size={16} />
      <span class="line-body">
        <span class="line-name">
          <span class="invite-url" dir="ltr">
            {url?.replace(/^https?:\/\//, '') ?? t('You don’t have access to this link')}
          </span>
          <span class="tag">{roleName(one.invited_as)}</span>
        </span>
        <About one={one} />
        <JoinedByLink link={one.id} />
      </span>
      {url && (
        <>
          <CopyButton text={url} label={t('Copy link')} />
          <Button kind="quiet" icon={QrIcon} label={t('Show QR code')} onClick={() => showLink(url)} />
        </>
      )}
      {canManageInvitation(one) && (
        <Button
          kind="quiet"
          icon={Trash2}
          label={t('Revoke link')}
          onClick={() =>
            confirm(
              {
                title: t('Revoke this link?'),
                action: t('Revoke'),
                danger: true,
                act: () => request('DELETE /invites/multiuse/{invite_id}', { invite_id: one.id }),
              },
              <p>{t('Nobody can join with this link any more. People who used it stay.')}</p>,
            )
          }
        />
      )}
    </li>
  );
}

function MailLine({ one }: { one: InvitationView }) {
  const email = one.email!;
  const resend = () =>
    request('POST /invites/{invite_id}/resend', { invite_id: one.id }).then(
      () => toast(t('Invitation resent to {email}', { email })),
      (error) => toast(errorText(error), true),
    );
  return (
    <li class="line invite-line">
      <Icon of={Mail} size={16} />
      <span class="line-body">
        <span class="line-name">
          <span class="invite-url" dir="ltr">
            {email}
          </span>
          <span class="tag">{one.user_id === undefined ? roleName(one.invited_as) : fullName(one.user_id)}</span>
        </span>
        <About one={one} />
      </span>
      {canManageInvitation(one) && (
        <>
          <Button kind="quiet" icon={Send} label={t('Resend to {email}', { email })} onClick={() => void resend()} />
          <Button
            kind="quiet"
            icon={Trash2}
            label={t('Revoke invitation for {email}', { email })}
            onClick={() =>
              confirm(
                {
                  title: t('Revoke invitation for {email}?', { email }),
                  action: t('Revoke'),
                  danger: true,
                  act: () => request('DELETE /invites/{invite_id}', { invite_id: one.id }),
                },
                <p>{t('The link in the e-mail will stop working.')}</p>,
              )
            }
          />
        </>
      )}
    </li>
  );
}
