import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ROLES } from '../../../shared/roles.ts';
import { fetchInvitations } from '../../actions/organization.ts';
import { CopyField } from '../../design/copy.tsx';
import { Button } from '../../design/primitives.tsx';
import { QrCode } from '../../design/qr.tsx';
import { reportResult } from '../../design/report-result.ts';
import { isOfThisComputer } from '../../design/sharing.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';

/** Ten days. */
const MINUTES = 14_400;

/** The user's own link that makes people members, if one is valid. */
const ownLink = (): string | undefined =>
  store.invitations.value.all.findLast(
    ({ is_multiuse, invited_as, invited_by_user_id, link_url, expiry_date }) =>
      is_multiuse &&
      link_url !== undefined &&
      invited_as === ROLES.member &&
      invited_by_user_id === store.me.value.id &&
      (expiry_date === null || expiry_date * 1000 > Date.now()),
  )?.link_url;

/** Shows the user's invitation link and its QR code, or a button that creates the link. */
export function InviteByLink() {
  const { fresh } = store.invitations.value;
  const created = useSignal<string | undefined>(undefined);
  const url = created.value ?? ownLink();
  useEffect(() => {
    if (!fresh) fetchInvitations().catch(() => {});
  }, [fresh]);
  const create = async () => {
    const { invite_link } = await request('POST /invites/multiuse', {
      invite_expires_in_minutes: MINUTES,
      invite_as: ROLES.member,
      stream_ids: [],
      group_ids: [],
      include_realm_default_subscriptions: true,
    });
    created.value = invite_link;
  };
  return (
    <>
      <p>{t('Anyone with the link can join. Send it to your team, or let them scan the code.')}</p>
      {url === undefined ? (
        <div class="welcome-actions">
          <Button kind="primary" onClick={() => void reportResult(create())}>
            {t('Create link')}
          </Button>
        </div>
      ) : (
        <>
          <div class="welcome-share">
            <QrCode text={url} label={t('QR code of the link')} />
            <CopyField label={t('Invitation link')} text={url} />
          </div>
          {isOfThisComputer(new URL(url).hostname) && (
            <p>
              {t(
                'This link only works on this computer. Open the chat at its public address to create one for others.',
              )}
            </p>
          )}
        </>
      )}
    </>
  );
}
